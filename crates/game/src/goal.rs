//! Goal values.

use std::fmt;

/// A goal value from 0 (worst) to 100 (best).
///
/// ```
/// use ludex_game::Goal;
///
/// assert_eq!(Goal::new(100), Some(Goal::MAX));
/// assert_eq!(Goal::new(101), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Goal(u8);

impl Goal {
    /// The worst outcome, and the value where the rules define none.
    pub const MIN: Goal = Goal(0);
    /// The best outcome.
    pub const MAX: Goal = Goal(100);

    /// A goal value, if `value` is one.
    pub fn new(value: u8) -> Option<Self> {
        (value <= 100).then_some(Self(value))
    }

    /// The value, 0 to 100.
    pub fn value(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
