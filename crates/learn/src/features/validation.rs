//! Validation of features: a short match with them against one without.

use std::sync::Arc;

use ludex_game::{Ending, Game, Hints, RoleId};
use ludex_gdl::single::{CircuitGame, MoveId};
use ludex_search::Limits;
use ludex_search::play::LiveGame;
use ludex_search::uct::{self, BatchedSearch, SearchBatch, Uct};

use crate::Verdict;

/// A match of UCT that follows hints against UCT that does not, or follows others.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureValidation {
    /// The number of playouts for a move.
    pub n_playouts: u64,
    /// The number of games in a round: after each round, the match may be decided.
    pub n_games: u32,
    /// The largest number of rounds.
    pub n_rounds: u32,
    /// The share of playout steps in which opponents follow the hints.
    pub others: f64,
    /// The number of threads; the verdict is the same on any number.
    pub n_threads: usize,
    /// The seed of all randomness.
    pub seed: u64,
}

impl Default for FeatureValidation {
    fn default() -> Self {
        Self {
            n_playouts: N_PLAYOUTS_MAX,
            n_games: 32,
            n_rounds: 6,
            others: 1.0,
            n_threads: 1,
            seed: 1,
        }
    }
}

/// Bounds on the playouts of a search: features matter more in longer searches.
const N_PLAYOUTS_MAX: u64 = 600;
const N_PLAYOUTS_MIN: u64 = 100;

/// The work of a game, in words that lanes read or write.
const WORK: f64 = 1.5e10;

/// The ply limit of a game, which is then drawn.
const N_PLIES_MAX: u32 = 500;

impl FeatureValidation {
    /// A validation with a number of playouts that suits a game of some mean length.
    pub fn of(game: &Arc<CircuitGame>, length: f64) -> Self {
        let n_playouts = WORK / (length * length * game.lanes().work()).max(1.0);
        let n_playouts = (n_playouts as u64).clamp(N_PLAYOUTS_MIN, N_PLAYOUTS_MAX);
        Self { n_playouts, ..Self::default() }
    }

    /// Plays hints against none. The player with hints has fewer playouts, by the factor by
    /// which a guided playout costs more.
    pub fn judge(&self, game: &Arc<CircuitGame>, hints: &Arc<Hints<MoveId>>, cost: f64) -> Verdict {
        let n_guided = (self.n_playouts as f64 / cost).round().max(1.0) as u64;
        self.play_match(game, [Some(hints), None], n_guided)
    }

    /// Plays hints against other hints; the verdict is on the first.
    pub fn compare(
        &self,
        game: &Arc<CircuitGame>,
        one: &Arc<Hints<MoveId>>,
        other: &Arc<Hints<MoveId>>,
    ) -> Verdict {
        self.play_match(game, [Some(one), Some(other)], self.n_playouts)
    }

    fn play_match(
        &self,
        game: &Arc<CircuitGame>,
        sides: [Option<&Arc<Hints<MoveId>>>; 2],
        n_guided: u64,
    ) -> Verdict {
        let n_threads = self.n_threads.max(1);
        let mut batches: Vec<_> =
            (0..n_threads).map(|_| SearchBatch::new(game, self.seed)).collect();
        let mut verdict = Verdict::default();
        for round in 0..self.n_rounds {
            let games = (0..self.n_games)
                .map(|at| ValidationGame::new(game, sides, self, round * self.n_games + at));
            let mut games: Vec<ValidationGame> = games.collect();
            let share = games.len().div_ceil(n_threads);
            std::thread::scope(|scope| {
                for (games, batch) in games.chunks_mut(share).zip(&mut batches) {
                    scope.spawn(move || self.play(batch, games, n_guided));
                }
            });
            games.iter().for_each(|one| verdict.add(one.points()));
            if verdict.is_clear() {
                break;
            }
        }
        verdict
    }

    fn play(
        &self,
        search_batch: &mut SearchBatch<CircuitGame>,
        games: &mut [ValidationGame],
        n_guided: u64,
    ) {
        while games.iter().any(ValidationGame::goes_on) {
            let mut asked = Vec::new();
            let mut batched = Vec::new();
            for (at, one) in games.iter_mut().enumerate().filter(|(_, one)| one.goes_on()) {
                let ValidationGame { players, live, number, guided } = one;
                let waiting = live.waiting();
                for (role, uct) in (0..).map(RoleId::new).zip(players) {
                    if !waiting.contains(&role) {
                        continue;
                    }
                    asked.push((at, role));
                    let is_guided = role.index() == *guided;
                    let playouts = if is_guided { n_guided } else { self.n_playouts };
                    let limits = Limits { playouts: Some(playouts), ..Limits::default() };
                    let id = 2 * *number + role.index() as u32;
                    let state = live.state().clone();
                    batched.push(BatchedSearch { id, uct, state, role, limits });
                }
            }
            for ((at, role), report) in asked.into_iter().zip(search_batch.search(batched)) {
                games[at].live.set(role, report.mv);
            }
            for one in games.iter_mut().filter(|one| one.goes_on()) {
                one.live.advance().expect("a circuit answers every question");
            }
        }
    }
}

/// A game under way.
struct ValidationGame {
    number: u32,
    /// The role that is judged.
    guided: usize,
    players: Vec<Uct<CircuitGame>>,
    live: LiveGame<CircuitGame>,
}

impl ValidationGame {
    fn new(
        game: &Arc<CircuitGame>,
        [judged, other]: [Option<&Arc<Hints<MoveId>>>; 2],
        validation: &FeatureValidation,
        number: u32,
    ) -> Self {
        let guided = number as usize % 2;
        let options = uct::Options { memory_bytes: 1 << 24, ..uct::Options::default() };
        let player = |role| {
            let seed = validation.seed ^ u64::from(2 * number + role as u32) << 8;
            let mut uct = Uct::new(game, options.clone(), seed, 1);
            if let Some(hints) = if role == guided { judged } else { other } {
                uct.follow(Arc::clone(hints), validation.others);
            }
            uct
        };
        let players = (0..game.roles().len()).map(player).collect();
        let live = LiveGame::new(game).with_n_plies_max(N_PLIES_MAX);
        Self { number, guided, players, live }
    }

    fn goes_on(&self) -> bool {
        self.live.ending().is_none()
    }

    /// The points of the judged role; a game that does not end is drawn.
    fn points(&self) -> f64 {
        match self.live.ending() {
            Some(Ending::Terminal | Ending::Stuck) => {
                Verdict::points(&**self.live.game(), self.live.state(), self.guided)
            }
            _ => 0.5,
        }
    }
}
