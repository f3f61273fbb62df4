//! Search windows, and outcomes with their certainty.

/// The values that matter: below, the role that asks has something better;
/// above, its opponents have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    pub alpha: f64,
    pub beta: f64,
}

impl Window {
    #[inline]
    pub fn new(alpha: f64, beta: f64) -> Self {
        Self { alpha, beta }
    }

    /// The question whether a value is above `alpha`.
    #[inline]
    pub fn above(alpha: f64) -> Self {
        Self { alpha, beta: alpha.next_up() }
    }

    /// Whether there is a value strictly inside.
    #[inline]
    pub fn is_open(self) -> bool {
        self.alpha.next_up() < self.beta
    }

    /// As the opponents see it.
    #[inline]
    pub fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The value that a search to some depth found: exact if it is inside the
/// window, else a bound.
///
/// Apart from that, it may be certain that the game itself, played to its end,
/// is worth at least that much or at most that much, since no evaluator had a
/// part in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Outcome {
    pub value: f64,
    pub is_floor: bool,
    pub is_ceiling: bool,
}

impl Outcome {
    /// Nothing was found.
    pub const UNKNOWN: Self = Self { value: 0.0, is_floor: false, is_ceiling: false };

    /// Less than any other: a maximum begins with it.
    pub const LEAST: Self = Self { value: f64::NEG_INFINITY, is_floor: false, is_ceiling: true };

    /// A value by the rules.
    #[inline]
    pub fn certain(value: f64) -> Self {
        Self { value, is_floor: true, is_ceiling: true }
    }

    /// A value by an evaluator.
    #[inline]
    pub fn estimate(value: f64) -> Self {
        Self { value, is_floor: false, is_ceiling: false }
    }

    #[inline]
    pub fn is_certain(self) -> bool {
        self.is_floor && self.is_ceiling
    }

    /// As the opponents see it.
    #[inline]
    pub fn flipped(self) -> Self {
        Self { value: -self.value, is_floor: self.is_ceiling, is_ceiling: self.is_floor }
    }

    /// The better of two.
    #[inline]
    pub fn max(self, other: Self) -> Self {
        Self {
            value: if other.value > self.value { other.value } else { self.value },
            // One good move is enough to have at least its value; for at most
            // that value, no move may be better.
            is_floor: (self.is_floor && self.value >= other.value)
                || (other.is_floor && other.value >= self.value),
            is_ceiling: self.is_ceiling && other.is_ceiling,
        }
    }

    /// Nothing is worth less or more than the ends of a range.
    #[inline]
    pub fn within(self, (low, high): (f64, f64)) -> Self {
        Self {
            value: self.value,
            is_floor: self.is_floor || self.value <= low,
            is_ceiling: self.is_ceiling || self.value >= high,
        }
    }
}
