//! How many moves a role has.

use game::RoleId;

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "count-moves", alone: true, together: true, propose }
}

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let term = |role: RoleId| Term {
        kind: "count-moves",
        name: format!("moves of {}", scene.role_name(role)),
        measure: Measure::Moves(vec![(role, 1.0)]),
    };
    scene.players().map(term).collect()
}
