//! How far a piece is from where goals want it.

use super::Kind;
use super::distance_initial::distance;
use crate::evaluators::{Scene, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "distance-to-target", alone: true, together: true, propose }
}

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    (0..scene.structure.pieces.len()).filter_map(|piece| of_piece(scene, piece)).collect()
}

/// The distance of one piece.
pub fn of_piece(scene: &Scene<'_>, piece: usize) -> Option<Term> {
    let board = &scene.structure.boards[scene.structure.pieces[piece].board];
    let wanted = scene.structure.patterns.iter().flat_map(|pattern| &pattern.facts);
    let mut targets = Vec::new();
    for written in wanted {
        let fits = scene.of_piece(piece).filter(|one| scene.is_instance(one.fact, written));
        let cells: Vec<usize> = fits.map(|placed| placed.cell).collect();
        // What may be anywhere is nowhere in particular.
        if cells.len() < board.cells.len() / 2 {
            targets.extend(cells);
        }
    }
    let name = format!("steps of {} to its target", scene.piece_name(piece));
    distance(scene, "distance-to-target", name, piece, &targets)
}
