//! Mobility.

use ludex_game::{Evaluator, Game, NamedEvaluator, Playable, RoleId};

/// Number of moves of the role minus those of all others. A role that waits has one move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

/// The difference in moves that is a clear advantage.
const SCALE: f64 = 20.0;

pub(super) fn named<G: Playable>() -> NamedEvaluator<G> {
    NamedEvaluator {
        name: "mobility",
        about: "own legal moves less those of the others",
        make: |_| Box::new(Mobility),
    }
}

impl<G: Game> Evaluator<G> for Mobility {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        let mut moves = Vec::new();
        let mut advantage = 0.0;
        for (at, other) in game.roles().iter().enumerate() {
            if other.is_chance() {
                continue;
            }
            game.legal_moves(state, RoleId::new(at), &mut moves);
            let n_moves = moves.len() as f64;
            advantage += if at == role.index() { n_moves } else { -n_moves };
        }
        ludex_game::squash(advantage, SCALE)
    }
}
