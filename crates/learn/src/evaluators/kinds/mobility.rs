//! The legal moves of a role less those of the others.

use ludex_game::RoleId;
use ludex_search::evaluate::AnyMeasure;

use super::Kind;
use crate::evaluators::{GameContext, Term};

/// In a weighted sum it is redundant beside `count-moves`.
pub(super) fn kind() -> Kind {
    Kind { name: "mobility", alone: true, together: false, propose }
}

fn propose(context: &GameContext<'_>) -> Vec<Term> {
    let worth = |own: RoleId, role: RoleId| if role == own { 1.0 } else { -1.0 };
    let term = |own: RoleId| {
        let name = format!("moves of {} less those of others", context.role_name(own));
        let moves = context.players().map(|role| (worth(own, role), AnyMeasure::Moves(role)));
        Term::new("mobility", name, moves.collect())
    };
    context.players().filter(|_| context.players().count() > 1).map(term).collect()
}
