//! The clock: search itself never looks at one.

use std::time::{Duration, Instant};

use search::Stop;

/// Due when this much time has passed from now on; never if there is no limit.
///
/// ```
/// use std::time::Duration;
///
/// assert!(arena::stop_after(None).is_never());
/// assert!(arena::stop_after(Some(Duration::ZERO)).is_due());
/// ```
pub fn stop_after(time_max: Option<Duration>) -> Stop {
    match time_max {
        None => Stop::never(),
        Some(time_max) => {
            let end = Instant::now() + time_max;
            Stop::when(move || Instant::now() >= end)
        }
    }
}
