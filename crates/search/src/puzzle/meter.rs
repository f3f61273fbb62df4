//! The node meter of puzzle searches.

use crate::Stop;

/// Counts positions up to a maximum, or until a [`Stop`] is due.
///
/// ```
/// use ludex_search::{Stop, puzzle::Meter};
///
/// let stop = Stop::never();
/// let mut meter = Meter::new(2, &stop);
/// assert!(meter.spend() && meter.spend() && !meter.spend());
/// assert_eq!(meter.nodes(), 2);
/// ```
pub struct Meter<'a> {
    nodes: u64,
    nodes_max: u64,
    stop: &'a Stop,
    is_stopped: bool,
}

/// The number of positions between two polls of the stop. Positions take from half a
/// microsecond to some milliseconds, depending on the game; reading the clock takes less
/// than a tenth of the former.
const POLL: u64 = 16;

impl<'a> Meter<'a> {
    /// A meter that allows `nodes_max` positions.
    pub fn new(nodes_max: u64, stop: &'a Stop) -> Self {
        Self { nodes: 0, nodes_max, stop, is_stopped: stop.is_due() }
    }

    /// Counts a position; `false` if it is not allowed.
    pub fn spend(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            self.is_stopped = self.stop.is_due();
        }
        true
    }

    /// Counts work that takes as long as so many positions, allowed or not.
    pub fn spend_many(&mut self, n_nodes: u64) {
        self.nodes = self.nodes.saturating_add(n_nodes).min(self.nodes_max);
        self.is_stopped |= self.stop.is_due();
    }

    /// When to stop.
    pub fn stop(&self) -> &Stop {
        self.stop
    }

    /// Whether no further position is allowed.
    pub fn is_over(&self) -> bool {
        self.is_stopped || self.nodes >= self.nodes_max
    }

    /// Whether the stop was due.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// The number of positions counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The number of positions still allowed.
    pub fn nodes_left(&self) -> u64 {
        self.nodes_max - self.nodes
    }

    /// A meter for at most `nodes_max` of the positions left.
    pub fn part(&self, nodes_max: u64) -> Meter<'a> {
        Meter::new(nodes_max.min(self.nodes_left()), self.stop)
    }

    /// Adds the positions of a part.
    pub fn add(&mut self, part: &Meter<'_>) {
        self.nodes += part.nodes;
        self.is_stopped |= part.is_stopped;
    }
}
