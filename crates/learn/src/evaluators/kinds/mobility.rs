//! A role's moves less those of the others.

use game::RoleId;

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

/// In a weighted sum it says nothing that `count-moves` does not.
pub(super) fn kind() -> Kind {
    Kind { name: "mobility", alone: true, together: false, propose }
}

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let worth = |own: RoleId, role: RoleId| if role == own { 1.0 } else { -1.0 };
    let term = |own: RoleId| Term {
        kind: "mobility",
        name: format!("moves of {} less those of others", scene.role_name(own)),
        measure: Measure::Moves(scene.players().map(|role| (role, worth(own, role))).collect()),
    };
    scene.players().filter(|_| scene.players().count() > 1).map(term).collect()
}
