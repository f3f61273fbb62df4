//! All steps from a game to features that players can follow.

use std::sync::Arc;

use game::{Hints, Manner};
use gdl::single::{CircuitGame, MoveId};
use search::{Features, Use};

use super::chart::RARE;
use super::{Chart, Extent, Guard, Options, Weighing, cost, learn_for, take_census};
use crate::Verdict;

/// How features are learned and used.
#[derive(Clone, Debug)]
pub struct Teacher {
    /// How they are found.
    pub options: Options,
    /// What is made of how often they worked.
    pub weighing: Weighing,
    /// The match that tells whether they help; without, they are used.
    pub guard: Option<Guard>,
    /// How they are followed; if not given, what does best in a short match.
    pub manner: Option<Manner>,
    /// How many threads learn.
    pub n_threads: usize,
    /// How often opponents are taken to know them; the rest is what is learned.
    pub features: Features,
}

/// What was learned.
#[derive(Clone, Debug)]
pub struct Taught {
    /// The features, the strongest first.
    pub features: Features,
    /// How many there were before those that never matter were left out.
    pub n_learned: usize,
    /// How many of those that are left help to win.
    pub n_offensive: usize,
    /// How the guard's matches went.
    pub trial: Option<Trial>,
}

/// What became of features in matches against a search without them.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// At as many playouts a move.
    pub in_playouts: Verdict,
    /// At as much time: with so many times fewer playouts as each costs more.
    pub in_time: Verdict,
    /// How many times as long a playout takes, roughly.
    pub cost: f64,
}

/// How many random games tell how often features work.
const N_CENSUS: u32 = 5000;

/// How often the best feature is followed: whatever wins a match against the other.
/// Against a search without features both win nearly always, which tells little.
const GREEDS: [f64; 2] = [0.75, 1.0];
const N_ROUNDS_OF_CHOICE: u32 = 2;

/// Matches that choose and matches that judge are different ones.
const SEED_OF_CHOICE: u64 = 1 << 40;

impl Default for Teacher {
    /// Features of the last move and of the one that led to it: those of moves
    /// further up cost more than they tell.
    fn default() -> Self {
        Self {
            options: Options { level_max: 1, ..Options::default() },
            weighing: Weighing::default(),
            guard: None,
            manner: None,
            n_threads: 1,
            features: Features::default(),
        }
    }
}

impl Teacher {
    /// Learns the features of a game; the error says why there are none.
    pub fn teach(&self, game: &Arc<CircuitGame>, seed: u64) -> Result<Taught, String> {
        let extent = Extent::Runs(self.options.n_runs);
        let (mut chart, _) = learn_for(game, &self.options, extent, self.n_threads, seed)?;
        let n_learned = chart.features().len();
        take_census(game, &mut chart, N_CENSUS, seed + 1);
        chart.drop_rare(N_CENSUS);
        chart.weigh(self.weighing);
        chart.prune();
        chart.lighten(self.manner.unwrap_or(self.features.manner));
        if chart.features().is_empty() {
            return Err(format!("no feature applies once in {RARE} random games"));
        }
        let mut features = Features { list: chart.words(), ..self.features.clone() };
        features.manner = self.manner.unwrap_or(features.manner);
        let trial = self.guard.as_ref().map(|guard| {
            let (others, n_threads) = (features.others, self.n_threads);
            let guard = Guard { others, n_threads, seed, ..guard.clone() };
            let (manner, hints) = self.choose(game, &chart, &guard);
            features.manner = manner;
            let trial = Trial::hold(game, &hints, &guard);
            features.used = trial.used();
            trial
        });
        Ok(Taught { features, n_learned, n_offensive: chart.n_offensive(), trial })
    }

    /// How features are best followed.
    fn choose(
        &self,
        game: &Arc<CircuitGame>,
        chart: &Chart,
        guard: &Guard,
    ) -> (Manner, Arc<Hints<MoveId>>) {
        let hints = |manner| (manner, Arc::new(Hints::new(chart.hints(), manner)));
        if let Some(manner) = self.manner {
            return hints(manner);
        }
        let seed = guard.seed ^ SEED_OF_CHOICE;
        let guard = Guard { n_rounds: N_ROUNDS_OF_CHOICE, seed, ..guard.clone() };
        let [some, all] = GREEDS.map(|greed| hints(Manner::Greedy(greed)));
        if guard.compare(game, &all.1, &some.1).helps() { all } else { some }
    }
}

impl Trial {
    /// Plays the matches.
    pub fn hold(game: &Arc<CircuitGame>, hints: &Arc<Hints<MoveId>>, guard: &Guard) -> Self {
        let cost = cost(game, hints, guard.seed);
        let in_playouts = guard.judge(game, hints, 1.0);
        let in_time = match in_playouts.helps() {
            true => guard.judge(game, hints, cost),
            false => in_playouts,
        };
        Self { in_playouts, in_time, cost }
    }

    /// Who is helped.
    pub fn used(&self) -> Use {
        match (self.in_playouts.helps(), self.in_time.helps()) {
            (_, true) => Use::Always,
            (true, false) => Use::Playouts,
            (false, false) => Use::Never,
        }
    }
}
