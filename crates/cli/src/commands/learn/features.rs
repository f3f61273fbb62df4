//! The features of a game: learned, weighed, and tried in a short match.

use std::sync::Arc;

use game::Manner;
use gdl::single::CircuitGame;
use learn::features::{Guard, Options, Taught, Teacher, Weighing, length};
use search::{Features, Use};

use crate::args::{Common, LearnWish, WeighChoice};

/// Learns the features of a game; the error says why there are none.
pub fn teach(
    common: &Common,
    game: &Arc<CircuitGame>,
    name: &str,
    wish: &LearnWish,
) -> Result<Taught, String> {
    let (n_runs, seed) = (wish.runs, common.seed);
    let guard = guard(common, game);
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
        manner: wish.temperature.map(Manner::Boltzmann).or(wish.greed.map(Manner::Greedy)),
        features: Features { others: wish.others, ..Features::default() },
    };
    let mut taught = teacher.teach(game, seed)?;
    let source = format!("features of {name}, learned from {n_runs} random games with seed {seed}");
    taught.features.remarks.push(source);
    if let Some(trial) = &taught.trial {
        taught.features.remarks.push(format!(
            "a match against UCT without them at {} playouts a move: {:.1} of {} points",
            guard.n_playouts, trial.in_playouts.points, trial.in_playouts.n_games
        ));
        taught.features.remarks.push(format!(
            "with so many times fewer as each costs more, {:.2}: {:.1} of {} points",
            trial.cost, trial.in_time.points, trial.in_time.n_games
        ));
    }
    Ok(taught)
}

/// The match that tells whether features help.
pub fn guard(common: &Common, game: &Arc<CircuitGame>) -> Guard {
    let guard = Guard::of(game, length(game, None, common.seed));
    Guard { n_threads: common.n_threads(), seed: common.seed, ..guard }
}

/// What was learned, in a sentence or two.
pub fn summary(taught: &Taught, seconds: f64) -> String {
    let n_kept = taught.features.list.len();
    let mut text = format!(
        "{} features learned and tried in {:.1} s, {n_kept} kept: {} offensive, {} defensive.",
        taught.n_learned,
        seconds,
        taught.n_offensive,
        n_kept - taught.n_offensive
    );
    if let Some(trial) = &taught.trial {
        text += &format!(
            " In a short match they score {:.1} of {} points at equal playouts",
            trial.in_playouts.points, trial.in_playouts.n_games
        );
        text += &match taught.features.used {
            Use::Never => ": they do not help and are not used.".into(),
            used => format!(
                ", and {:.1} of {} with a playout taking {:.2} times as long{}",
                trial.in_time.points,
                trial.in_time.n_games,
                trial.cost,
                if used == Use::Always { "." } else { ": not used against the clock." }
            ),
        };
    }
    text
}
