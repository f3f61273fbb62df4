//! The goal value of a role if the game ended here.

use ludex_game::RoleId;
use ludex_search::evaluate::AnyMeasure;

use super::Kind;
use crate::evaluators::{GameContext, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "exact", alone: true, together: true, propose }
}

fn propose(context: &GameContext<'_>) -> Vec<Term> {
    let term = |role: RoleId| {
        let name = format!("goal of {}", context.role_name(role));
        Term::new("exact", name, vec![(1.0, AnyMeasure::Goal(role))])
    };
    context.players().map(term).collect()
}
