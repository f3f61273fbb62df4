//! The features of a game: learned, weighed, and tried in a short match.

use std::sync::Arc;

use game::Manner;
use gdl::single::CircuitGame;
use learn::features::{Guard, Options, Taught, Teacher, Weighing};
use search::Features;

use crate::args::{Common, LearnWish, WeighChoice};

/// Learns the features of a game; the error says why there are none.
pub fn teach(
    common: &Common,
    game: &Arc<CircuitGame>,
    name: &str,
    wish: &LearnWish,
) -> Result<Taught, String> {
    let (n_runs, seed) = (wish.runs, common.seed);
    let guard = Guard::default();
    let teacher = Teacher {
        n_threads: common.n_threads(),
        options: Options {
            n_runs,
            level_max: wish.levels,
            pairs: wish.pairs,
            ..Options::default()
        },
        weighing: match wish.weigh {
            WeighChoice::Keep => Weighing::Keep,
            WeighChoice::Demote => Weighing::Demote,
            WeighChoice::Gain => Weighing::Gain,
            WeighChoice::Prune => Weighing::Prune,
        },
        guard: (!wish.unguarded).then_some(guard.clone()),
        features: Features {
            manner: wish.temperature.map_or(Manner::Greedy(wish.greed), Manner::Boltzmann),
            others: wish.others,
            ..Features::default()
        },
    };
    let mut taught = teacher.teach(game, seed)?;
    let source = format!("features of {name}, learned from {n_runs} random games with seed {seed}");
    taught.features.remarks.push(source);
    if let Some(verdict) = &taught.verdict {
        taught.features.remarks.push(format!(
            "a match against UCT without them: {:.1} of {} points at {} playouts a move",
            verdict.points, verdict.n_games, guard.n_playouts
        ));
    }
    Ok(taught)
}

/// What was learned, in a sentence or two.
pub fn summary(taught: &Taught, seconds: f64) -> String {
    let n_kept = taught.features.list.len();
    let mut text = format!(
        "{} features learned in {:.1} s, {n_kept} kept: {} offensive, {} defensive.",
        taught.n_learned,
        seconds,
        taught.n_offensive,
        n_kept - taught.n_offensive
    );
    if let Some(verdict) = &taught.verdict {
        text += &format!(
            " In a short match they score {:.1} of {} points{}.",
            verdict.points,
            verdict.n_games,
            if taught.features.are_used { "" } else { ": they do not help and are not used" }
        );
    }
    text
}
