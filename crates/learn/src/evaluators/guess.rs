//! An evaluator without evidence: distances to goals and targets.

use ludex_game::RoleId;

use super::{Fit, GameContext, Model, Term, kinds};

/// The weight of a goal that is reached.
const GOAL: f64 = 4.0;

/// The weight of a step towards a target.
const STEP: f64 = 0.05;

/// The evaluator for games with a single outcome: a role is better off near its goal, with its
/// pieces near their targets and those of other roles far from theirs.
pub fn guess(context: &GameContext<'_>, roles: &[RoleId]) -> Fit {
    let mut of_whom: Vec<(RoleId, f64, Term)> = Vec::new();
    for role in context.players() {
        let near = kinds::nearness_of_role(context, role);
        of_whom.extend(near.into_iter().map(|term| (role, GOAL, term)));
    }
    for (at, piece) in context.structure.pieces.iter().enumerate() {
        let Some(term) = kinds::distance_of_piece(context, at) else { continue };
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
