//! Supplies the lanes with playouts and receives their outcomes.

use super::outcome::Outcome;

/// Supplies start states and receives outcomes.
///
/// Outcomes arrive in the order in which playouts end. A search can return its next leaf while
/// outcomes of other leaves arrive.
pub trait Feed {
    /// The next playout, or `None` if there is none for now.
    fn start(&mut self) -> Option<Start<'_>>;

    /// Receives the outcome of a playout.
    fn end(&mut self, outcome: Outcome);
}

/// Playouts to be made from one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start<'a> {
    /// Number of the first playout. Its random draws depend on this and the
    /// seed.
    pub playout: u64,
    /// Number of playouts; they are numbered consecutively.
    pub count: u32,
    /// The [packed](super::pack) state to start from; `None` for the initial
    /// state.
    pub state: Option<&'a [u64]>,
}

/// A range of playouts that cycles through a list of start states.
///
/// ```
/// use ludex_gdl::lanes::{Feed, NumberedPlayouts, Start};
///
/// let mut feed = NumberedPlayouts::new(0..1, &[]);
/// assert_eq!(feed.start(), Some(Start { playout: 0, count: 1, state: None }));
/// assert_eq!(feed.start(), None);
/// ```
#[derive(Debug)]
pub struct NumberedPlayouts<'a> {
    numbers: std::ops::Range<u64>,
    starts: &'a [Vec<u64>],
    /// The outcomes so far, in the order in which playouts ended.
    pub outcomes: Vec<Outcome>,
}

impl<'a> NumberedPlayouts<'a> {
    /// Playouts with these numbers. Playout `i` starts from state `i %
    /// starts.len()`, or from the initial state if `starts` is empty.
    pub fn new(numbers: std::ops::Range<u64>, starts: &'a [Vec<u64>]) -> Self {
        Self { numbers, starts, outcomes: Vec::new() }
    }
}

impl Feed for NumberedPlayouts<'_> {
    fn start(&mut self) -> Option<Start<'_>> {
        let playout = self.numbers.next()?;
        let at = playout.checked_rem(self.starts.len() as u64);
        let state = at.map(|at| &self.starts[at as usize][..]);
        Some(Start { playout, count: 1, state })
    }

    fn end(&mut self, outcome: Outcome) {
        self.outcomes.push(outcome);
    }
}
