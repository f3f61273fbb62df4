//! The limits of a search.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The signal that ends a search. Searches poll it between small pieces of work.
///
/// ```
/// use ludex_search::Stop;
///
/// assert!(!Stop::never().is_due());
/// assert!(Stop::when(|| true).is_due());
/// ```
#[derive(Clone, Default)]
pub struct Stop {
    is_due: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
    time_max: Option<Duration>,
}

impl Stop {
    /// A stop that is never due.
    pub fn never() -> Self {
        Self::default()
    }

    /// A stop that is due once a condition holds, such as a time limit or a user's interrupt.
    pub fn when(is_due: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { is_due: Some(Arc::new(is_due)), time_max: None }
    }

    /// With the time after which it will be due, if nothing happens before. Searches may
    /// plan with it; they end when the stop is due.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ludex_search::Stop;
    ///
    /// let stop = Stop::when(|| false).within(Duration::from_secs(2));
    /// assert_eq!((stop.time_max(), stop.is_due()), (Some(Duration::from_secs(2)), false));
    /// ```
    #[must_use]
    pub fn within(mut self, time_max: Duration) -> Self {
        self.time_max = Some(time_max);
        self
    }

    /// The time after which it will be due, counted from when it was made, if that is known.
    pub fn time_max(&self) -> Option<Duration> {
        self.time_max
    }

    /// Whether the search must end.
    pub fn is_due(&self) -> bool {
        self.is_due.as_ref().is_some_and(|is_due| is_due())
    }

    /// Whether it can never be due.
    pub fn is_never(&self) -> bool {
        self.is_due.is_none()
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_never() { "Stop::never" } else { "Stop::when" })
    }
}

/// The time since some moment in the past.
pub type Clock = fn() -> Duration;

/// The limits of the search for one move. `None` is no limit.
///
/// Under limits other than `stop`, and without a clock, the same seed gives the same result, at any
/// number of threads.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Maximum number of plies to look ahead.
    pub depth: Option<u32>,
    /// Maximum number of positions.
    pub nodes: Option<u64>,
    /// Maximum number of random games.
    pub playouts: Option<u64>,
    /// The signal that ends the search, independent of the other limits.
    pub stop: Stop,
    /// Measures the costs of parts of the search, which may then divide its time by them.
    pub clock: Option<Clock>,
}
