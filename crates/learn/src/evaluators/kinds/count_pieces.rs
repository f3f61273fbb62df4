//! The number of pieces of one sort.

use super::Kind;
use crate::evaluators::{GameContext, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "count-pieces", alone: true, together: true, propose }
}

fn propose(context: &GameContext<'_>) -> Vec<Term> {
    let count = |piece: usize| {
        let name = format!("number of {}", context.piece_name(piece));
        Term::of_facts("count-pieces", name, context.of_piece(piece).map(|one| (one.fact, 1.0)))
    };
    (0..context.structure.pieces.len()).map(count).collect()
}
