//! A position as a bit set.

use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

/// The base facts that are true in a position, as bits, with their hash.
///
/// ```
/// use ludex_gdl::single::BitState;
///
/// let mut state = BitState::empty(70);
/// state.flip(69, 0xabc);
/// assert_eq!(state.iter().collect::<Vec<_>>(), [69]);
/// assert_eq!(state.stable_hash(), 0xabc);
/// state.flip(69, 0xabc);
/// assert_eq!(state, BitState::empty(70));
/// ```
#[derive(Clone, Debug)]
pub struct BitState {
    /// Most games fit into a few words, which need no allocation.
    words: SmallVec<[u64; 6]>,
    hash: u64,
}

impl BitState {
    /// The position in which none of `n_bases` facts is true.
    pub fn empty(n_bases: usize) -> Self {
        Self { words: SmallVec::from_elem(0, n_bases.div_ceil(64)), hash: 0 }
    }

    /// Whether a base fact is true.
    pub fn contains(&self, base: usize) -> bool {
        self.words[base / 64] >> (base % 64) & 1 == 1
    }

    /// Toggles a fact. `hash` is the hash of the fact: it must be the same each
    /// time, or equal positions have different hashes.
    #[inline]
    pub fn flip(&mut self, base: usize, hash: u64) {
        let bit = 1 << (base % 64);
        let word = &mut self.words[base / 64];
        *word ^= bit;
        // A sum, so that it agrees with the hash of `State`.
        let added = *word & bit != 0;
        self.hash = self.hash.wrapping_add(if added { hash } else { hash.wrapping_neg() });
    }

    /// The true facts, in rising order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words
            .iter()
            .enumerate()
            .flat_map(|(at, &word)| ones(word).map(move |bit| at * 64 + bit))
    }

    /// The facts as bits, the first in the lowest bit of the first word.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// A hash that depends on the text of the facts only: the same in every
    /// run, and equal to that of the [`State`](crate::State) with the same
    /// facts.
    pub fn stable_hash(&self) -> u64 {
        self.hash
    }
}

/// The indices of the set bits, lowest first.
#[inline]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}

impl PartialEq for BitState {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.words == other.words
    }
}

impl Eq for BitState {}

impl Hash for BitState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.hash);
    }
}
