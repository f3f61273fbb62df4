//! The progress of long services.

use std::time::Duration;

use ludex_evolve::GenerationStats;

/// One report of progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The current work, in a few words.
    pub what: String,
    /// Units that are done.
    pub n_done: u64,
    /// Units in all.
    pub n_all: u64,
}

/// Receives the progress of a service.
///
/// `()` ignores it. An application with a progress bar implements [`step`](Self::step):
///
/// ```
/// use ludex::{Progress, Step};
///
/// struct Percent(u64);
///
/// impl Progress for Percent {
///     fn step(&mut self, step: &Step) {
///         self.0 = 100 * step.n_done / step.n_all.max(1);
///     }
/// }
///
/// let mut percent = Percent(0);
/// percent.step(&Step { what: "games".into(), n_done: 5, n_all: 20 });
/// assert_eq!(percent.0, 25);
/// ```
pub trait Progress {
    /// Some work is done.
    fn step(&mut self, step: &Step) {
        let _ = step;
    }

    /// An evolution has finished a generation.
    fn generation(&mut self, stats: &GenerationStats) {
        let _ = stats;
    }

    /// A remark for the user, such as the expected cost of what follows.
    fn note(&mut self, note: &str) {
        let _ = note;
    }
}

impl Progress for () {}

/// A duration in words: seconds, minutes or hours, rounded up.
///
/// ```
/// use std::time::Duration;
///
/// assert_eq!(ludex::progress::length(Duration::from_secs(150)), "3 min");
/// ```
pub fn length(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..=99 => format!("{} s", seconds + 1),
        seconds @ 100..=5999 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}
