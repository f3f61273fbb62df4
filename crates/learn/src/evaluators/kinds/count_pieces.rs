//! How many of a piece there are.

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "count-pieces", alone: true, together: true, propose }
}

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let count = |piece: usize| Term {
        kind: "count-pieces",
        name: format!("number of {}", scene.piece_name(piece)),
        measure: Measure::Facts(scene.of_piece(piece).map(|placed| (placed.fact, 1.0)).collect()),
    };
    (0..scene.structure.pieces.len()).map(count).collect()
}
