//! The deals that Microsoft's program numbered.

use super::card::{Card, N_CARDS};

/// The largest number of a deal.
pub const DEAL_MAX: u64 = (1 << 31) - 1;

/// The cards of a deal, in the order in which they are dealt out to the columns, one to each
/// column in turn.
///
/// A linear congruential generator draws from the deck that is left; the place of the card drawn
/// is filled with the last.
pub fn deal(number: u32) -> Vec<Card> {
    let mut state = number;
    let mut deck: Vec<Card> = Card::all().collect();
    let mut cards = Vec::with_capacity(N_CARDS);
    while !deck.is_empty() {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011) & 0x7fff_ffff;
        cards.push(deck.swap_remove((state >> 16) as usize % deck.len()));
    }
    cards
}
