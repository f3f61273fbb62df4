//! Search windows, and outcomes with their certainty.

/// The search window: the searching role has at least `alpha` elsewhere, its opponents can hold
/// it to `beta`.
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

    /// The null window that tests whether a value is above `alpha`.
    #[inline]
    pub fn above(alpha: f64) -> Self {
        Self { alpha, beta: alpha.next_up() }
    }

    /// Whether a value lies strictly inside.
    #[inline]
    pub fn is_open(self) -> bool {
        self.alpha.next_up() < self.beta
    }

    /// The window from the view of the opponents.
    #[inline]
    pub fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The value of a search to some depth: exact if it is inside the window, else a bound.
///
/// `is_floor` and `is_ceiling` are independent of the window: the value of the game itself,
/// played to its end, is certainly at least, or at most, this value, because no evaluator took
/// part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Outcome {
    pub value: f64,
    pub is_floor: bool,
    pub is_ceiling: bool,
}

impl Outcome {
    /// The outcome of an interrupted search.
    pub const UNKNOWN: Self = Self { value: 0.0, is_floor: false, is_ceiling: false };

    /// Less than any other outcome: the start of a maximum.
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

    /// The outcome from the view of the opponents.
    #[inline]
    pub fn flipped(self) -> Self {
        Self { value: -self.value, is_floor: self.is_ceiling, is_ceiling: self.is_floor }
    }

    /// The better of two.
    #[inline]
    pub fn max(self, other: Self) -> Self {
        Self {
            value: if other.value > self.value { other.value } else { self.value },
            // The floor needs one move with at least this value, the ceiling needs all moves.
            is_floor: (self.is_floor && self.value >= other.value)
                || (other.is_floor && other.value >= self.value),
            is_ceiling: self.is_ceiling && other.is_ceiling,
        }
    }

    /// Adds the certainty of a range of values: its low end is a floor, its high end a ceiling.
    #[inline]
    pub fn within(self, (low, high): (f64, f64)) -> Self {
        Self {
            value: self.value,
            is_floor: self.is_floor || self.value <= low,
            is_ceiling: self.is_ceiling || self.value >= high,
        }
    }
}
