//! Move ordering.
//!
//! The earlier a good move is searched, the more is pruned. The order is: the best move of an
//! earlier search, moves that the game ranks high, killer moves, moves with a high history
//! count.

use std::hash::{BuildHasher, Hash};

use ludex_game::RoleId;
use rustc_hash::FxBuildHasher;

/// Killer moves: the last two moves that caused a cutoff at a ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Killers<M>([Option<M>; 2]);

impl<M> Default for Killers<M> {
    fn default() -> Self {
        Self([None, None])
    }
}

impl<M: Copy + Eq> Killers<M> {
    pub fn add(&mut self, mv: M) {
        if self.0[0] != Some(mv) {
            self.0 = [Some(mv), self.0[0]];
        }
    }

    /// 2 for the last one, 1 for the one before.
    #[inline]
    pub fn rank(&self, mv: M) -> i64 {
        if self.0[0] == Some(mv) { 2 } else { i64::from(self.0[1] == Some(mv)) }
    }
}

/// History heuristic: counts of the cutoffs that each move of each role caused.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    counts: Vec<u32>,
}

/// Number of counters per role. Moves with the same index share a counter.
const N_PLACES: usize = 1 << 12;

/// Upper bound of a count, so that later cutoffs still have an effect.
const COUNT_MAX: u32 = 1 << 24;

impl History {
    pub fn new(n_roles: usize) -> Self {
        Self { counts: vec![0; n_roles * N_PLACES] }
    }

    /// Counts a move that caused a cutoff in a search to `depth`.
    pub fn add<M: Hash>(&mut self, role: RoleId, mv: M, depth: u32) {
        let count = &mut self.counts[place(role, mv)];
        *count += depth * depth;
        if *count > COUNT_MAX {
            self.fade();
        }
    }

    #[inline]
    pub fn count<M: Hash>(&self, role: RoleId, mv: M) -> i64 {
        i64::from(self.counts[place(role, mv)])
    }

    /// Halves all counts, so that cutoffs of the next search weigh more.
    pub fn fade(&mut self) {
        self.counts.iter_mut().for_each(|count| *count /= 2);
    }
}

#[inline]
fn place<M: Hash>(role: RoleId, mv: M) -> usize {
    let hash = FxBuildHasher.hash_one(mv).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    role.index() * N_PLACES + (hash >> 52) as usize
}

/// The rank of a move; moves are searched in falling order.
#[inline]
pub(super) fn rank(promise: i32, killer: i64, history: i64) -> i64 {
    (i64::from(promise) << 28) + (killer << 25) + history
}

/// Above any [`rank`].
pub(super) const FIRST: i64 = i64::MAX;

/// Sorts options by falling rank. Equal ranks keep the game's order.
#[inline]
pub(super) fn sort(options: &mut [(i64, u32)]) {
    options.sort_unstable_by_key(|&(rank, option)| (std::cmp::Reverse(rank), option));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promise_comes_before_killers_before_history() {
        let mut killers = Killers::default();
        killers.add('a');
        killers.add('b');
        assert_eq!((killers.rank('a'), killers.rank('b'), killers.rank('c')), (1, 2, 0));
        assert!(rank(1, 0, 0) > rank(0, 2, i64::from(COUNT_MAX)));
        assert!(rank(0, 1, 0) > rank(0, 0, i64::from(COUNT_MAX)));
        assert!(rank(-1, 2, i64::from(COUNT_MAX)) < rank(0, 0, 0));
    }
}
