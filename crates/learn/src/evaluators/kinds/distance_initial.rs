//! The distance of a piece from its initial cells.

use super::Kind;
use crate::evaluators::{GameContext, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "distance-initial", alone: true, together: true, propose }
}

fn propose(context: &GameContext<'_>) -> Vec<Term> {
    let term = |piece: usize| {
        let from = context.initial_cells(piece);
        let name = format!("steps of {} from its start", context.piece_name(piece));
        distance(context, "distance-initial", name, piece, &from)
    };
    (0..context.structure.pieces.len()).filter_map(term).collect()
}

/// The distances of a piece from some cells, as a term; none if they are all
/// the same.
pub(super) fn distance(
    context: &GameContext<'_>,
    kind: &'static str,
    name: String,
    piece: usize,
    from: &[usize],
) -> Option<Term> {
    let board = context.structure.pieces[piece].board;
    let distances = context.distances(board, from);
    let far = |placed: &crate::evaluators::Placed| {
        let steps = distances[placed.cell]?;
        (steps > 0).then_some((placed.fact, f64::from(steps)))
    };
    let facts: Vec<(usize, f64)> = context.of_piece(piece).filter_map(far).collect();
    (!facts.is_empty()).then(|| Term::of_facts(kind, name, facts))
}
