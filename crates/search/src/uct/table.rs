//! Where positions are in the tree.

use super::node::{NOWHERE, NodeId};

/// Nodes by key. An entry may name a node that was forgotten, or be missing for
/// one that is there: then a position has two nodes, which does no harm.
#[derive(Debug)]
pub(super) struct Table {
    /// A place is kept plus one, so that 0 is no node's.
    entries: Vec<(u32, u32)>,
    /// A smaller table whose entries have not all been moved here yet, and how
    /// far that has come. Moving all at once would take too long.
    old: Vec<(u32, u32)>,
    n_moved: usize,
}

/// How many entries of the old table are moved with each new one.
const N_MOVED: usize = 16;

/// How many entries are looked at.
const N_PROBES: usize = 4;

impl Table {
    /// For this many nodes.
    pub(super) fn new(n_nodes: usize) -> Self {
        let entries = vec![(0, 0); (2 * n_nodes).next_power_of_two().max(1024)];
        Self { entries, old: Vec::new(), n_moved: 0 }
    }

    /// The nodes that may have a key.
    pub(super) fn get(&self, key: u64) -> impl Iterator<Item = NodeId> + '_ {
        let new = places(self.entries.len(), key).map(|at| self.entries[at]);
        let n_old = if self.old.is_empty() { 0 } else { N_PROBES };
        let old = places(self.old.len(), key).take(n_old).map(|at| self.old[at]);
        new.chain(old)
            .filter(|&(at, _)| at != 0)
            .map(|(at, generation)| NodeId { at: at - 1, generation })
    }

    /// Enters a node, in the place of another if need be. `key_of` tells the
    /// key of a node that still exists.
    pub(super) fn insert(
        &mut self,
        key: u64,
        node: NodeId,
        n_nodes: usize,
        key_of: impl Fn(NodeId) -> Option<u64>,
    ) {
        if 2 * n_nodes > self.entries.len() && self.old.is_empty() {
            let larger = vec![(0, 0); (4 * n_nodes).next_power_of_two()];
            self.old = std::mem::replace(&mut self.entries, larger);
            self.n_moved = 0;
        }
        let end = (self.n_moved + N_MOVED).min(self.old.len());
        for at in self.n_moved..end {
            let (place, generation) = self.old[at];
            let id = NodeId { at: place.wrapping_sub(1), generation };
            if let Some(key) = key_of(id) {
                self.put(key, id, &key_of);
            }
        }
        self.n_moved = end;
        if end == self.old.len() {
            self.old = Vec::new();
        }
        self.put(key, node, &key_of);
    }

    fn put(&mut self, key: u64, node: NodeId, key_of: &impl Fn(NodeId) -> Option<u64>) {
        debug_assert!(node != NOWHERE);
        let is_free = |&at: &usize| {
            let (at, generation) = self.entries[at];
            at == 0 || key_of(NodeId { at: at - 1, generation }).is_none()
        };
        let mut all = places(self.entries.len(), key);
        let first = all.next().unwrap_or(0);
        let at = std::iter::once(first).chain(all).find(is_free).unwrap_or(first);
        self.entries[at] = (node.at + 1, node.generation);
    }
}

fn places(n_entries: usize, key: u64) -> impl Iterator<Item = usize> {
    let mask = n_entries.wrapping_sub(1);
    // Keys may be sums or codes of boards: all their bits have to matter.
    let first = game::draw::mix(key) as usize;
    (0..N_PROBES).map(move |probe| first.wrapping_add(probe) & mask)
}
