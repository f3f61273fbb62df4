//! How far a role is from its goal: the facts that are missing on the shortest
//! way there.

use std::sync::Arc;

use game::RoleId;
use search::evaluate::{Condition, Part, Plan};

use super::Kind;
use crate::evaluators::{Measure, Scene, Term, Turn, hindered, wish};

pub(super) fn kind() -> Kind {
    Kind { name: "goal-distance", alone: true, together: true, propose }
}

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    scene.players().flat_map(|role| of_role(scene, role)).collect()
}

/// How near a role is to its goal. That is worth more to those whose turn it is,
/// so there is a term for each turn.
pub fn of_role(scene: &Scene<'_>, role: RoleId) -> Vec<Term> {
    let Some(plan) = wish(scene, role) else { return Vec::new() };
    let plan = hindered(scene, &plan);
    let at_turn = |turn: &Turn| {
        let mut parts = plan.parts().to_vec();
        let goal = Condition::Part(parts.len() - 1);
        let unless = turn.others().map(Condition::Unless);
        parts.push(Part { is_all: true, conditions: [goal].into_iter().chain(unless).collect() });
        let name = scene.role_name(role);
        Term {
            kind: "goal-distance",
            name: format!("nearness of {name} to its goal{}", turn.name()),
            measure: Measure::Near(Arc::new(Plan::new(parts))),
        }
    };
    scene.turns().iter().map(at_turn).collect()
}
