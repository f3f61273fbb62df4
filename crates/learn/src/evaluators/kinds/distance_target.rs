//! The distance of a piece from the cells that goals name.

use super::Kind;
use super::distance_initial::distance;
use crate::evaluators::{GameContext, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "distance-to-target", alone: true, together: true, propose }
}

fn propose(context: &GameContext<'_>) -> Vec<Term> {
    (0..context.structure.pieces.len()).filter_map(|piece| of_piece(context, piece)).collect()
}

/// The distance of one piece.
pub fn of_piece(context: &GameContext<'_>, piece: usize) -> Option<Term> {
    let board = &context.structure.boards[context.structure.pieces[piece].board];
    let wanted = context.structure.patterns.iter().flat_map(|pattern| &pattern.facts);
    let mut targets = Vec::new();
    for written in wanted {
        let fits = context.of_piece(piece).filter(|one| context.is_instance(one.fact, written));
        let cells: Vec<usize> = fits.map(|placed| placed.cell).collect();
        // A piece that may be on most cells has no target.
        if cells.len() < board.cells.len() / 2 {
            targets.extend(cells);
        }
    }
    let name = format!("steps of {} to its target", context.piece_name(piece));
    distance(context, "distance-to-target", name, piece, &targets)
}
