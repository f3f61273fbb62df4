//! Bounds on the value of a node to a role.

/// The value of a node to a role lies within these, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bound {
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Bounds closer than this are equal: values of chance nodes and of mixed strategies
/// have rounding errors.
pub(super) const EPSILON: f64 = 1e-7;

impl Bound {
    /// Nothing is known.
    pub(super) const OPEN: Self = Self { low: 0.0, high: 1.0 };

    pub(super) fn exact(value: f64) -> Self {
        Self { low: value, high: value }
    }

    pub(super) fn is_exact(self) -> bool {
        self.high - self.low <= EPSILON
    }

    /// The bounds of the opponent's value if both add up to a constant.
    pub(super) fn mirrored(self, sum: f64) -> Self {
        Self { low: (sum - self.high).max(0.0), high: (sum - self.low).min(1.0) }
    }

    pub(super) fn clamp(self, value: f64) -> f64 {
        value.max(self.low).min(self.high)
    }
}
