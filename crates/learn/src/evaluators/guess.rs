//! What to think of positions where no game tells: that goals are to be neared.

use game::RoleId;

use super::{Fit, Model, Scene, Term, kinds};

/// What it is worth to have reached a goal.
const GOAL: f64 = 4.0;

/// What a step towards the target is worth.
const STEP: f64 = 0.05;

/// An evaluator without evidence, for roles: a role wants to be near its goal and
/// its pieces near their targets, and the others far.
pub fn guess(scene: &Scene<'_>, roles: &[RoleId]) -> Fit {
    let mut of_whom: Vec<(RoleId, f64, Term)> = Vec::new();
    for role in scene.players() {
        let near = kinds::nearness_of_role(scene, role);
        of_whom.extend(near.into_iter().map(|term| (role, GOAL, term)));
    }
    for (at, piece) in scene.structure.pieces.iter().enumerate() {
        let Some(term) = kinds::distance_of_piece(scene, at) else { continue };
        of_whom.extend(piece.role.map(|role| (RoleId::new(role), -STEP, term)));
    }
    let model = |&role: &RoleId| {
        let weight = |(whose, worth, _): &(RoleId, f64, Term)| match *whose == role {
            true => *worth,
            false => -*worth,
        };
        let weights: Vec<f64> = of_whom.iter().map(weight).collect();
        (role, Model { effects: weights.clone(), weights, always: 0.0 })
    };
    Fit {
        models: roles.iter().filter(|_| !of_whom.is_empty()).map(model).collect(),
        terms: of_whom.iter().map(|(_, _, term)| term.clone()).collect(),
        is_guess: true,
        ..Fit::default()
    }
}
