//! A condition on one fact.

/// A condition on one fact: that it holds, or that it does not.
///
/// ```
/// use ludex_game::Condition;
///
/// let absent = Condition::absent(7);
/// assert_eq!((absent.fact(), absent.is_absent()), (7, true));
/// assert!(absent.is_met(|fact| fact != 7) && !absent.is_met(|fact| fact == 7));
/// assert!(Condition::present(7) < absent && absent < Condition::present(8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Condition(u32);

impl Condition {
    /// The fact of this number holds.
    pub fn present(fact: usize) -> Self {
        Self((fact as u32) << 1)
    }

    /// The fact of this number does not hold.
    pub fn absent(fact: usize) -> Self {
        Self((fact as u32) << 1 | 1)
    }

    /// The number of the fact.
    pub fn fact(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the fact must not hold.
    pub fn is_absent(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether the condition is met, given the facts that hold.
    pub fn is_met(self, holds: impl FnOnce(usize) -> bool) -> bool {
        holds(self.fact()) != self.is_absent()
    }
}
