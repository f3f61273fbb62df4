//! Classifies groups as boards, stores or neither.

use std::collections::BTreeSet;

use ludex_gdl::{Sheet, SymbolId, TermId, TermStore};
use rustc_hash::FxHashMap;

use super::board::{Board, follow, orders};
use super::coordinates::Coordinates;
use super::group::Group;
use super::hexagons;
use super::history::History;
use super::layout::{Judge, Layout, overlap};
use super::links;
use super::motion::Motion;
use super::ordinal::Ordinal;
use super::piece::{self, Piece};
use super::rules::Mentions;
use super::shape::Shape;
use super::store::{self, Accumulator, Store};

/// The classified groups.
#[derive(Default)]
pub(super) struct Parts {
    pub boards: Vec<Board>,
    pub pieces: Vec<Piece>,
    pub accumulators: Vec<Accumulator>,
    pub stores: Vec<Store>,
}

/// Minimum number of cells of a board.
const N_CELLS_MIN: usize = 3;

/// The inputs of the classification.
pub(super) struct Inputs<'a> {
    pub sheet: &'a Sheet,
    pub terms: &'a TermStore,
    pub history: &'a History,
    pub groups: &'a [Group],
    pub ordinals: &'a [Ordinal],
    pub roles: &'a [TermId],
    /// The possible facts, where they are known.
    pub possible: &'a [TermId],
    /// Relations already classified otherwise.
    pub told: &'a [SymbolId],
}

impl Inputs<'_> {
    pub fn select(&self) -> Parts {
        let Self { sheet, terms, history, groups, ordinals, roles, told, .. } = *self;
        let mentions = Mentions::new(sheet);
        let idle = idle(groups);
        let judge = Judge { history, mentions: &mentions, ordinals, roles, idle: &idle };
        let mut candidates: Vec<(&Group, Layout)> = Vec::new();
        for group in groups.iter().filter(|group| !group.is_constant) {
            candidates.extend(judge.layout(group).map(|layout| (group, layout)));
        }
        // The most board-like groups first: later ones may describe their cells.
        candidates.sort_by_key(|(_, layout)| {
            (layout.location.len() < 2 || layout.content.is_none(), !layout.is_key)
        });
        let mut parts = Parts::default();
        let mut taken: Vec<(&Group, Layout)> = Vec::new();
        for (group, layout) in candidates {
            if is_board(group, &layout, &judge, &taken, history) {
                let extra = self.possible_cells(group, &layout);
                let mut board = Board::new(group, &layout, &extra, ordinals);
                groups.iter().for_each(|group| board.widen(group, ordinals));
                let motion = Motion::new(history, group, &layout, roles.len());
                let is_graph = board.shape == Shape::Graph;
                if is_graph {
                    board.links = links::named(sheet, terms, &board, &motion);
                    let names = &board.axes[board.plane.across[0]].symbols;
                    if let Some(found) = Coordinates::find(sheet, terms, ordinals, names) {
                        board.locate(found);
                    }
                } else if let Some(links) = hexagons::links(sheet, terms, &board) {
                    board.links = links;
                }
                let found = piece::find(parts.boards.len(), &board, group, &layout, &motion, roles);
                board.blank = found.blank;
                board.fixed = found.fixed;
                // On a board that uses every other square, neighbours are diagonal.
                if board.links.is_empty() && !is_graph {
                    board.links = links::near_hops(&board, &layout, group, &motion);
                }
                parts.pieces.extend(found.pieces);
                parts.boards.push(board);
                taken.push((group, layout));
            } else if told.contains(&group.name) {
                continue;
            } else if let Some(found) = store::accumulator(group, &layout, &judge) {
                parts.accumulators.push(found);
            } else {
                parts.stores.extend(store::store(group, &layout, &judge));
            }
        }
        parts
    }
}

impl Inputs<'_> {
    /// The cells of all possible facts, as far as these are known, if the second half of the
    /// random games still reached new cells. (Possible facts may include cells that are never
    /// used, such as holes.)
    fn possible_cells(&self, group: &Group, layout: &Layout) -> Vec<Vec<TermId>> {
        let mut early = vec![false; self.history.facts().len()];
        for at in 0..self.history.n_states() / 2 {
            self.history.state(at).iter().for_each(|&fact| early[fact as usize] = true);
        }
        let place =
            |row: &[u32]| -> Vec<u32> { layout.location.iter().map(|&at| row[at]).collect() };
        let is_early = |(fact, _): &&(u32, Vec<u32>)| early[*fact as usize];
        let met: BTreeSet<Vec<u32>> =
            group.rows.iter().filter(is_early).map(|(_, row)| place(row)).collect();
        if group.rows.iter().all(|(_, row)| met.contains(&place(row))) {
            return Vec::new();
        }
        let is_of_group = |fact: TermId| {
            self.terms.name(fact) == group.name && self.terms.args(fact).len() == group.n_args
        };
        let cell = |fact: TermId| -> Option<Vec<TermId>> {
            let part = |&at: &usize| follow(self.terms, fact, &group.columns[at].path);
            layout.location.iter().map(part).collect()
        };
        self.possible.iter().copied().filter(|&fact| is_of_group(fact)).filter_map(cell).collect()
    }
}

/// Whether a group is a board, given the boards so far.
fn is_board(
    group: &Group,
    layout: &Layout,
    judge: &Judge<'_>,
    boards: &[(&Group, Layout)],
    history: &History,
) -> bool {
    let columns = || layout.location.iter().map(|&at| &group.columns[at]);
    let is_in_row =
        |at: usize| Ordinal::covering(judge.ordinals, &group.columns[at].symbols).is_some();
    // Roles are owners, not places.
    if columns().any(|column| judge.role_share(column) == 1.0) {
        return false;
    }
    let n_cells = cells(group, layout).len();
    if n_cells < N_CELLS_MIN {
        return false;
    }
    if layout.location.len() == 1 {
        // A relation of items with numbers, or of items with items.
        let Some(content) = layout.content else { return false };
        let place = &group.columns[layout.location[0]];
        let common = overlap(place, &group.columns[content]);
        let is_of_things = common >= 0.5 || common > 0.0 && !layout.is_full;
        // Its places are coordinates or pieces of a board.
        let is_on_axis = boards
            .iter()
            .any(|(board, _)| board.columns.iter().any(|column| overlap(place, column) > 0.0));
        let is_loose = !layout.is_full && !boards.is_empty();
        return !(is_in_row(content) || is_of_things || is_on_axis || is_loose || layout.is_single);
    }
    if layout.content.is_none() && !layout.location.iter().all(|&at| is_in_row(at)) {
        return false;
    }
    !boards.iter().any(|board| is_about(group, layout, board, history))
}

/// Whether a group only describes cells of a board.
fn is_about(
    group: &Group,
    layout: &Layout,
    (board, of_board): &(&Group, Layout),
    history: &History,
) -> bool {
    let is_on_axis = |&at: &usize| {
        of_board.location.iter().any(|&axis| {
            let axis = &board.columns[axis];
            group.columns[at].symbols.iter().all(|symbol| axis.symbols.contains(symbol))
        })
    };
    if !layout.location.iter().all(is_on_axis) {
        return false;
    }
    let n_cells = cells(board, of_board).len() as f64;
    let is_rare = of_board.is_full && group.size.mean() < 0.15 * n_cells;
    is_rare
        || layout.content.is_none()
        || layout.is_single
        || is_within(group, layout, board, of_board, history)
}

/// Whether every state with a fact of the group has a fact of the board at the same place, with
/// the coordinates in any order.
fn is_within(
    group: &Group,
    layout: &Layout,
    board: &Group,
    of_board: &Layout,
    history: &History,
) -> bool {
    if layout.location.len() != of_board.location.len() || of_board.is_full {
        return false;
    }
    let place = |group: &Group, location: &[usize], row: &[u32]| -> Vec<TermId> {
        location.iter().map(|&at| group.columns[at].symbols[row[at] as usize]).collect()
    };
    let mut at_place: FxHashMap<Vec<TermId>, Vec<u32>> = FxHashMap::default();
    for (fact, row) in &board.rows {
        at_place.entry(place(board, &of_board.location, row)).or_default().push(*fact);
    }
    orders(&layout.location).into_iter().any(|location| {
        let here =
            |(fact, row): &(u32, Vec<u32>)| (*fact, at_place.get(&place(group, &location, row)));
        let places: FxHashMap<u32, Option<&Vec<u32>>> = group.rows.iter().map(here).collect();
        let is_there = |facts: &Option<&Vec<u32>>, state: &[u32]| {
            facts.is_some_and(|facts| facts.iter().any(|fact| state.binary_search(fact).is_ok()))
        };
        history.sample(N_STATES).all(|state| {
            state.iter().filter_map(|fact| places.get(fact)).all(|facts| is_there(facts, state))
        })
    })
}

/// Number of states for the comparison of two groups.
const N_STATES: usize = 100;

/// The places in the facts of a group.
fn cells(group: &Group, layout: &Layout) -> BTreeSet<Vec<u32>> {
    let place = |row: &[u32]| layout.location.iter().map(|&at| row[at]).collect();
    group.rows.iter().map(|(_, row)| place(row)).collect()
}

/// Symbols that are the only ones of columns in several groups. In one group such a symbol may
/// be the name of the content; in several it is noise.
fn idle(groups: &[Group]) -> Vec<TermId> {
    let mut seen: Vec<TermId> = Vec::new();
    let mut idle = Vec::new();
    for group in groups {
        let mut here: Vec<TermId> = group
            .columns
            .iter()
            .filter(|column| column.symbols.len() == 1)
            .map(|column| column.symbols[0])
            .collect();
        here.sort_unstable();
        here.dedup();
        idle.extend(here.iter().filter(|symbol| seen.contains(symbol)));
        seen.extend(here);
    }
    idle
}
