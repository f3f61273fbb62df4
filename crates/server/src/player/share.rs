//! What each of several matches may take of the machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// All that there is to share.
#[derive(Debug)]
pub(super) struct Shares {
    n_matches_max: usize,
    n_threads: usize,
    memory_bytes: usize,
    n_taken: AtomicUsize,
}

/// What one match may take, until everything that belongs to it is gone.
#[derive(Debug)]
pub(super) struct Share {
    all: Arc<Shares>,
    /// Threads that search.
    pub(super) n_threads: usize,
    /// Memory in bytes.
    pub(super) memory_bytes: usize,
}

impl Shares {
    pub(super) fn new(n_matches_max: usize, n_threads: usize, memory_bytes: usize) -> Self {
        Self { n_matches_max, n_threads, memory_bytes, n_taken: AtomicUsize::new(0) }
    }

    /// A share for one more match; `None` if all are taken. Memory is the same
    /// for each, since none gives back what it has; cores are shared by those
    /// that are there.
    pub(super) fn take(self: &Arc<Self>) -> Option<Share> {
        let count = |n: usize| (n < self.n_matches_max).then_some(n + 1);
        let n_others = self.n_taken.fetch_update(Relaxed, Relaxed, count).ok()?;
        Some(Share {
            all: Arc::clone(self),
            n_threads: (self.n_threads / (n_others + 1)).max(1),
            memory_bytes: self.memory_bytes / self.n_matches_max,
        })
    }

    /// The same, waiting for one to come back: what belongs to a match takes a
    /// moment to go when it ends.
    pub(super) fn take_before(self: &Arc<Self>, until: Instant) -> Option<Share> {
        loop {
            let share = self.take();
            if share.is_some() || Instant::now() >= until {
                return share;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Whether another match can begin.
    pub(super) fn is_free(&self) -> bool {
        self.n_taken.load(Relaxed) < self.n_matches_max
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.all.n_taken.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_come_back() {
        let shares = Arc::new(Shares::new(2, 4, 100));
        let (one, two) = (shares.take().expect("the first"), shares.take().expect("the second"));
        assert_eq!((one.n_threads, two.n_threads), (4, 2));
        assert_eq!((one.memory_bytes, two.memory_bytes), (50, 50));
        assert!(shares.take().is_none() && !shares.is_free());
        let soon = Instant::now() + Duration::from_millis(20);
        assert!(shares.take_before(soon).is_none());
        drop(one);
        assert!(shares.is_free() && shares.take().is_some());
    }
}
