//! The census: how often features apply in random games, and how often they work.

use std::sync::Arc;

use ludex_gdl::single::{CircuitGame, MoveId};
use rustc_hash::FxHashMap;

use super::Chart;
use super::trace::Tracer;

/// Counts in random games how often each feature applies, how often its move is
/// then made, and how often the game is won.
pub fn take_census(game: &Arc<CircuitGame>, chart: &mut Chart, n_games: u32, seed: u64) {
    let mut of_move = FxHashMap::<MoveId, Vec<usize>>::default();
    for (at, feature) in chart.features().iter().enumerate() {
        of_move.entry(feature.mv).or_default().push(at);
    }
    let mut tracer = Tracer::new(game, seed);
    let mut single = game.single();
    for number in 0..n_games {
        let Some(trace) = tracer.play(u64::from(number)) else { continue };
        let best = trace.goals.iter().max();
        let is_won = |role: usize| {
            let n_best = trace.goals.iter().filter(|goal| Some(*goal) == best).count();
            u32::from(n_best == 1 && Some(&trace.goals[role]) == best)
        };
        let steps = trace.states.iter().zip(&trace.joints).zip(&trace.movers);
        for ((state, joint), &role) in steps {
            single.turn_to(state);
            for mv in single.legal_moves(ludex_game::RoleId::new(role)) {
                for &at in of_move.get(&mv).into_iter().flatten() {
                    let feature = &mut chart.features_mut()[at];
                    if feature.is_met(state) {
                        feature.n_met += 1;
                        feature.n_met_won += is_won(role);
                        if joint[role] == mv {
                            feature.n_made += 1;
                            feature.n_worked += is_won(role);
                        }
                    }
                }
            }
        }
    }
}
