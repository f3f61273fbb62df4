//! Positions as numbers that are equal for positions that differ in the order of columns or cells.

use super::card::N_CARDS;

/// Where each card is, relative to others, in three bits.
///
/// A card lies where it was at first, on one of the two cards that it fits on, in a cell, at the
/// bottom of a column, or at home. So columns need no numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Key([u64; 3]);

/// Where a card is.
pub(super) mod code {
    /// On the same card, or at the bottom of a column, as at first.
    pub const ORIGIN: u8 = 0;
    /// On the first of the two cards that it fits on: that of the lower suit.
    pub const ON_FIRST: u8 = 1;
    /// On the second.
    pub const ON_SECOND: u8 = 2;
    pub const CELL: u8 = 3;
    /// At the bottom of a column.
    pub const BOTTOM: u8 = 4;
    pub const HOME: u8 = 5;
}

const N_BITS: usize = 3;
const N_PER_WORD: usize = 21;
const _: () = assert!(3 * N_PER_WORD >= N_CARDS && N_BITS * N_PER_WORD <= 64);

impl Key {
    #[inline(always)]
    pub fn code(&self, card: usize) -> u8 {
        (self.0[card / N_PER_WORD] >> (N_BITS * (card % N_PER_WORD)) & 7) as u8
    }

    #[inline(always)]
    pub fn change(&mut self, card: usize, from: u8, to: u8) {
        self.0[card / N_PER_WORD] ^= u64::from(from ^ to) << (N_BITS * (card % N_PER_WORD));
    }

    #[inline(always)]
    pub fn hash(&self) -> u64 {
        let [a, b, c] = self.0;
        let mut hash = a.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash = (hash ^ hash >> 32 ^ b).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash = (hash ^ hash >> 32 ^ c).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        hash ^ hash >> 32
    }
}
