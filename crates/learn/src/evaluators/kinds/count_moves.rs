//! The number of legal moves of a role.

use ludex_game::RoleId;
use ludex_search::evaluate::AnyMeasure;

use super::Kind;
use crate::evaluators::{GameContext, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "count-moves", alone: true, together: true, propose }
}

fn propose(context: &GameContext<'_>) -> Vec<Term> {
    let term = |role: RoleId| {
        let name = format!("moves of {}", context.role_name(role));
        Term::new("count-moves", name, vec![(1.0, AnyMeasure::Moves(role))])
    };
    context.players().map(term).collect()
}
