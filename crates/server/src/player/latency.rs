//! The safety margin between an answer and the end of the clock.

use std::sync::Mutex;
use std::time::Duration;

use crate::lock;

/// Recent delays.
///
/// An answer is late by the time between the end of its search and its sending, which
/// grows with busy cores. The time to receive a request measures the network.
#[derive(Debug, Default)]
pub(super) struct Latency {
    recent: Mutex<Recent>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Recent {
    late_ms: f64,
    receiving_ms: f64,
}

/// Enough for a reply on a quiet machine, and for a manager on a busy one to read it:
/// of 11,000 answers on two cores with four times as many threads, the latest was read
/// 8 ms before the end of its clock.
const MARGIN_MS_MIN: f64 = 50.0;

/// The share of the largest recent delay that is left after each answer.
const FADING: f64 = 0.85;

impl Latency {
    /// The time before the end of a clock at which searches stop: at most half of the
    /// clock.
    pub(super) fn margin(&self, clock: Duration) -> Duration {
        let Recent { late_ms, receiving_ms } = *lock(&self.recent);
        let margin = MARGIN_MS_MIN + late_ms + receiving_ms;
        Duration::from_secs_f64(margin / 1000.0).min(clock / 2)
    }

    /// Records the time from the end of a search to the sending of its answer.
    pub(super) fn note_late(&self, late: Duration) {
        let mut recent = lock(&self.recent);
        recent.late_ms = (recent.late_ms * FADING).max(1000.0 * late.as_secs_f64());
    }

    /// Records the time that a short request took to arrive.
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
