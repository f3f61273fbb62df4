//! All steps from a game to features that players can follow.

use std::sync::Arc;

use game::Hints;
use gdl::single::CircuitGame;
use search::Features;

use super::{Extent, Guard, Options, Verdict, Weighing, learn_for, take_census};

/// How features are learned and used.
#[derive(Clone, Debug, Default)]
pub struct Teacher {
    /// How they are found.
    pub options: Options,
    /// What is made of how often they worked.
    pub weighing: Weighing,
    /// The match that tells whether they help; without, they are used.
    pub guard: Option<Guard>,
    /// How many threads learn; none is one.
    pub n_threads: usize,
    /// How often opponents are taken to know them, and how greedy playouts are;
    /// the list is what is learned.
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
    /// How the match went.
    pub verdict: Option<Verdict>,
}

/// How many random games tell how often features work.
const N_CENSUS: u32 = 5000;

/// A feature that applies less than once in so many random games is left out.
const RARE: u32 = 200;

impl Teacher {
    /// Learns the features of a game; the error says why there are none.
    pub fn teach(&self, game: &Arc<CircuitGame>, seed: u64) -> Result<Taught, String> {
        let extent = Extent::Runs(self.options.n_runs);
        let (mut chart, _) = learn_for(game, &self.options, extent, self.n_threads, seed)?;
        let n_learned = chart.features().len();
        take_census(game, &mut chart, N_CENSUS, seed + 1);
        chart.drop_rare(N_CENSUS / RARE);
        chart.weigh(self.weighing);
        chart.prune();
        if chart.features().is_empty() {
            return Err(format!("no feature applies once in {RARE} random games"));
        }
        let mut features = Features { list: chart.words(), ..self.features.clone() };
        let verdict = self.guard.as_ref().map(|guard| {
            let hints = Arc::new(Hints::new(chart.hints(), features.manner));
            let (others, n_threads) = (features.others, self.n_threads);
            Guard { others, n_threads, seed, ..guard.clone() }.judge(game, &hints)
        });
        features.are_used = verdict.is_none_or(|verdict| verdict.helps());
        Ok(Taught { features, n_learned, n_offensive: chart.n_offensive(), verdict })
    }
}
