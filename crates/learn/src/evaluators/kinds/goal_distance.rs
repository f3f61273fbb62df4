//! How far a role is from its goal: the facts that are missing on the shortest
//! way there.

use std::sync::Arc;

use search::evaluate::{Condition, Part, Plan};

use super::Kind;
use crate::evaluators::{Measure, Scene, Term, hindered, wish};

pub(super) fn kind() -> Kind {
    Kind { name: "goal-distance", alone: true, together: true, propose }
}

/// Being near is worth more to those whose turn it is, so there is a term for
/// each turn.
fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let mut terms = Vec::new();
    for role in scene.players() {
        let Some(plan) = wish(scene, role) else { continue };
        let plan = hindered(scene, &plan);
        terms.extend(scene.turns().iter().map(|turn| {
            let mut parts = plan.parts().to_vec();
            let goal = Condition::Part(parts.len() - 1);
            let unless = turn.others().map(Condition::Unless);
            parts.push(Part {
                is_all: true,
                conditions: [goal].into_iter().chain(unless).collect(),
            });
            let name = scene.role_name(role);
            Term {
                kind: "goal-distance",
                name: format!("nearness of {name} to its goal{}", turn.name()),
                measure: Measure::Near(Arc::new(Plan::new(parts))),
            }
        }));
    }
    terms
}
