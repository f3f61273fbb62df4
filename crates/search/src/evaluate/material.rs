//! Piece difference.

use game::{Evaluator, NamedEvaluator, Playable, RoleId};

/// How much more the role's pieces are worth than those of any other role.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

/// How many pieces more make a clear advantage.
const SCALE: f64 = 5.0;

pub(super) fn named<G: Playable>() -> NamedEvaluator<G> {
    NamedEvaluator {
        name: "material",
        about: "own pieces less the best opponent's, where the game's pieces are known",
        make: || Box::new(Material),
    }
}

impl<G: Playable> Evaluator<G> for Material {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        let pieces = |role: usize| game.pieces(state, RoleId::new(role)).unwrap_or(0.0);
        let others = (0..game.roles().len()).filter(|&other| other != role.index());
        let best = others.map(pieces).fold(0.0, f64::max);
        game::squash(pieces(role.index()) - best, SCALE)
    }
}
