//! What the rules would give a role if the game ended here.

use game::{Game, RoleId};

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "exact", alone: true, together: false, propose }
}

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let players = scene.game.roles().iter().enumerate().filter(|(_, role)| !role.is_chance());
    let term = |(at, role): (usize, &game::Role)| Term {
        kind: "exact",
        name: format!("goal of {}", role.name),
        measure: Measure::Goal(RoleId::new(at)),
    };
    players.map(term).collect()
}
