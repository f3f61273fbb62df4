//! The basis of a refutation: repetitions of positions on the path.
//!
//! A repetition counts as not proving the claim, so a refutation may depend on the positions
//! that were on the path when it was found. It holds on every path that contains these
//! positions: a longer path has more repetitions, which refute more. A refutation by a
//! repetition of the position itself needs no path: play from the position back to it can be
//! repeated for ever.

use rustc_hash::FxHashMap;

/// The positions that a refutation needs on the path, by key and in rising order, and whether
/// it depends on a repetition at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Basis {
    positions: Vec<u64>,
    /// Whether the refutation contains endless play on some line.
    pub is_endless: bool,
}

/// Represents the length limit of the path; never a key on the path.
const TOO_DEEP: u64 = 0;

impl Basis {
    /// A repetition of a position on the path.
    pub fn repetition(key: u64) -> Self {
        Self { positions: vec![key], is_endless: true }
    }

    /// The path has reached its length limit.
    pub fn too_deep() -> Self {
        Self::repetition(TOO_DEEP)
    }

    /// A refutation without positions on the path.
    pub fn free(is_endless: bool) -> Self {
        Self { positions: Vec::new(), is_endless }
    }

    pub fn is_free(&self) -> bool {
        self.positions.is_empty()
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Joins another refutation: both are needed.
    pub fn join(&mut self, other: &Self) {
        self.is_endless |= other.is_endless;
        if !other.is_free() {
            self.positions.extend_from_slice(&other.positions);
            self.positions.sort_unstable();
            self.positions.dedup();
        }
    }

    /// The basis for the predecessors of a position on the path: without that position.
    pub fn without(mut self, key: u64) -> Self {
        self.positions.retain(|&position| position != key);
        self
    }

    fn holds(&self, is_on_path: &impl Fn(u64) -> bool) -> bool {
        self.positions.iter().all(|&position| is_on_path(position))
    }
}

/// Refutations that depend on the path, within a fixed amount of memory.
pub(super) struct Refutations {
    by_key: FxHashMap<u64, Vec<Basis>>,
    bytes: usize,
    bytes_max: usize,
}

/// Maximum number of positions of a stored refutation. A larger one is searched again when its
/// position recurs.
const N_POSITIONS_MAX: usize = 64;

/// Number of stored refutations of a position.
const N_BASES_MAX: usize = 8;

impl Refutations {
    pub fn new(bytes_max: usize) -> Self {
        Self { by_key: FxHashMap::default(), bytes: 0, bytes_max }
    }

    pub fn clear(&mut self) {
        self.by_key.clear();
        self.bytes = 0;
    }

    /// A stored refutation of a position that holds on the present path.
    pub fn get(&self, key: u64, is_on_path: &impl Fn(u64) -> bool) -> Option<&Basis> {
        self.by_key.get(&key)?.iter().find(|basis| basis.holds(is_on_path))
    }

    pub fn put(&mut self, key: u64, basis: Basis) {
        if basis.len() > N_POSITIONS_MAX {
            return;
        }
        if self.bytes >= self.bytes_max {
            self.clear();
        }
        self.bytes += size_of::<(u64, Vec<Basis>)>() + size_of::<Basis>() + 8 * basis.len();
        let bases = self.by_key.entry(key).or_default();
        if bases.len() == N_BASES_MAX {
            bases.remove(0);
        }
        bases.push(basis);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refutation_holds_where_all_it_needs_is_on_the_path() {
        let mut refutations = Refutations::new(1 << 10);
        let mut basis = Basis::repetition(3);
        basis.join(&Basis::repetition(5));
        refutations.put(7, basis.clone());
        assert_eq!(refutations.get(7, &|key| key != 9), Some(&basis));
        assert_eq!(refutations.get(7, &|key| key == 3), None);
        let basis = basis.without(3).without(5);
        assert!(basis.is_free() && basis.is_endless);
        assert_eq!(Basis::too_deep().without(8), Basis::too_deep());
    }

    #[test]
    fn memory_is_bounded() {
        let mut refutations = Refutations::new(1 << 10);
        for key in 0..1_000 {
            refutations.put(key, Basis::repetition(key + 1));
        }
        assert!(refutations.by_key.len() < 20);
    }
}
