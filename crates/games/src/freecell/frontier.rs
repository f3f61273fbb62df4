//! Positions that are not expanded yet, best first.

/// Nodes by their sum: a stack for each, so that of equal sums the latest comes first.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    stacks: Vec<Vec<u32>>,
    /// No stack before this one has nodes.
    lowest: usize,
}

/// Larger sums are taken for this one.
const SUM_MAX: i32 = 8191;

impl Frontier {
    pub fn clear(&mut self) {
        self.stacks.iter_mut().for_each(Vec::clear);
        self.lowest = self.stacks.len();
    }

    #[inline]
    pub fn push(&mut self, sum: i32, node: u32) {
        let at = sum.clamp(0, SUM_MAX) as usize;
        if at >= self.stacks.len() {
            self.stacks.resize_with(at + 1, Vec::new);
        }
        self.stacks[at].push(node);
        self.lowest = self.lowest.min(at);
    }

    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        while let Some(stack) = self.stacks.get_mut(self.lowest) {
            if let Some(node) = stack.pop() {
                return Some(node);
            }
            self.lowest += 1;
        }
        None
    }
}
