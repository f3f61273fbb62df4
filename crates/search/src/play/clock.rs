//! Time limits as a [`Stop`].
//!
//! This is the one file of the crate that reads the clock for a search: searches
//! themselves are given a [`Stop`] and poll it, and perhaps a [`Clock`](crate::Clock).

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::Stop;

/// A stop that is due once `time_max` has passed from now on; never without a limit.
///
/// ```
/// use std::time::Duration;
/// use ludex_search::stop_after;
///
/// assert!(stop_after(None).is_never());
/// assert!(stop_after(Some(Duration::ZERO)).is_due());
/// ```
pub fn stop_after(time_max: Option<Duration>) -> Stop {
    match time_max {
        None => Stop::never(),
        Some(time_max) => {
            let end = Instant::now() + time_max;
            Stop::when(move || Instant::now() >= end).within(time_max)
        }
    }
}

/// The time since the first call: a [`Clock`](crate::Clock).
///
/// ```
/// use ludex_search::{Clock, now};
///
/// let clock: Clock = now;
/// assert!(clock() <= clock());
/// ```
pub fn now() -> Duration {
    static BEGINNING: OnceLock<Instant> = OnceLock::new();
    BEGINNING.get_or_init(Instant::now).elapsed()
}
