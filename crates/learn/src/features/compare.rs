//! Comparison of two lists of features of the same game.

use std::sync::Arc;

use ludex_game::Hints;
use ludex_gdl::single::{CircuitGame, MoveId};
use ludex_search::{Features, Use};

use super::FeatureValidation;
use crate::Comparison;

/// The games of a comparison differ from those of the validation.
const SEED_OF_COMPARISON: u64 = 1 << 41;

/// Compares new features with old ones: by the searches that they help, and if these
/// are the same, by a match at the playouts of the guard.
pub fn compare(
    game: &Arc<CircuitGame>,
    guard: &FeatureValidation,
    new: &Features,
    old: &Features,
) -> Comparison {
    let comparison = |is_worse, figures: String| Comparison { is_worse, figures };
    let hints = |features: &Features| features.hints(&**game).map(Arc::new);
    let (one, other): (Arc<Hints<MoveId>>, _) = match (hints(new), hints(old)) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(why), Ok(_)) => {
            return comparison(true, format!("the new ones cannot be used: {why}"));
        }
        (_, Err(why)) => return comparison(false, format!("they cannot be used: {why}")),
    };
    if rank(new.used) != rank(old.used) {
        let figures = format!("they {}, the new ones {}", words(old.used), words(new.used));
        return comparison(rank(new.used) < rank(old.used), figures);
    }
    if new.used == Use::Never {
        return comparison(false, "neither they nor the new ones help".into());
    }
    let (others, seed) = (new.others, guard.seed ^ SEED_OF_COMPARISON);
    let verdict = FeatureValidation { others, seed, ..guard.clone() }.compare(game, &one, &other);
    let (points, n_games) = (verdict.points, verdict.n_games);
    let figures = format!("the new ones score {points} of {n_games} points against them");
    comparison(verdict.score() < 0.5, figures)
}

/// Ranks uses by the searches that are helped.
fn rank(used: Use) -> u8 {
    match used {
        Use::Never => 0,
        Use::Playouts => 1,
        Use::Always => 2,
    }
}

fn words(used: Use) -> &'static str {
    match used {
        Use::Never => "do not help",
        Use::Playouts => "help where playouts are counted",
        Use::Always => "help",
    }
}
