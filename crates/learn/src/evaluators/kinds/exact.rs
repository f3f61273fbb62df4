//! What the rules would give a role if the game ended here.

use game::RoleId;

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "exact", alone: true, together: true, propose }
}

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let term = |role: RoleId| Term {
        kind: "exact",
        name: format!("goal of {}", scene.role_name(role)),
        measure: Measure::Goal(role),
    };
    scene.players().map(term).collect()
}
