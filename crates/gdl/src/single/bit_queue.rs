//! A priority queue of small integers.

/// A set of numbers from which the smallest is taken.
///
/// A two-level bit set: one bit for each number, and one for each word of
/// these. Finding the smallest among thousands takes a few instructions.
#[derive(Clone, Debug)]
pub(super) struct BitQueue {
    bits: Vec<u64>,
    words: Vec<u64>,
    /// All words of `words` before this one are zero.
    first: usize,
}

impl BitQueue {
    pub fn new(n: usize) -> Self {
        let n_words = n.div_ceil(64);
        Self { bits: vec![0; n_words], words: vec![0; n_words.div_ceil(64)], first: usize::MAX }
    }

    #[inline]
    pub fn insert(&mut self, at: usize) {
        self.bits[at / 64] |= 1 << (at % 64);
        self.words[at / 4096] |= 1 << (at / 64 % 64);
        self.first = self.first.min(at / 4096);
    }

    /// Removes the smallest number.
    #[inline]
    pub fn pop(&mut self) -> Option<usize> {
        while let Some(words) = self.words.get_mut(self.first) {
            if *words == 0 {
                self.first += 1;
                continue;
            }
            let word = self.first * 64 + words.trailing_zeros() as usize;
            let bits = &mut self.bits[word];
            let bit = bits.trailing_zeros() as usize;
            *bits &= *bits - 1;
            if *bits == 0 {
                *words &= *words - 1;
            }
            return Some(word * 64 + bit);
        }
        self.first = usize::MAX;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_comes_first() {
        let mut bit_queue = BitQueue::new(20_000);
        for at in [9_000, 3, 19_999, 64, 3] {
            bit_queue.insert(at);
        }
        let mut popped = Vec::new();
        while let Some(at) = bit_queue.pop() {
            popped.push(at);
            if at == 64 {
                bit_queue.insert(65);
            }
        }
        assert_eq!(popped, [3, 64, 65, 9_000, 19_999]);
    }
}
