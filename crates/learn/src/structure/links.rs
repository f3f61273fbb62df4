//! Links between neighbouring cells.

use std::collections::BTreeSet;

use ludex_gdl::{Sheet, TermKind, TermStore};
use rustc_hash::FxHashMap;

use super::board::Board;
use super::group::Group;
use super::layout::Layout;
use super::motion::Motion;

/// Neighbouring cells of a board without coordinates: both occur in facts of the rules, or a
/// piece moved from one to the other.
pub(super) fn named(
    sheet: &Sheet,
    terms: &TermStore,
    board: &Board,
    motion: &Motion,
) -> Vec<(usize, usize)> {
    let axis = &board.axes[board.plane.across[0]];
    let mut place_of = FxHashMap::default();
    for (at, &symbol) in axis.symbols.iter().enumerate() {
        place_of.insert(terms.name(symbol), at);
    }
    let mut links = BTreeSet::new();
    let mut add = |from: usize, to: usize| links.insert((from.min(to), from.max(to)));
    for rule in sheet.rules().iter().filter(|rule| rule.body.is_empty()) {
        let place = |term: &ludex_gdl::Term| match term.kind {
            TermKind::Constant(name) => place_of.get(&name).copied(),
            _ => None,
        };
        let places: Vec<usize> = rule.head.args.iter().filter_map(place).collect();
        if let [from, to] = places[..]
            && from != to
        {
            add(from, to);
        }
    }
    if links.is_empty() {
        for &(_, from, to) in motion.hops.keys() {
            links.insert((from.min(to) as usize, from.max(to) as usize));
        }
    }
    links.into_iter().collect()
}

/// Cells between which a piece moved, at most one apart along each axis.
pub(super) fn near_hops(
    board: &Board,
    layout: &Layout,
    group: &Group,
    motion: &Motion,
) -> Vec<(usize, usize)> {
    let place = |cell: u32| -> Vec<usize> {
        let columns = board.axes.iter().zip(&layout.location).zip(&motion.cells[cell as usize]);
        columns
            .map(|((axis, &column), &symbol)| {
                let symbol = group.columns[column].symbols[symbol as usize];
                axis.symbols.iter().position(|&other| other == symbol).unwrap_or(0)
            })
            .collect()
    };
    let mut links = BTreeSet::new();
    for &(_, from, to) in motion.hops.keys() {
        let (a, b) = (place(from), place(to));
        let is_near = a.iter().zip(&b).all(|(x, y)| x.abs_diff(*y) <= 1);
        if let (true, Ok(from), Ok(to)) =
            (is_near, board.cells.binary_search(&a), board.cells.binary_search(&b))
        {
            links.insert((from.min(to), from.max(to)));
        }
    }
    links.into_iter().collect()
}
