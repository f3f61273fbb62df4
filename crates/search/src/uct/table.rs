//! Where positions are in the tree.

use super::node::{NOWHERE, NodeId};

/// Nodes by key. An entry may name a node that was forgotten, or be missing for
/// one that is there: then a position has two nodes, which does no harm.
#[derive(Debug)]
pub(super) struct Table {
    /// A place is kept plus one, so that 0 is no node's.
    entries: Vec<(u32, u32)>,
}

/// How many entries are looked at.
const N_PROBES: usize = 4;

impl Table {
    /// For this many nodes.
    pub(super) fn new(n_nodes: usize) -> Self {
        Self { entries: vec![(0, 0); (2 * n_nodes).next_power_of_two().max(1024)] }
    }

    /// Whether it is too small for this many nodes.
    pub(super) fn is_crowded(&self, n_nodes: usize) -> bool {
        2 * n_nodes > self.entries.len()
    }

    /// The nodes that may have a key.
    pub(super) fn get(&self, key: u64) -> impl Iterator<Item = NodeId> + '_ {
        self.places(key)
            .map(|at| self.entries[at])
            .filter(|&(at, _)| at != 0)
            .map(|(at, generation)| NodeId { at: at - 1, generation })
    }

    /// Enters a node, in the place of another if need be. `is_alive` tells
    /// whether a node still exists.
    pub(super) fn insert(&mut self, key: u64, node: NodeId, is_alive: impl Fn(NodeId) -> bool) {
        let is_free = |&at: &usize| {
            let (at, generation) = self.entries[at];
            at == 0 || !is_alive(NodeId { at: at - 1, generation })
        };
        let first = self.places(key).next().unwrap_or(0);
        let at = self.places(key).find(is_free).unwrap_or(first);
        debug_assert!(node != NOWHERE);
        self.entries[at] = (node.at + 1, node.generation);
    }

    fn places(&self, key: u64) -> impl Iterator<Item = usize> + use<> {
        let mask = self.entries.len() - 1;
        // Keys may be sums or codes of boards: all their bits have to matter.
        let first = game::draw::mix(key) as usize;
        (0..N_PROBES).map(move |probe| first.wrapping_add(probe) & mask)
    }
}
