//! The transposition table.

use super::outcome::{Outcome, Window};

/// A transposition table of fixed size.
///
/// An entry takes 16 bytes. Four entries share a cache line, a bucket; a new entry replaces the
/// oldest and shallowest of its bucket.
///
/// Of the 64 bits of a key, an entry stores 40, and the index of its bucket covers others. From
/// 1 GB on, together these are all bits; in smaller tables two positions may be confused, about
/// once in 10^11 lookups.
pub(super) struct Table {
    words: Vec<[u64; 2]>,
    /// Offset of the first cache line.
    first: usize,
    n_buckets: usize,
    generation: u64,
}

/// The stored result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub outcome: Outcome,
    pub bound: Bound,
    /// Number of plies searched below the position.
    pub depth: u32,
    /// Number of the option to search first.
    pub best: Option<u32>,
}

/// How a value bounds the result of the search to its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Lower,
    Upper,
    Exact,
}

const N_ENTRIES: usize = 4;

// An entry's second word, from its lowest bit: 40 of the key, 8 for the depth,
// 8 for the best option, 2 each for bound and certainty, 4 for the generation.
const CHECK: u64 = (1 << 40) - 1;
const NO_OPTION: u64 = 0xff;

/// Depths have eight bits, and are not 0 in an entry.
pub(super) const DEPTH_MAX: u32 = 255;

impl Table {
    pub fn new(bytes: usize) -> Self {
        let n_buckets = (bytes / 64).max(1);
        // The system provides zeroed pages on first access.
        let words = vec![[0u64; 2]; (n_buckets + 1) * N_ENTRIES];
        let first = (words.as_ptr() as usize).wrapping_neg() % 64 / 16;
        Self { words, first, n_buckets, generation: 0 }
    }

    /// Marks all present entries as the first to be replaced.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % 16;
    }

    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let entries = &self.words[self.bucket(key)];
        let found =
            entries.iter().find(|entry| entry[1] & CHECK == key & CHECK && entry[1] > CHECK);
        found.map(|&entry| Entry::unpack(entry))
    }

    /// Loads the buckets of some keys into the cache, all at the same time.
    #[inline]
    pub fn touch(&self, keys: impl Iterator<Item = u64>) {
        let words = keys.map(|key| self.words[self.bucket(key).start][1]);
        std::hint::black_box(words.fold(0, |all, word| all ^ word));
    }

    pub fn store(&mut self, key: u64, entry: Entry) {
        let generation = self.generation;
        let bucket = self.bucket(key);
        let entries = &mut self.words[bucket];
        let is_same = |word: u64| word & CHECK == key & CHECK;
        let worth = |word: u64| {
            if word == 0 || is_same(word) {
                return 0;
            }
            let age = (generation + 16 - (word >> 60)) % 16;
            1 + (word >> 40 & 0xff) + if age == 0 { 256 } else { 0 }
        };
        // A key has one entry. The entry of the same key has worth 0, and so have free entries,
        // which come after it because a bucket is filled in order.
        let at = (0..N_ENTRIES).min_by_key(|&at| worth(entries[at][1])).expect("there are four");
        let old = entries[at];
        let best = match entry.best {
            None if is_same(old[1]) && old[1] > CHECK => Entry::unpack(old).best,
            best => best,
        };
        entries[at] = Entry { best, ..entry }.pack(key, generation);
    }

    #[inline]
    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let at = ((u128::from(key) * self.n_buckets as u128) >> 64) as usize;
        let first = self.first + at * N_ENTRIES;
        first..first + N_ENTRIES
    }
}

impl Entry {
    /// The stored outcome, if it is sufficient for a search of the position to `depth`.
    ///
    /// A value is valid for its own depth, and for greater depths if it is certain. A deeper
    /// value would serve a shallower search in practice, but then results would depend on the
    /// present contents of the table.
    #[inline]
    pub fn answer(&self, depth: u32, window: Window) -> Option<Outcome> {
        let Self { outcome, bound, .. } = *self;
        let is_same = self.depth == depth;
        let is_lower = outcome.is_floor || (is_same && bound != Bound::Upper);
        let is_upper = outcome.is_ceiling || (is_same && bound != Bound::Lower);
        let is_enough = match outcome.value {
            value if value >= window.beta => is_lower,
            value if value <= window.alpha => is_upper,
            _ => is_lower && is_upper,
        };
        (self.depth <= depth && is_enough).then_some(outcome)
    }

    fn pack(self, key: u64, generation: u64) -> [u64; 2] {
        let best = self.best.map_or(NO_OPTION, |best| u64::from(best).min(NO_OPTION));
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let meta = u64::from(self.depth.min(DEPTH_MAX))
            | best << 8
            | bound << 16
            | u64::from(self.outcome.is_floor) << 18
            | u64::from(self.outcome.is_ceiling) << 19
            | generation << 20;
        [self.outcome.value.to_bits(), key & CHECK | meta << 40]
    }

    #[inline]
    fn unpack([value, word]: [u64; 2]) -> Self {
        let meta = word >> 40;
        let best = meta >> 8 & 0xff;
        Self {
            outcome: Outcome {
                value: f64::from_bits(value),
                is_floor: meta >> 18 & 1 == 1,
                is_ceiling: meta >> 19 & 1 == 1,
            },
            bound: match meta >> 16 & 3 {
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
            depth: (meta & 0xff) as u32,
            best: (best != NO_OPTION).then_some(best as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: f64, depth: u32) -> Entry {
        let outcome = Outcome { value, is_floor: true, is_ceiling: false };
        Entry { outcome, bound: Bound::Lower, depth, best: Some(7) }
    }

    #[test]
    fn what_is_stored_is_found() {
        let mut table = Table::new(1 << 16);
        for at in 0..100u64 {
            table.store(ludex_game::draw::mix(at), entry(at as f64 / 3.0, 5));
        }
        for at in 0..100u64 {
            assert_eq!(table.probe(ludex_game::draw::mix(at)), Some(entry(at as f64 / 3.0, 5)));
        }
        assert_eq!(table.probe(ludex_game::draw::mix(100)), None);
    }

    #[test]
    fn deep_entries_outlast_shallow_ones_until_they_age() {
        let mut table = Table::new(64);
        table.store(1, entry(1.0, 9));
        for key in 2..20 {
            table.store(key, entry(2.0, 3));
        }
        assert!(table.probe(1).is_some());
        table.age();
        for key in 20..24 {
            table.store(key, entry(2.0, 1));
        }
        assert!(table.probe(1).is_none());
    }

    #[test]
    fn a_value_counts_for_its_depth_and_if_certain_for_more() {
        let answer = |depth, alpha, beta| entry(60.0, 3).answer(depth, Window::new(alpha, beta));
        assert!(answer(3, 10.0, 50.0).is_some());
        assert!(answer(4, 10.0, 50.0).is_some());
        assert!(answer(2, 10.0, 50.0).is_none());
        assert!(answer(3, 10.0, 70.0).is_none());
        assert!(answer(4, 70.0, 80.0).is_none());
    }
}
