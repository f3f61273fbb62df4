//! What a search may spend.

use crate::Stop;

/// Counts positions, and says when there have been enough.
///
/// ```
/// use search::{Stop, puzzle::Meter};
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

/// How many positions pass between two looks at the stop. Positions take from
/// half a microsecond to some milliseconds, depending on the game; a look at
/// the clock takes less than a tenth of the former.
const POLL: u64 = 16;

impl<'a> Meter<'a> {
    /// Allows so many positions.
    pub fn new(nodes_max: u64, stop: &'a Stop) -> Self {
        Self { nodes: 0, nodes_max, stop, is_stopped: stop.is_due() }
    }

    /// Asks for one more position.
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

    /// Whether nothing more is allowed.
    pub fn is_over(&self) -> bool {
        self.is_stopped || self.nodes >= self.nodes_max
    }

    /// Whether it was the stop that ended it.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// How many positions were looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many positions are still allowed.
    pub fn nodes_left(&self) -> u64 {
        self.nodes_max - self.nodes
    }

    /// A meter for a part of what is left.
    pub fn part(&self, nodes_max: u64) -> Meter<'a> {
        Meter::new(nodes_max.min(self.nodes_left()), self.stop)
    }

    /// Takes over what a part has used.
    pub fn add(&mut self, part: &Meter<'_>) {
        self.nodes += part.nodes;
        self.is_stopped |= part.is_stopped;
    }
}
