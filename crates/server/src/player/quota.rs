//! Quotas of threads and memory for matches.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The resources of a service and the number of matches that use them.
#[derive(Debug)]
pub(super) struct Quotas {
    n_matches_max: usize,
    n_threads: usize,
    memory_bytes: usize,
    n_taken: AtomicUsize,
}

/// The resources of one match, given back on drop.
#[derive(Debug)]
pub(super) struct Quota {
    all: Arc<Quotas>,
    /// Threads that search.
    pub(super) n_threads: usize,
    /// Memory in bytes.
    pub(super) memory_bytes: usize,
}

impl Quotas {
    pub(super) fn new(n_matches_max: usize, n_threads: usize, memory_bytes: usize) -> Self {
        Self { n_matches_max, n_threads, memory_bytes, n_taken: AtomicUsize::new(0) }
    }

    /// The quota of one more match; `None` if all are taken. Memory is the same for each,
    /// since a match keeps it to its end; threads are divided by the present matches.
    pub(super) fn take(self: &Arc<Self>) -> Option<Quota> {
        let count = |n: usize| (n < self.n_matches_max).then_some(n + 1);
        let n_others = self.n_taken.fetch_update(Relaxed, Relaxed, count).ok()?;
        Some(Quota {
            all: Arc::clone(self),
            n_threads: (self.n_threads / (n_others + 1)).max(1),
            memory_bytes: self.memory_bytes / self.n_matches_max,
        })
    }

    /// The same, waiting until a time: the threads of a match that ends take a moment to
    /// stop.
    pub(super) fn take_before(self: &Arc<Self>, until: Instant) -> Option<Quota> {
        loop {
            let quota = self.take();
            if quota.is_some() || Instant::now() >= until {
                return quota;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Whether another match can begin.
    pub(super) fn is_free(&self) -> bool {
        self.n_taken.load(Relaxed) < self.n_matches_max
    }
}

impl Drop for Quota {
    fn drop(&mut self) {
        self.all.n_taken.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotas_come_back() {
        let quotas = Arc::new(Quotas::new(2, 4, 100));
        let (one, two) = (quotas.take().expect("the first"), quotas.take().expect("the second"));
        assert_eq!((one.n_threads, two.n_threads), (4, 2));
        assert_eq!((one.memory_bytes, two.memory_bytes), (50, 50));
        assert!(quotas.take().is_none() && !quotas.is_free());
        let soon = Instant::now() + Duration::from_millis(20);
        assert!(quotas.take_before(soon).is_none());
        drop(one);
        assert!(quotas.is_free() && quotas.take().is_some());
    }
}
