//! Sequences of cards that are moved at once, and the single moves that they stand for.

use smallvec::SmallVec;

use super::card::Card;
use super::state::{Move, Place, State, is_safe};

/// A sequence of cards, from its deepest on, and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shortcut {
    /// The number of the deepest card.
    pub base: u8,
    /// The number of cards.
    pub n: u8,
    pub to: Target,
}

/// Where a sequence goes. Empty columns and cells are all alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Onto the card of a number.
    Onto(u8),
    /// To an empty column.
    Empty,
    Cell,
    Home,
}

/// A way home in single moves.
pub(super) struct Way {
    pub state: State,
    pub moves: Vec<Move>,
    /// The cards moved, where a sequence counts once for each of its cards.
    pub n_moves: u32,
}

impl Way {
    pub fn new(state: State) -> Self {
        Self { state, moves: Vec::new(), n_moves: 0 }
    }

    /// Makes a shortcut, and then all safe moves home.
    pub fn take(&mut self, shortcut: Shortcut) {
        let Shortcut { base, n, to } = shortcut;
        let Some(from) = self.place_of(Card::new(base)) else { return };
        let to = match to {
            Target::Onto(below) => self.place_of(Card::new(below)),
            Target::Empty => self.empty_columns(from).first().copied(),
            Target::Cell => self.free_cells().first().copied(),
            Target::Home => Some(Place::Home),
        };
        let Some(to) = to else { return };
        self.n_moves += u32::from(n);
        if n == 1 {
            self.step(from, to);
        } else {
            let spare: SmallVec<[Place; 16]> =
                self.empty_columns(from).into_iter().filter(|&column| column != to).collect();
            self.carry(from, to, n.into(), &spare);
        }
        self.go_home();
    }

    /// Makes all safe moves home.
    pub fn go_home(&mut self) {
        while self.home_with(|state, card| is_safe(&state.home, card)) {}
    }

    /// Moves home whatever can go.
    pub fn finish(&mut self) {
        while self.home_with(|_, _| true) {}
    }

    fn home_with(&mut self, may_go: impl Fn(&State, Card) -> bool) -> bool {
        let columns = (0..self.state.columns.len()).map(|at| Place::Column(at as u8));
        let cells = (0..self.state.cells.len()).map(|at| Place::Cell(at as u8));
        let from = columns.chain(cells).find(|&from| {
            let card = self.state.card_at(from);
            card.is_some_and(|card| self.state.is_next(card) && may_go(&self.state, card))
        });
        if let Some(from) = from {
            self.n_moves += 1;
            self.step(from, Place::Home);
        }
        from.is_some()
    }

    /// Moves `n` cards from column to column, by cells and spare columns.
    fn carry(&mut self, from: Place, to: Place, n: usize, spare: &[Place]) {
        let cells = self.free_cells();
        if n <= cells.len() + 1 {
            let parked = &cells[..n - 1];
            parked.iter().for_each(|&cell| self.step(from, cell));
            self.step(from, to);
            parked.iter().rev().for_each(|&cell| self.step(cell, to));
        } else if let Some((&column, rest)) = spare.split_first() {
            // The upper part waits in an empty column.
            let n_upper = (n - 1).min((cells.len() + 1) << rest.len());
            self.carry(from, column, n_upper, rest);
            self.carry(from, to, n - n_upper, rest);
            self.carry(column, to, n_upper, rest);
        }
    }

    fn step(&mut self, from: Place, to: Place) {
        let mv = Move { from, to };
        self.state.apply(mv);
        self.moves.push(mv);
    }

    fn place_of(&self, card: Card) -> Option<Place> {
        let column = self.state.columns.iter().position(|column| column.contains(&card));
        let cell = || self.state.cells.iter().position(|&cell| cell == Some(card));
        column.map(|at| Place::Column(at as u8)).or_else(|| cell().map(|at| Place::Cell(at as u8)))
    }

    fn empty_columns(&self, from: Place) -> SmallVec<[Place; 16]> {
        let columns = self.state.columns.iter().enumerate();
        let empty = columns.filter(|(_, column)| column.is_empty());
        empty.map(|(at, _)| Place::Column(at as u8)).filter(|&column| column != from).collect()
    }

    fn free_cells(&self) -> SmallVec<[Place; 16]> {
        let cells = self.state.cells.iter().enumerate();
        cells.filter(|(_, cell)| cell.is_none()).map(|(at, _)| Place::Cell(at as u8)).collect()
    }
}
