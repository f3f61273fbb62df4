//! Piece-square tables: a weight for each cell, row and column.

use super::Kind;
use crate::evaluators::{GameContext, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "piece-square", alone: false, together: true, propose }
}

/// With more cells, only rows and columns have weights.
const N_CELLS_MAX: usize = 1000;

fn propose(context: &GameContext<'_>) -> Vec<Term> {
    let terms = &context.structure.terms;
    let mut found = Vec::new();
    for (at, piece) in context.structure.pieces.iter().enumerate() {
        let board = &context.structure.boards[piece.board];
        let name = context.piece_name(at);
        for (number, groups) in context.along_axes(at) {
            let axis = &board.axes[number];
            found.extend(groups.into_iter().map(|(place, facts)| {
                let facts = facts.into_iter().map(|fact| (fact, 1.0));
                let symbol = terms.show(axis.symbols[place]);
                let name = format!("{name} where argument {} is {symbol}", axis.path[0]);
                Term::of_facts("piece-square", name, facts)
            }));
        }
    }
    if context.placed.len() <= N_CELLS_MAX {
        found.extend(context.placed.iter().map(|placed| {
            let name = terms.show(context.term(placed.fact)).to_string();
            Term::of_facts("piece-square", name, [(placed.fact, 1.0)])
        }));
    }
    found
}
