//! Transposition table of iterative deepening, in a fixed amount of memory.

use ludex_game::draw::mix;

/// For positions by key: the largest cost that they have been searched for.
///
/// Each bucket has two slots, one for the entry of the largest cost, the
/// other for the latest entry. A slot holds the upper 48 bits of a key and the cost;
/// the lower bits of the key follow from the bucket's place.
pub(super) struct Table {
    slots: Vec<u64>,
    mask: u64,
}

/// The lower bits of a slot, which hold the cost plus one.
const COST: u64 = 0xffff;

/// The largest cost that can be entered.
pub(super) const COST_MAX: u32 = COST as u32 - 1;

impl Table {
    /// A table of about this size, but of 1 MB at least.
    pub(super) fn new(bytes: usize) -> Self {
        let n_buckets = (bytes / 16 + 1).next_power_of_two() / 2;
        let n_buckets = n_buckets.max(COST as usize + 1);
        Self { slots: vec![0; 2 * n_buckets], mask: n_buckets as u64 - 1 }
    }

    /// The largest cost that a position has been searched for, if it is known.
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        let (at, tag) = self.place(key);
        let slot = self.slots[at..at + 2].iter().find(|&&slot| is_of(slot, tag))?;
        Some((slot & COST) as u32 - 1)
    }

    /// Enters the cost that a position is searched for.
    pub(super) fn put(&mut self, key: u64, cost: u32) {
        let (at, tag) = self.place(key);
        let slot = tag | u64::from(cost.min(COST_MAX) + 1);
        let (first, second) = (self.slots[at], self.slots[at + 1]);
        if is_of(first, tag) || !is_of(second, tag) && first & COST <= slot & COST {
            self.slots[at] = slot;
        } else {
            self.slots[at + 1] = slot;
        }
    }

    fn place(&self, key: u64) -> (usize, u64) {
        let key = mix(key);
        (2 * (key & self.mask) as usize, key & !COST)
    }
}

/// Whether a slot is taken, and by the key with this tag.
fn is_of(slot: u64, tag: u64) -> bool {
    slot & !COST == tag && slot & COST != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_entered_last_is_found() {
        let mut table = Table::new(0);
        for key in 0..1_000_000u64 {
            table.put(key, (key % 100) as u32);
            assert_eq!(table.get(key), Some((key % 100) as u32));
        }
        assert_eq!(table.get(u64::MAX), None);
        table.put(7, 3);
        table.put(7, 9);
        assert_eq!(table.get(7), Some(9));
    }
}
