//! Pieces that share a row or column.

use ludex_search::evaluate::AnyMeasure;

use super::Kind;
use crate::evaluators::{GameContext, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "occupied-columns", alone: true, together: true, propose }
}

/// For each axis, the pieces that share a place on it, squared: two in one column count more
/// than two in two.
fn propose(context: &GameContext<'_>) -> Vec<Term> {
    let mut terms = Vec::new();
    for (at, piece) in context.structure.pieces.iter().enumerate() {
        let board = &context.structure.boards[piece.board];
        for (axis, groups) in context.along_axes(at) {
            let arg = board.axes[axis].path[0];
            let name = format!("{} in line by argument {arg}", context.piece_name(at));
            let squares = groups.into_values().map(|facts| (1.0, AnyMeasure::Squares(facts)));
            terms.push(Term::new("occupied-columns", name, squares.collect()));
        }
    }
    terms
}
