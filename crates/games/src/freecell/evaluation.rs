//! How far a position is from its end: a weighted sum of counts.

use super::board::Board;
use super::card::{Card, KING, N_CARDS};

/// The weights of the counts, and of the moves made so far. Larger sums are worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Cards that are not at home.
    pub left: i32,
    /// Cards that lie above a card of lower rank: each must be moved before it goes home.
    pub blocking: i32,
    /// Cards that lie above a lower card of their own suit.
    pub own: i32,
    /// Cards that do not fit on the card below them.
    pub breaks: i32,
    /// Cards above the next card of each foundation.
    pub above: i32,
    /// The difference between the highest and the lowest foundation.
    pub spread: i32,
    /// Penalty for 0, 1, 2, 3, and more free cells and empty columns together.
    pub room: [i32; 5],
    /// Bonus for each empty column.
    pub empty: i32,
    /// Cards moved.
    pub moved: i32,
}

/// What the cards of a column up to some height add to the sum.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ColumnTerms {
    pub sum: i32,
    pub n_blocking: i32,
    /// The cards, a bit for each.
    seen: u64,
    top: u8,
}

/// The cards of clubs; those of the other suits follow.
const SUIT: u64 = 0x1111_1111_1111_1111;

impl Weights {
    /// The terms of a column with one more card.
    #[inline(always)]
    pub(super) fn with_card(&self, below: ColumnTerms, number: u8) -> ColumnTerms {
        let card = Card::new(number);
        let ColumnTerms { mut sum, mut n_blocking, seen, top } = below;
        if seen != 0 {
            // Cards are numbered by rank, and by suit in each rank.
            let is_blocking = seen & ((1 << (number & !3)) - 1) != 0;
            let is_own = seen & SUIT << card.suit() & ((1 << number) - 1) != 0;
            let is_break = !card.fits_on(Card::new(top));
            n_blocking += i32::from(is_blocking);
            sum += self.blocking * i32::from(is_blocking)
                + self.own * i32::from(is_own)
                + self.breaks * i32::from(is_break);
        }
        ColumnTerms { sum, n_blocking, seen: seen | 1 << number, top: number }
    }

    /// The terms that do not belong to a column.
    #[inline]
    pub(super) fn others(&self, board: &Board, n_moved: u32) -> i32 {
        let home = board.home();
        let n_home: i32 = home.iter().map(|&rank| i32::from(rank)).sum();
        let (mut n_above, mut low, mut high) = (0, KING, 0);
        for (suit, &rank) in home.iter().enumerate() {
            (low, high) = (low.min(rank), high.max(rank));
            if rank < KING {
                n_above += board.n_above(Card::of(rank + 1, suit as u8).number());
            }
        }
        let n_empty = board.n_empty();
        let room = (board.n_free() + n_empty).min(self.room.len() - 1);
        self.left * (N_CARDS as i32 - n_home)
            + self.above * n_above as i32
            + self.spread * i32::from(high - low)
            + self.room[room]
            - self.empty * n_empty as i32
            + self.moved * n_moved as i32
    }
}
