//! A role's moves less those of the others.

use game::{Game, RoleId};

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

/// In a weighted sum it says nothing that `count-moves` does not.
pub(super) fn kind() -> Kind {
    Kind { name: "mobility", alone: true, together: false, propose }
}

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let roles = scene.game.roles();
    let players: Vec<usize> = (0..roles.len()).filter(|&at| !roles[at].is_chance()).collect();
    let worth = |own: usize, at: usize| if at == own { 1.0 } else { -1.0 };
    let term = |&own: &usize| Term {
        kind: "mobility",
        name: format!("moves of {} less those of others", roles[own].name),
        measure: Measure::Moves(
            players.iter().map(|&at| (RoleId::new(at), worth(own, at))).collect(),
        ),
    };
    players.iter().filter(|_| players.len() > 1).map(term).collect()
}
