//! Where pieces stand: on which cell, and on which row or column.

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "piece-square", alone: false, together: true, propose }
}

/// More cells than this are too many to tell apart: rows and columns will do.
const N_CELLS_MAX: usize = 1000;

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let terms = &scene.structure.terms;
    let mut found = Vec::new();
    for (at, piece) in scene.structure.pieces.iter().enumerate() {
        let board = &scene.structure.boards[piece.board];
        let name = scene.piece_name(at);
        for (number, groups) in scene.along_axes(at) {
            let axis = &board.axes[number];
            found.extend(groups.into_iter().map(|(place, facts)| {
                let facts = facts.into_iter().map(|fact| (fact, 1.0)).collect();
                let symbol = terms.show(axis.symbols[place]);
                let name = format!("{name} where argument {} is {symbol}", axis.path[0]);
                Term { kind: "piece-square", name, measure: Measure::Facts(facts) }
            }));
        }
    }
    if scene.placed.len() <= N_CELLS_MAX {
        found.extend(scene.placed.iter().map(|placed| Term {
            kind: "piece-square",
            name: terms.show(scene.term(placed.fact)).to_string(),
            measure: Measure::Facts(vec![(placed.fact, 1.0)]),
        }));
    }
    found
}
