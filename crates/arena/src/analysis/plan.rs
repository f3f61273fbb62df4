//! The plan of an analysis: games and positions that fit a time budget.

use ludex_search::Stop;

use super::watch::Watched;
use super::{Measured, Nature};

/// The work limits of an analysis.
#[derive(Clone, Debug)]
pub struct Options {
    /// Estimated time on two cores. Determines the number of games; no clock is read.
    pub seconds: f64,
    /// The number of games at each strength and in each match; by default it follows from
    /// `seconds`.
    pub n_games: Option<u32>,
    /// Estimated time of one ply of a playout, in nanoseconds.
    pub ply_ns: f64,
    /// The random seed.
    pub seed: u64,
    /// Number of threads. The figures do not depend on it.
    pub n_threads: usize,
    /// Ends the analysis early. The number of games then depends on the clock.
    pub stop: Stop,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seconds: 120.0,
            n_games: None,
            ply_ns: 100.0,
            seed: 1,
            n_threads: 1,
            stop: Stop::never(),
        }
    }
}

/// The work of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Playouts a move of each level above random play.
    pub playouts: Vec<u32>,
    /// Games of each level, random play first.
    pub n_games: Vec<u32>,
    /// Games of each level but the last against the next.
    pub n_ladder: Vec<u32>,
    /// Positions in which all moves are compared.
    pub n_positions: u32,
    /// Node limit of the attempt to solve the game.
    pub n_nodes: u64,
}

/// Each level has four times the playouts of the one before: usually enough to be clearly
/// stronger. A few hundred playouts do not reveal the value of the first move of connect four, so
/// the ladder continues as far as time allows.
const PLAYOUTS: [u32; 5] = [40, 160, 640, 2_500, 10_000];

/// Shares of the time for the strongest players: in games between equals, and in their match
/// against the next level. Each level below gets half.
const SHARE_EQUALS: f64 = 0.28;
const SHARE_MATCH: f64 = 0.14;

/// The least number of games of a further level.
const N_GAMES_TOP: f64 = 40.0;

/// Fewer games are not significant, more are useless.
const N_GAMES_MIN: u32 = 20;
const N_GAMES_MAX: u32 = 1000;
const N_RANDOM_MAX: f64 = 4000.0;

/// Time of a search for each playout besides its plies, in nanoseconds, and for each move of a
/// new node. From tic-tac-toe, connect four and breakthrough.
const DESCENT_NS: f64 = 1000.0;
const EDGE_NS: f64 = 200.0;

/// Cost of a position in the tree, which is computed separately, in plies of a playout.
const N_PLIES_PER_DESCENT: f64 = 10.0;

/// Cost of a position in alpha-beta, in plies of playouts.
const N_PLIES_PER_NODE: f64 = 40.0;

impl Plan {
    pub(super) fn new<M>(options: &Options, nature: &Nature, watched: &[Watched<M>]) -> Self {
        let mean = |values: &mut dyn Iterator<Item = f64>| {
            Measured::of_mean(values).map_or(1.0, |mean| mean.value.max(1.0))
        };
        let length = mean(&mut watched.iter().map(|game| game.moves.len() as f64));
        let choices = || watched.iter().flat_map(|game| &game.choices);
        let branching = mean(&mut choices().map(|&n| f64::from(n)));
        // Plies at which a player has a choice.
        let n_open = choices().filter(|&&n| n > 1).count() as f64;
        let n_thought = (n_open / watched.len().max(1) as f64).max(1.0)
            * if nature.is_simultaneous { nature.roles.len() as f64 } else { 1.0 };
        let descent_ns = DESCENT_NS + EDGE_NS * branching + N_PLIES_PER_DESCENT * options.ply_ns;
        let work = Work { length, n_thought, ply_ns: options.ply_ns.max(1.0), descent_ns };
        let total_ns = options.seconds.max(0.01) * 2e9;
        let playouts = work.affordable(SHARE_EQUALS * total_ns);
        let share = |top: f64, level: usize| top / (1 << (playouts.len() - 1 - level)) as f64;
        let games = |share: f64, n_playouts: f64| {
            let n_games = (share * total_ns / work.game_ns(n_playouts)) as u32;
            options.n_games.unwrap_or(n_games.clamp(N_GAMES_MIN, N_GAMES_MAX)).max(1)
        };
        let n_random = (0.03 * total_ns / work.random_ns()).clamp(20.0, N_RANDOM_MAX) as u32;
        let mut n_games = vec![options.n_games.map_or(n_random, |n| n_random.min(20 * n))];
        let equals = playouts.iter().enumerate();
        n_games.extend(equals.map(|(level, &n)| games(share(SHARE_EQUALS, level), f64::from(n))));
        // In a match, half of the moves are the weaker player's.
        let weaker = std::iter::once(0).chain(playouts.iter().copied());
        let pairs = weaker.zip(&playouts).map(|(weak, &strong)| f64::from(weak + strong) / 2.0);
        let even = |n: u32| n.next_multiple_of(nature.roles.len().max(1) as u32);
        let matches = pairs.enumerate().map(|(level, n)| games(share(SHARE_MATCH, level), n));
        let n_ladder = matches.map(even).collect();
        let position_ns = branching * work.search_ns(f64::from(N_PLAYOUTS_PER_MOVE));
        let n_positions = (0.06 * total_ns / position_ns).clamp(3.0, 400.0) as u32;
        let node_ns = N_PLIES_PER_NODE * work.ply_ns;
        // An unsolvable game should not take long.
        let n_nodes = (0.05 * total_ns / 2.0 / node_ns).clamp(1_000.0, 3_000_000.0) as u64;
        Self { playouts, n_games, n_ladder, n_positions, n_nodes }
    }

    /// The players, the weakest first.
    pub fn specs(&self) -> Vec<String> {
        let random = std::iter::once("random".to_string());
        random.chain(self.playouts.iter().map(|n| format!("uct:playouts={n}"))).collect()
    }
}

/// Playouts for each move in a comparison of moves.
pub(super) const N_PLAYOUTS_PER_MOVE: u32 = 200;

/// The cost estimate.
struct Work {
    length: f64,
    /// Searches in a game.
    n_thought: f64,
    ply_ns: f64,
    descent_ns: f64,
}

impl Work {
    fn random_ns(&self) -> f64 {
        // Observed games are played one by one.
        self.length * 40.0 * self.ply_ns
    }

    fn search_ns(&self, n_playouts: f64) -> f64 {
        // On average, playouts begin in the middle of the game.
        n_playouts * (self.descent_ns + self.length / 2.0 * self.ply_ns)
    }

    fn game_ns(&self, n_playouts: f64) -> f64 {
        self.n_thought * self.search_ns(n_playouts)
    }

    /// The affordable strengths: all but the first must allow a good number of games. Where even
    /// the first does not, it is lowered.
    fn affordable(&self, share_ns: f64) -> Vec<u32> {
        let takes = |n_games: f64, n_playouts: u32| n_games * self.game_ns(f64::from(n_playouts));
        let fits = |&n: &u32| takes(N_GAMES_TOP, n) <= share_ns;
        let playouts: Vec<u32> = PLAYOUTS.into_iter().take_while(fits).collect();
        if !playouts.is_empty() {
            return playouts;
        }
        // With fewer playouts, search is hardly better than random play.
        let mut few = PLAYOUTS[0];
        while takes(f64::from(N_GAMES_MIN), few) > share_ns && few > 6 {
            few /= 2;
        }
        if few > 20 { vec![few / 4, few] } else { vec![few] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of 40 plies whose playouts take 3 microseconds.
    const WORK: Work = Work { length: 40.0, n_thought: 40.0, ply_ns: 50.0, descent_ns: 2_000.0 };

    #[test]
    fn the_ladder_goes_up_while_there_is_time() {
        let ladder = |seconds: f64| WORK.affordable(SHARE_EQUALS * seconds * 2e9);
        assert_eq!(ladder(120.0), PLAYOUTS);
        assert_eq!(ladder(10.0), PLAYOUTS[..3]);
        assert_eq!(ladder(0.1), [20]);
    }
}
