//! The limits of a search.

use std::fmt;
use std::sync::Arc;

/// Says when to stop. Search asks between small pieces of work.
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
}

impl Stop {
    /// No end but that of the work.
    pub fn never() -> Self {
        Self::default()
    }

    /// When a condition holds: a time has come, a user has had enough.
    pub fn when(is_due: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { is_due: Some(Arc::new(is_due)) }
    }

    /// Whether it is time to stop.
    pub fn is_due(&self) -> bool {
        self.is_due.as_ref().is_some_and(|is_due| is_due())
    }

    /// Whether there is a condition at all.
    pub fn is_never(&self) -> bool {
        self.is_due.is_none()
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_never() { "Stop::never" } else { "Stop::when" })
    }
}

/// How much work one move may take. What is `None` is not limited.
///
/// Under limits other than `stop`, the same seed gives the same result, at any
/// number of threads.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// How many plies to look ahead.
    pub depth: Option<u32>,
    /// How many positions to look at.
    pub nodes: Option<u64>,
    /// How many random games to play.
    pub playouts: Option<u64>,
    /// When to stop whatever else is allowed.
    pub stop: Stop,
}
