//! The features of a game: learned, weighed, and tried in a short match.

use std::sync::Arc;
use std::time::Instant;

use game::Hints;
use gdl::single::CircuitGame;
use learn::features::{Guard, Options, Verdict, Weighing, learn, take_census};
use search::Features;

use crate::args::{Common, LearnWish, WeighChoice};

/// What was learned.
pub struct Taught {
    pub features: Features,
    /// Before those that never matter were left out.
    pub n_learned: usize,
    pub n_offensive: usize,
    pub seconds: f64,
    /// How a short match with and without them went.
    pub verdict: Option<Verdict>,
}

/// How many random games tell how often features work.
const N_CENSUS: u32 = 5000;

/// Learns the features of a game; the error says why there are none.
pub fn teach(
    common: &Common,
    game: &Arc<CircuitGame>,
    name: &str,
    wish: &LearnWish,
) -> Result<Taught, String> {
    let started = Instant::now();
    let n_runs = wish.runs;
    let options =
        Options { n_runs, level_max: wish.levels, pairs: wish.pairs, ..Options::default() };
    let mut chart = learn(game, &options, common.seed).map_err(|reason| reason.to_string())?;
    let n_learned = chart.features().len();
    take_census(game, &mut chart, N_CENSUS, common.seed + 1);
    chart.weigh(match wish.weigh {
        WeighChoice::Keep => Weighing::Keep,
        WeighChoice::Demote => Weighing::Demote,
        WeighChoice::Gain => Weighing::Gain,
        WeighChoice::Prune => Weighing::Prune,
    });
    chart.prune();
    let seconds = started.elapsed().as_secs_f64();
    let mut features = Features {
        remarks: vec![format!(
            "features of {name}, learned from {n_runs} random games with seed {}",
            common.seed
        )],
        temperature: wish.temperature,
        others: wish.others,
        list: chart.words(),
        ..Features::default()
    };
    let verdict = (!wish.unguarded).then(|| {
        let hints = Arc::new(Hints::new(chart.hints(), wish.temperature));
        let guard = Guard { others: wish.others, seed: common.seed, ..Guard::default() };
        let verdict = guard.judge(game, &hints);
        features.are_used = verdict.helps();
        features.remarks.push(format!(
            "a match against UCT without them: {:.1} of {} points at {} playouts a move",
            verdict.points, verdict.n_games, guard.n_playouts
        ));
        verdict
    });
    let n_offensive = chart.n_offensive();
    Ok(Taught { features, n_learned, n_offensive, seconds, verdict })
}

impl Taught {
    /// In a sentence or two.
    pub fn summary(&self) -> String {
        let n_kept = self.features.list.len();
        let mut text = format!(
            "{} features learned in {:.1} s, {n_kept} kept: {} offensive, {} defensive.",
            self.n_learned,
            self.seconds,
            self.n_offensive,
            n_kept - self.n_offensive
        );
        if let Some(verdict) = &self.verdict {
            text += &format!(
                " In a short match they score {:.1} of {} points{}.",
                verdict.points,
                verdict.n_games,
                if self.features.are_used { "" } else { ": they do not help and are not used" }
            );
        }
        text
    }
}
