//! The transposition table of the tree.

/// Places of nodes by key. An entry may name a place where another node is now,
/// or be missing for a node that is there: then a position has two nodes, which
/// does no harm.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    /// A smaller table whose entries have not all been moved here yet, and how
    /// far that has come. Moving all at once would take too long.
    old: Vec<Entry>,
    n_moved: usize,
}

/// Memory is slow, so a tag tells most other keys apart without a look at their
/// nodes.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    tag: u32,
    /// The place plus one; 0 where there is none.
    place: u32,
}

/// How many entries of the old table are moved with each new one.
const N_MOVED: usize = 16;

/// How many entries are looked at.
const N_PROBES: usize = 4;

impl Table {
    /// For this many nodes.
    pub(super) fn new(n_nodes: usize) -> Self {
        let entries = vec![Entry::default(); (2 * n_nodes).next_power_of_two().max(1024)];
        Self { entries, old: Vec::new(), n_moved: 0 }
    }

    /// The places of nodes that may have a key.
    pub(super) fn get(&self, key: u64) -> impl Iterator<Item = u32> + '_ {
        let (hash, tag) = hash(key);
        let is_it = move |entry: &&Entry| entry.tag == tag && entry.place != 0;
        let new = places(self.entries.len(), hash).map(|at| &self.entries[at]);
        let n_old = if self.old.is_empty() { 0 } else { N_PROBES };
        let old = places(self.old.len(), hash).take(n_old).map(|at| &self.old[at]);
        new.chain(old).filter(is_it).map(|entry| entry.place - 1)
    }

    /// Enters a node, in the place of another if need be. `key_of` tells the
    /// key of the node in a place, if there is one.
    pub(super) fn insert(
        &mut self,
        key: u64,
        place: u32,
        n_nodes: usize,
        key_of: impl Fn(u32) -> Option<u64>,
    ) {
        if 2 * n_nodes > self.entries.len() && self.old.is_empty() {
            let larger = vec![Entry::default(); (4 * n_nodes).next_power_of_two()];
            self.old = std::mem::replace(&mut self.entries, larger);
            self.n_moved = 0;
        }
        let end = (self.n_moved + N_MOVED).min(self.old.len());
        for at in self.n_moved..end {
            let entry = self.old[at];
            let key = entry.place.checked_sub(1).and_then(&key_of);
            if let Some(key) = key.filter(|&key| hash(key).1 == entry.tag) {
                self.put(key, entry.place - 1, &key_of);
            }
        }
        self.n_moved = end;
        if end == self.old.len() {
            self.old = Vec::new();
        }
        self.put(key, place, &key_of);
    }

    fn put(&mut self, key: u64, place: u32, key_of: &impl Fn(u32) -> Option<u64>) {
        let (hash_of_key, tag) = hash(key);
        let is_empty = |at: &usize| self.entries[*at].place == 0;
        let is_stale = |at: &usize| {
            let entry = self.entries[*at];
            key_of(entry.place - 1).is_none_or(|key| hash(key).1 != entry.tag)
        };
        let all = || places(self.entries.len(), hash_of_key);
        let at = all().find(is_empty).or_else(|| all().find(is_stale)).or(all().next());
        self.entries[at.unwrap_or(0)] = Entry { tag, place: place + 1 };
    }
}

/// Keys may be sums or codes of boards: all their bits have to matter.
fn hash(key: u64) -> (usize, u32) {
    let hash = ludex_game::draw::mix(key);
    (hash as usize, (hash >> 32) as u32)
}

fn places(n_entries: usize, hash: usize) -> impl Iterator<Item = usize> {
    let mask = n_entries.wrapping_sub(1);
    (0..N_PROBES).map(move |probe| hash.wrapping_add(probe) & mask)
}
