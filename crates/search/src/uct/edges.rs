//! Memory for edges: one long list, in blocks that are used again.

use super::node::Edge;

/// All edges of a tree.
#[derive(Debug)]
pub(super) struct Edges<M> {
    pub(super) list: Vec<Edge<M>>,
    /// What is known of each edge's move when it is made later, if that is
    /// wanted.
    pub(super) later: Option<Vec<Later>>,
    /// Blocks that are free, by size class.
    free: Vec<Vec<u32>>,
    /// Edges in blocks that are in use.
    n_used: usize,
}

impl<M: Copy> Edges<M> {
    pub(super) fn new(with_later: bool) -> Self {
        let later = with_later.then(Vec::new);
        Self { list: Vec::new(), later, free: Vec::new(), n_used: 0 }
    }

    /// Bytes in use.
    pub(super) fn n_bytes(&self) -> usize {
        self.n_used * size_of::<Edge<M>>()
    }

    /// Finds a place for some edges.
    pub(super) fn add(&mut self, edges: &[Edge<M>]) -> u32 {
        let Some(&filler) = edges.last() else { return 0 };
        let class = class(edges.len());
        let size = size(class);
        if self.free.len() <= class {
            self.free.resize_with(class + 1, Vec::new);
        }
        self.n_used += size;
        let first = match self.free[class].pop() {
            Some(first) => first as usize,
            None => {
                let first = self.list.len();
                self.list.resize(first + size, filler);
                first
            }
        };
        self.list[first..first + edges.len()].copy_from_slice(edges);
        if let Some(later) = &mut self.later {
            later.resize(self.list.len(), Later::default());
            later[first..first + edges.len()].fill(Later::default());
        }
        first as u32
    }

    /// Gives up the block of some edges.
    pub(super) fn remove(&mut self, first: u32, n_edges: u32) {
        if n_edges > 0 {
            let class = class(n_edges as usize);
            self.n_used -= size(class);
            self.free[class].push(first);
        }
    }
}

/// Playouts in which a role made a move later than in the node of the edge.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Later {
    pub(super) visits: u32,
    pub(super) value: f32,
}

/// Sizes are 4, 8, 12 ... 64, then powers of two.
fn class(n_edges: usize) -> usize {
    match n_edges {
        0..=64 => n_edges.div_ceil(4),
        _ => 10 + n_edges.next_power_of_two().trailing_zeros() as usize,
    }
}

fn size(class: usize) -> usize {
    if class <= 16 { 4 * class } else { 1 << (class - 10) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_large_enough_and_used_again() {
        for n_edges in 1..5000 {
            assert!(size(class(n_edges)) >= n_edges);
            assert!(size(class(n_edges)) <= 2 * n_edges + 2);
        }
        let mut edges = Edges::new(false);
        let five = [Edge::new(ludex_game::RoleId(0), 7); 5];
        let (first, second) = (edges.add(&five), edges.add(&five));
        assert_eq!((first, second), (0, 8));
        edges.remove(first, 5);
        assert_eq!(edges.add(&five[..4]), 16);
        assert_eq!(edges.add(&five), 0);
    }
}
