//! Sets of equally long tuples of terms, in insertion order.

use crate::term::TermId;

/// A set of tuples. Small sets are searched linearly, larger ones hashed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tuples {
    stride: usize,
    len: usize,
    data: Vec<TermId>,
    /// Chained hashing: the first tuple of each bucket, and the next of each
    /// tuple. Empty while the set is small.
    buckets: Vec<u32>,
    next: Vec<u32>,
}

/// Marks the end of a chain.
pub(crate) const NONE: u32 = u32::MAX;

/// Sets up to this size are searched linearly.
const SEARCHED_MAX: usize = 8;

impl Tuples {
    pub fn new(stride: usize) -> Self {
        Self { stride, ..Self::default() }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn get(&self, at: usize) -> &[TermId] {
        &self.data[at * self.stride..(at + 1) * self.stride]
    }

    /// All values, tuple by tuple.
    pub fn to_vec(&self) -> Vec<TermId> {
        self.data.clone()
    }

    /// Removes all tuples and keeps the memory.
    pub fn clear(&mut self) {
        if !self.buckets.is_empty() {
            self.buckets.clear();
            self.next.clear();
        }
        self.data.clear();
        self.len = 0;
    }

    /// The length of each tuple.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Index of a tuple, if present.
    pub fn find(&self, tuple: &[TermId]) -> Option<usize> {
        if self.stride == 0 {
            return (self.len > 0).then_some(0);
        }
        if self.buckets.is_empty() {
            return self.data.chunks_exact(self.stride).position(|other| other == tuple);
        }
        let mut at = self.buckets[self.bucket(tuple)];
        while at != NONE && self.get(at as usize) != tuple {
            at = self.next[at as usize];
        }
        (at != NONE).then_some(at as usize)
    }

    /// Index of a tuple, and whether it is new.
    pub fn insert(&mut self, tuple: &[TermId]) -> (usize, bool) {
        debug_assert_eq!(tuple.len(), self.stride);
        if self.stride == 0 {
            let is_new = self.len == 0;
            self.len = 1;
            return (0, is_new);
        }
        if let Some(at) = self.find(tuple) {
            return (at, false);
        }
        if self.buckets.is_empty() {
            self.push(tuple);
            if self.len > SEARCHED_MAX {
                self.rehash(SEARCHED_MAX * 8);
            }
            return (self.len - 1, true);
        }
        let bucket = self.bucket(tuple);
        self.push(tuple);
        self.next.push(self.buckets[bucket]);
        self.buckets[bucket] = (self.len - 1) as u32;
        if self.len > self.buckets.len() {
            self.rehash(self.buckets.len() * 4);
        }
        (self.len - 1, true)
    }

    fn push(&mut self, tuple: &[TermId]) {
        self.data.extend_from_slice(tuple);
        self.len += 1;
    }

    fn bucket(&self, tuple: &[TermId]) -> usize {
        bucket(tuple.iter().copied(), self.buckets.len())
    }

    fn rehash(&mut self, n_buckets: usize) {
        self.buckets.clear();
        self.buckets.resize(n_buckets, NONE);
        self.next.clear();
        for at in 0..self.len {
            let bucket = self.bucket(self.get(at));
            self.next.push(self.buckets[bucket]);
            self.buckets[bucket] = at as u32;
        }
    }
}

/// The bucket of a key among `n_buckets`, a power of two.
pub(crate) fn bucket(key: impl Iterator<Item = TermId>, n_buckets: usize) -> usize {
    let hash = key.fold(0u64, |hash, term| {
        (hash.rotate_left(5) ^ u64::from(term.0)).wrapping_mul(0x517c_c1b7_2722_0a95)
    });
    // The high bits of the product are well mixed.
    (hash >> 32) as usize & (n_buckets - 1)
}
