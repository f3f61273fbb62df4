//! The move and the predecessor of each position.

/// A forest of positions, each with the move that led to it. Positions
/// themselves are not kept.
pub(super) struct Trail<M> {
    steps: Vec<(u32, M)>,
}

/// Marks the root of the search.
pub(super) const ROOT: u32 = u32::MAX;

impl<M: Copy> Trail<M> {
    pub(super) fn new() -> Self {
        Self { steps: Vec::new() }
    }

    /// Enters a position and returns its number.
    pub(super) fn push(&mut self, parent: u32, mv: M) -> u32 {
        let id = self.steps.len() as u32;
        assert!(id != ROOT, "a trail has less than four billion steps");
        self.steps.push((parent, mv));
        id
    }

    /// Replaces the path to a known position.
    pub(super) fn redirect(&mut self, id: u32, parent: u32, mv: M) {
        self.steps[id as usize] = (parent, mv);
    }

    /// The moves from the root to a position.
    pub(super) fn moves(&self, mut id: u32) -> Vec<M> {
        let mut moves = Vec::new();
        while id != ROOT {
            let (parent, mv) = self.steps[id as usize];
            moves.push(mv);
            id = parent;
        }
        moves.reverse();
        moves
    }

    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(super) fn clear(&mut self) {
        self.steps.clear();
    }
}
