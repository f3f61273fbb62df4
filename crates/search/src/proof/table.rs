//! Transposition table of proof-number search.

use super::numbers::Numbers;

/// The numbers of positions, in a fixed amount of memory. Entries that took the least work are
/// replaced first.
pub(super) struct Table {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
    work: u32,
    is_endless: bool,
}

const N_ENTRIES: usize = 4;

impl Table {
    pub fn new(bytes: usize) -> Self {
        let n_buckets = (bytes / (N_ENTRIES * size_of::<Entry>())).max(1);
        Self { entries: vec![Entry::default(); n_buckets * N_ENTRIES] }
    }

    pub fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    /// The numbers of a position, and whether its refutation contains endless play.
    pub fn get(&self, key: u64) -> Option<(Numbers, bool)> {
        let entries = &self.entries[self.bucket(key)];
        let entry = entries.iter().find(|entry| entry.key == key && entry.work > 0)?;
        let &Entry { proof, disproof, is_endless, .. } = entry;
        Some((Numbers { proof, disproof }, is_endless))
    }

    pub fn put(&mut self, key: u64, numbers: Numbers, is_endless: bool, work: u64) {
        let bucket = self.bucket(key);
        let entries = &mut self.entries[bucket];
        let work = u32::try_from(work + 1).unwrap_or(u32::MAX);
        let Numbers { proof, disproof } = numbers;
        let entry = match entries.iter_mut().find(|entry| entry.key == key) {
            Some(entry) => entry,
            None => entries.iter_mut().min_by_key(|entry| entry.work).expect("there are four"),
        };
        let work = if entry.key == key { work.saturating_add(entry.work) } else { work };
        *entry = Entry { key, proof, disproof, work, is_endless };
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let n_buckets = self.entries.len() / N_ENTRIES;
        let at = ((u128::from(key) * n_buckets as u128) >> 64) as usize * N_ENTRIES;
        at..at + N_ENTRIES
    }
}
