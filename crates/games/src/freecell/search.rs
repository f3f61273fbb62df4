//! Best-first search with a table of all positions met.

use ludex_game::SolverLimits;
use smallvec::SmallVec;

use super::board::{Board, N_COLUMNS_MAX};
use super::evaluation::{ColumnTerms, Weights};
use super::frontier::Frontier;
use super::key::Key;
use super::shortcut::{Shortcut, Target};
use super::solver::Stage;

/// A position that was met.
#[derive(Clone, Copy, Debug)]
struct Node {
    key: Key,
    parent: u32,
    shortcut: Shortcut,
    n_moved: u16,
}

/// The end of a search.
#[derive(Debug)]
pub(super) enum Found {
    /// Shortcuts to a position from which all cards can go home.
    Way(Vec<Shortcut>),
    /// All positions were expanded.
    Nothing,
    /// A limit ended the search.
    Stopped,
}

/// Memory that searches share, one after another.
#[derive(Debug, Default)]
pub(super) struct Search {
    nodes: Vec<Node>,
    table: Vec<u32>,
    frontier: Frontier,
    columns: Columns,
    /// Nodes expanded by all searches.
    pub n_expanded: u64,
}

/// The terms of the columns of one position, for each height.
#[derive(Debug, Default)]
struct Columns {
    terms: Vec<ColumnTerms>,
    /// Where the terms of each column begin, with those of no card.
    starts: SmallVec<[u32; N_COLUMNS_MAX + 1]>,
}

impl Columns {
    fn clear(&mut self) {
        self.terms.clear();
        self.starts.clear();
    }

    /// Begins a column.
    #[inline(always)]
    fn begin(&mut self) {
        self.starts.push(self.terms.len() as u32);
        self.terms.push(ColumnTerms::default());
    }

    /// Puts a card on the last column.
    #[inline(always)]
    fn push(&mut self, weights: &Weights, card: u8) {
        let below = self.terms[self.terms.len() - 1];
        self.terms.push(weights.with_card(below, card));
    }

    #[inline(always)]
    fn of(&self, column: usize, n_cards: usize) -> ColumnTerms {
        self.terms[self.starts[column] as usize + n_cards]
    }

    /// The terms of a whole column.
    #[inline(always)]
    fn all(&self, column: usize) -> ColumnTerms {
        let end = self.starts.get(column + 1).map_or(self.terms.len(), |&start| start as usize);
        self.terms[end - 1]
    }

    /// The terms of a column that has lost cards at its top, or got some.
    #[inline(always)]
    fn changed(&self, weights: &Weights, column: usize, cards: &[u8]) -> ColumnTerms {
        let end = self.starts.get(column + 1).map_or(self.terms.len(), |&start| start as usize);
        let n_before = end - 1 - self.starts[column] as usize;
        match cards.get(n_before..) {
            None => self.of(column, cards.len()),
            Some(new) => {
                let before = self.of(column, n_before);
                new.iter().fold(before, |terms, &card| weights.with_card(terms, card))
            }
        }
    }
}

/// No node.
const FREE: u32 = u32::MAX;

/// The slots of the table at first.
const N_SLOTS: usize = 1 << 12;

/// Nodes between two looks at the limits.
const N_NODES_PER_LOOK: u64 = 1024;

impl Search {
    /// Searches from a position.
    pub fn run(&mut self, board: &mut Board, stage: &Stage, limits: &SolverLimits<'_>) -> Found {
        self.nodes.clear();
        self.table.clear();
        self.table.resize(N_SLOTS, FREE);
        self.frontier.clear();
        let weights = &stage.weights;
        let none = Shortcut { base: 0, n: 0, to: Target::Cell };
        self.enter(Node { key: board.key(), parent: FREE, shortcut: none, n_moved: 0 });
        self.frontier.push(0, 0);
        let mut shortcuts = Vec::new();
        let mut n_here = 0;
        while let Some(at) = self.frontier.pop() {
            if n_here % N_NODES_PER_LOOK == 0 && self.is_over(limits) {
                return Found::Stopped;
            }
            if n_here >= stage.nodes_max || self.n_expanded >= limits.nodes_max {
                return Found::Stopped;
            }
            n_here += 1;
            self.n_expanded += 1;
            if let Some(goal) = self.expand(at, board, stage, weights, &mut shortcuts) {
                return Found::Way(self.way_to(goal));
            }
        }
        Found::Nothing
    }

    /// Enters all positions one shortcut away, and returns one whose cards can all go home.
    fn expand(
        &mut self,
        at: u32,
        board: &mut Board,
        stage: &Stage,
        weights: &Weights,
        shortcuts: &mut Vec<Shortcut>,
    ) -> Option<u32> {
        let Node { key, n_moved, .. } = self.nodes[at as usize];
        board.set(key);
        self.columns.clear();
        let (mut sum_of_columns, mut n_blocking) = (0, 0);
        for column in 0..board.n_columns() {
            self.columns.begin();
            for &card in board.column(column) {
                self.columns.push(weights, card);
            }
            let terms = self.columns.of(column, board.column(column).len());
            sum_of_columns += terms.sum;
            n_blocking += terms.n_blocking;
        }
        if n_blocking == 0 {
            return Some(at);
        }
        board.shortcuts(stage.is_complete, shortcuts);
        for &shortcut in shortcuts.iter() {
            let mut changed = board.make(shortcut);
            let n_moved = n_moved.saturating_add(shortcut.n.into());
            let node = Node { key: board.key(), parent: at, shortcut, n_moved };
            if let Some(new) = self.enter(node) {
                let (mut sum, mut n_blocking) = (sum_of_columns, n_blocking);
                while changed != 0 {
                    let column = changed.trailing_zeros() as usize;
                    changed &= changed - 1;
                    let now = self.columns.changed(weights, column, board.column(column));
                    let before = self.columns.all(column);
                    sum += now.sum - before.sum;
                    n_blocking += now.n_blocking - before.n_blocking;
                }
                if n_blocking == 0 {
                    board.undo();
                    return Some(new);
                }
                self.frontier.push(sum + weights.others(board, n_moved.into()), new);
            }
            board.undo();
        }
        None
    }

    fn is_over(&self, limits: &SolverLimits<'_>) -> bool {
        // Each takes up to three times its size while it grows; a node is in the frontier, too.
        let bytes = 3 * (self.nodes.len() * (size_of::<Node>() + 4) + self.table.len() * 4);
        bytes > limits.memory_bytes_max || (limits.is_due)()
    }

    /// The number of a node whose position is new.
    #[inline]
    fn enter(&mut self, node: Node) -> Option<u32> {
        let at = self.slot_of(&node.key);
        if self.table[at] != FREE {
            return None;
        }
        let number = self.nodes.len() as u32;
        self.table[at] = number;
        self.nodes.push(node);
        if 2 * self.nodes.len() > self.table.len() {
            self.grow();
        }
        Some(number)
    }

    /// The slot of the node with a key, or the free one for it.
    #[inline]
    fn slot_of(&self, key: &Key) -> usize {
        let mask = self.table.len() - 1;
        let mut at = key.hash() as usize & mask;
        while self.table[at] != FREE && self.nodes[self.table[at] as usize].key != *key {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        let n_slots = 2 * self.table.len();
        self.table.clear();
        self.table.resize(n_slots, FREE);
        for number in 0..self.nodes.len() {
            let at = self.slot_of(&self.nodes[number].key);
            self.table[at] = number as u32;
        }
    }

    fn way_to(&self, mut at: u32) -> Vec<Shortcut> {
        let mut way = Vec::new();
        while self.nodes[at as usize].parent != FREE {
            way.push(self.nodes[at as usize].shortcut);
            at = self.nodes[at as usize].parent;
        }
        way.reverse();
        way
    }
}
