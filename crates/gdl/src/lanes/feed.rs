//! Where playouts come from and where their outcomes go.

use super::outcome::Outcome;

/// Says which playouts to make, and is told how they went.
///
/// Outcomes arrive in whatever order the playouts end. A search can answer
/// with the leaf it wants next while outcomes of others come in.
pub trait Feed {
    /// The next playout, or `None` if there is none for now.
    fn start(&mut self) -> Option<Start<'_>>;

    /// A playout has ended.
    fn end(&mut self, outcome: Outcome);
}

/// Playouts to be made from one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start<'a> {
    /// The number of the first. What it draws depends on this and on the seed.
    pub playout: u64,
    /// How many; their numbers follow each other.
    pub count: u32,
    /// The state to start from, [packed](super::pack); the initial state if
    /// there is none.
    pub state: Option<&'a [u64]>,
}

/// Playouts by number, from a list of states in turn.
///
/// ```
/// use gdl::lanes::{Counted, Feed, Start};
///
/// let mut feed = Counted::new(0..1, &[]);
/// assert_eq!(feed.start(), Some(Start { playout: 0, count: 1, state: None }));
/// assert_eq!(feed.start(), None);
/// ```
#[derive(Debug)]
pub struct Counted<'a> {
    numbers: std::ops::Range<u64>,
    starts: &'a [Vec<u64>],
    /// The outcomes so far, in the order in which playouts ended.
    pub outcomes: Vec<Outcome>,
}

impl<'a> Counted<'a> {
    /// Playouts of these numbers. Playout `i` starts from the state at place
    /// `i % starts.len()`; from the initial state if there are none.
    pub fn new(numbers: std::ops::Range<u64>, starts: &'a [Vec<u64>]) -> Self {
        Self { numbers, starts, outcomes: Vec::new() }
    }
}

impl Feed for Counted<'_> {
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
