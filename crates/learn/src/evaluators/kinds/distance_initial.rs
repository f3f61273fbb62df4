//! How far a piece has come from where it began.

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "distance-initial", alone: true, together: true, propose }
}

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let term = |piece: usize| {
        let from = scene.initial_cells(piece);
        let name = format!("steps of {} from its start", scene.piece_name(piece));
        distance(scene, "distance-initial", name, piece, &from)
    };
    (0..scene.structure.pieces.len()).filter_map(term).collect()
}

/// The distances of a piece from some cells, as a term; none if they are all
/// the same.
pub(super) fn distance(
    scene: &Scene<'_>,
    kind: &'static str,
    name: String,
    piece: usize,
    from: &[usize],
) -> Option<Term> {
    let board = scene.structure.pieces[piece].board;
    let distances = scene.distances(board, from);
    let far = |placed: &crate::evaluators::Placed| {
        let steps = distances[placed.cell]?;
        (steps > 0).then_some((placed.fact, f64::from(steps)))
    };
    let facts: Vec<(usize, f64)> = scene.of_piece(piece).filter_map(far).collect();
    (!facts.is_empty()).then_some(Term { kind, name, measure: Measure::Facts(facts) })
}
