//! How much pieces stand in line.

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "occupied-columns", alone: true, together: true, propose }
}

/// For each axis, the pieces that share a place on it, counted twice over: two
/// in one column are worth more than two in two.
fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let mut terms = Vec::new();
    for (at, piece) in scene.structure.pieces.iter().enumerate() {
        let board = &scene.structure.boards[piece.board];
        for (axis, groups) in scene.along_axes(at) {
            let arg = board.axes[axis].path[0];
            terms.push(Term {
                kind: "occupied-columns",
                name: format!("{} in line by argument {arg}", scene.piece_name(at)),
                measure: Measure::Squares(groups.into_values().collect()),
            });
        }
    }
    terms
}
