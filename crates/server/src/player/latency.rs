//! How long before the end of the clock an answer must leave.

use std::sync::Mutex;
use std::time::Duration;

use crate::lock;

/// What is learned about delays while matches are played.
///
/// An answer is late by what passes between the end of the search and its
/// leaving: busy cores, other threads. How slowly requests come in tells of the
/// way between the machines.
#[derive(Debug, Default)]
pub(super) struct Latency {
    recent: Mutex<Recent>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Recent {
    late_ms: f64,
    receiving_ms: f64,
}

/// Enough for a reply on a quiet machine, and for a manager on a busy one to hear
/// it: of 11,000 answers on two cores with four times as many threads, the last
/// was heard 8 ms before the end of its clock.
const MARGIN_MS_MIN: f64 = 50.0;

/// Of the largest recent delay, so much is left after each answer.
const FADING: f64 = 0.85;

impl Latency {
    /// How long before the end of a clock to stop searching. However slow all
    /// is, half of the clock is used.
    pub(super) fn margin(&self, clock: Duration) -> Duration {
        let Recent { late_ms, receiving_ms } = *lock(&self.recent);
        let margin = MARGIN_MS_MIN + late_ms + receiving_ms;
        Duration::from_secs_f64(margin / 1000.0).min(clock / 2)
    }

    /// Takes note of an answer that left so long after its search should have
    /// ended.
    pub(super) fn note_late(&self, late: Duration) {
        let mut recent = lock(&self.recent);
        recent.late_ms = (recent.late_ms * FADING).max(1000.0 * late.as_secs_f64());
    }

    /// Takes note of a short request that took so long to come in.
    pub(super) fn note_receiving(&self, receiving: Duration) {
        let mut recent = lock(&self.recent);
        recent.receiving_ms = (recent.receiving_ms * FADING).max(1000.0 * receiving.as_secs_f64());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_follows_delays_and_forgets_them() {
        let latency = Latency::default();
        let clock = Duration::from_secs(1);
        let quiet = latency.margin(clock);
        assert_eq!(quiet, Duration::from_millis(50));
        latency.note_late(Duration::from_millis(40));
        assert_eq!(latency.margin(clock), Duration::from_millis(90));
        for _ in 0..60 {
            latency.note_late(Duration::from_millis(1));
        }
        assert!(latency.margin(clock) < Duration::from_millis(55));
        latency.note_receiving(Duration::from_secs(3));
        assert_eq!(latency.margin(clock), clock / 2);
    }
}
