//! How many moves a role has.

use game::{Game, RoleId};

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "count-moves", alone: true, together: true, propose }
}

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let players = scene.game.roles().iter().enumerate().filter(|(_, role)| !role.is_chance());
    let term = |(at, role): (usize, &game::Role)| Term {
        kind: "count-moves",
        name: format!("moves of {}", role.name),
        measure: Measure::Moves(vec![(RoleId::new(at), 1.0)]),
    };
    players.map(term).collect()
}
