//! Positions of FreeCell.

use smallvec::SmallVec;

use super::card::{Card, N_SUITS};

/// The cards of a column, deepest first.
pub type Column = SmallVec<[Card; 20]>;

/// A position: columns, cells, and the number of cards in each foundation.
///
/// Columns and cells are where they are: positions that differ in their order are different.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The columns.
    pub columns: SmallVec<[Column; 8]>,
    /// The cells.
    pub cells: SmallVec<[Option<Card>; 4]>,
    /// The number of cards in the foundation of each suit, and so the rank of its top card.
    pub home: [u8; N_SUITS],
}

/// A place that a card can be moved from or to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A column.
    Column(u8),
    /// A cell.
    Cell(u8),
    /// The foundation of its suit.
    Home,
}

/// The move of a single card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the card is.
    pub from: Place,
    /// Where it goes.
    pub to: Place,
}

impl State {
    /// Whether a card is the next of its foundation.
    #[inline]
    pub fn is_next(&self, card: Card) -> bool {
        self.home[card.suit()] + 1 == card.rank()
    }

    /// The card that can be moved from a place.
    pub fn card_at(&self, place: Place) -> Option<Card> {
        match place {
            Place::Column(at) => self.columns.get(usize::from(at))?.last().copied(),
            Place::Cell(at) => *self.cells.get(usize::from(at))?,
            Place::Home => None,
        }
    }

    /// All moves, those to foundations first.
    pub fn moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        let columns = (0..self.columns.len() as u8).map(Place::Column);
        let cells = (0..self.cells.len() as u8).map(Place::Cell);
        let sources = columns.clone().chain(cells.clone());
        let sources: SmallVec<[(Place, Card); 16]> =
            sources.filter_map(|from| Some((from, self.card_at(from)?))).collect();
        for &(from, card) in &sources {
            if self.is_next(card) {
                moves.push(Move { from, to: Place::Home });
            }
        }
        for &(from, card) in &sources {
            for to in columns.clone().filter(|&to| to != from) {
                if self.card_at(to).is_none_or(|below| card.fits_on(below)) {
                    moves.push(Move { from, to });
                }
            }
            for to in cells.clone() {
                // From a cell to a cell changes nothing.
                if matches!(from, Place::Column(_)) && self.card_at(to).is_none() {
                    moves.push(Move { from, to });
                }
            }
        }
    }

    /// Makes a legal move.
    pub fn apply(&mut self, mv: Move) {
        let card = match mv.from {
            Place::Column(at) => self.columns[usize::from(at)].pop(),
            Place::Cell(at) => self.cells[usize::from(at)].take(),
            Place::Home => None,
        };
        let Some(card) = card else { return };
        match mv.to {
            Place::Column(at) => self.columns[usize::from(at)].push(card),
            Place::Cell(at) => self.cells[usize::from(at)] = Some(card),
            Place::Home => self.home[card.suit()] += 1,
        }
    }

    /// Whether all cards are in the foundations.
    pub fn is_solved(&self) -> bool {
        self.columns.iter().all(|column| column.is_empty())
            && self.cells.iter().all(Option::is_none)
    }
}

/// Whether a card that can go to its foundation may as well go at once: no card is left that
/// could be put on it, or all that could be are themselves not needed as places.
///
/// The second condition: cards of the other colour two ranks below are home, so that those one
/// rank below can go home as soon as they are free, and so is the card three ranks below of the
/// other suit of its colour.
#[inline]
pub(super) fn is_safe(home: &[u8; N_SUITS], card: Card) -> bool {
    let rank = card.rank();
    let (own, others) = match card.suit() {
        0 => (home[3], [home[1], home[2]]),
        3 => (home[0], [home[1], home[2]]),
        1 => (home[2], [home[0], home[3]]),
        _ => (home[1], [home[0], home[3]]),
    };
    let least = others[0].min(others[1]);
    least + 1 >= rank || (least + 2 >= rank && own + 3 >= rank)
}
