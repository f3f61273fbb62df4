//! Which positions have been searched, in a fixed amount of memory.

use game::draw::mix;

/// For positions by key: the largest number of plies that they have been searched for.
///
/// Each bucket has two slots, one for whatever has the most plies, the other
/// for whatever came last. A slot holds the upper 48 bits of a key and the plies;
/// the lower bits of the key follow from the bucket's place.
pub(super) struct Table {
    slots: Vec<u64>,
    mask: u64,
}

/// The lower bits of a slot, which hold the plies plus one.
const PLIES: u64 = 0xffff;

/// The largest number of plies that can be entered.
pub(super) const N_PLIES_MAX: u32 = PLIES as u32 - 1;

impl Table {
    /// A table of about so many bytes, but of 1 MB at least.
    pub(super) fn new(bytes: usize) -> Self {
        let n_buckets = (bytes / 16 + 1).next_power_of_two() / 2;
        let n_buckets = n_buckets.max(PLIES as usize + 1);
        Self { slots: vec![0; 2 * n_buckets], mask: n_buckets as u64 - 1 }
    }

    /// The most plies that a position has been searched for, if it is known.
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        let (at, tag) = self.place(key);
        let slot = self.slots[at..at + 2].iter().find(|&&slot| is_of(slot, tag))?;
        Some((slot & PLIES) as u32 - 1)
    }

    /// A position is searched for so many plies.
    pub(super) fn put(&mut self, key: u64, n_plies: u32) {
        let (at, tag) = self.place(key);
        let slot = tag | u64::from(n_plies.min(N_PLIES_MAX) + 1);
        let (first, second) = (self.slots[at], self.slots[at + 1]);
        if is_of(first, tag) || !is_of(second, tag) && first & PLIES <= slot & PLIES {
            self.slots[at] = slot;
        } else {
            self.slots[at + 1] = slot;
        }
    }

    fn place(&self, key: u64) -> (usize, u64) {
        let key = mix(key);
        (2 * (key & self.mask) as usize, key & !PLIES)
    }
}

/// Whether a slot is taken, and by the key with this tag.
fn is_of(slot: u64, tag: u64) -> bool {
    slot & !PLIES == tag && slot & PLIES != 0
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
