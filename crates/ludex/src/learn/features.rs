//! Features: the settings of their learner, and its result in words.

use ludex_game::Manner;
use ludex_learn::features::{Extent, Options, Taught, Teacher};
use ludex_search::{Features, Use};

use super::LearnOptions;

/// The learner of features with the given options.
pub fn teacher(options: &LearnOptions) -> Teacher {
    Teacher {
        extent: Extent::Runs(options.n_runs),
        options: Options {
            level_max: options.n_levels,
            pairs: options.pairs,
            ..Options::default()
        },
        weighing: options.weighing,
        manner: options.temperature.map(Manner::Boltzmann).or(options.greed.map(Manner::Greedy)),
        features: Features { others: options.others, ..Features::default() },
        ..Teacher::default()
    }
}

/// The result in a sentence or two.
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
