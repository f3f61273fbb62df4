//! Disjoint sets of numbers.

/// Sets that can be joined.
#[derive(Clone)]
pub(super) struct UnionFind {
    parents: Vec<usize>,
}

impl UnionFind {
    /// Each number in a set of its own.
    pub(super) fn new(n: usize) -> Self {
        Self { parents: (0..n).collect() }
    }

    /// The number that stands for the set of another.
    pub(super) fn root(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            // Path halving keeps the trees flat.
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    /// The same without changing anything.
    pub(super) fn root_of(&self, mut at: usize) -> usize {
        while self.parents[at] != at {
            at = self.parents[at];
        }
        at
    }

    /// Joins the sets of two numbers.
    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one.max(other)] = one.min(other);
    }
}
