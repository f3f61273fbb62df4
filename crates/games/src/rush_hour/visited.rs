//! The boards that a search has seen, by their exact numbers.

/// A number of 32 or 64 bits; one of them is never used.
pub(super) trait Key: Copy + Eq {
    /// Marks a free slot.
    const FREE: Self;

    fn of(number: u64) -> Self;

    fn mixed(self) -> usize;
}

/// The odd number nearest to 2^64 divided by the golden ratio spreads products over all bits.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Key for u32 {
    const FREE: Self = Self::MAX;

    #[inline(always)]
    fn of(number: u64) -> Self {
        number as Self
    }

    #[inline(always)]
    fn mixed(self) -> usize {
        (u64::from(self).wrapping_mul(FACTOR) >> 32) as usize
    }
}

impl Key for u64 {
    const FREE: Self = Self::MAX;

    #[inline(always)]
    fn of(number: u64) -> Self {
        number
    }

    #[inline(always)]
    fn mixed(self) -> usize {
        let mixed = self.wrapping_mul(FACTOR);
        (mixed ^ mixed >> 32) as usize
    }
}

/// A set of numbers, with open addressing. No two numbers share a mark.
#[derive(Debug)]
pub(super) struct Numbers<K> {
    slots: Vec<K>,
    n: usize,
}

/// The slots of a set without numbers.
const N_SLOTS: usize = 1 << 13;

impl<K: Key> Default for Numbers<K> {
    fn default() -> Self {
        Self { slots: vec![K::FREE; N_SLOTS], n: 0 }
    }
}

impl<K: Key> Numbers<K> {
    /// Removes all numbers.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.slots.resize(N_SLOTS, K::FREE);
        self.n = 0;
    }

    /// The bytes of the table.
    pub fn n_bytes(&self) -> usize {
        size_of::<K>() * self.slots.len()
    }

    /// Adds a number, and tells whether it is new.
    #[inline(always)]
    pub fn insert(&mut self, number: K) -> bool {
        let at = self.slot_of(number);
        if self.slots[at] == number {
            return false;
        }
        self.slots[at] = number;
        self.n += 1;
        if 2 * self.n > self.slots.len() {
            self.grow();
        }
        true
    }

    /// The slot that has the number, or the free one for it.
    #[inline(always)]
    fn slot_of(&self, number: K) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = number.mixed() & mask;
        while self.slots[at] != K::FREE && self.slots[at] != number {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![K::FREE; 2 * self.slots.len()];
        let smaller = std::mem::replace(&mut self.slots, larger);
        for number in smaller.into_iter().filter(|&number| number != K::FREE) {
            let at = self.slot_of(number);
            self.slots[at] = number;
        }
    }
}
