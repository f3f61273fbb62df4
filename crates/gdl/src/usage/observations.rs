//! Observations of games.

/// Observations of a sheet in some games. Independent of the order of the
/// games, so that parts can be merged.
///
/// ```
/// let mut seen = ludex_gdl::usage::Observations::default();
/// seen.merge(&ludex_gdl::usage::Observations::default());
/// assert_eq!(seen.n_games(), 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observations {
    pub(super) n_games: u64,
    pub(super) n_plies: u64,
    /// Facts that were true, as bits.
    pub(super) facts: Vec<u64>,
    /// Moves that were legal, as bits.
    pub(super) legal: Vec<u64>,
    /// Moves that were made, as bits.
    pub(super) made: Vec<u64>,
    /// Facts that would follow a last state, as bits.
    pub(super) ends: Vec<u64>,
}

impl Observations {
    /// Number of games observed.
    pub fn n_games(&self) -> u64 {
        self.n_games
    }

    /// Adds the observations of other games.
    pub fn merge(&mut self, other: &Observations) {
        self.n_games += other.n_games;
        self.n_plies += other.n_plies;
        join(&mut self.facts, &other.facts);
        join(&mut self.legal, &other.legal);
        join(&mut self.made, &other.made);
        join(&mut self.ends, &other.ends);
    }
}

/// Adds the set bits of some words.
pub(super) fn join(to: &mut Vec<u64>, from: &[u64]) {
    to.resize(to.len().max(from.len()), 0);
    to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
}

/// Adds bits that begin at an offset within the first word.
pub(super) fn join_at(to: &mut Vec<u64>, place: usize, from: &[u64]) {
    for (at, &word) in from.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            set(to, place + at * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

pub(super) fn set(bits: &mut Vec<u64>, at: usize) {
    bits.resize(bits.len().max(at / 64 + 1), 0);
    bits[at / 64] |= 1 << (at % 64);
}

pub(super) fn has(bits: &[u64], at: usize) -> bool {
    bits.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
}
