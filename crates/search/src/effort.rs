//! What a search has spent, and whether it may spend more.

use crate::equilibrium::Unsolved;
use crate::{Limits, Stop};

/// How many positions pass between two looks at the [`Stop`].
const N_NODES_BETWEEN_LOOKS: u64 = 64;

/// Counts positions, and says when the limits are reached.
///
/// ```
/// use search::{Effort, Limits};
///
/// let mut effort = Effort::new(&Limits { nodes: Some(2), ..Limits::default() });
/// assert!(effort.spend() && effort.spend() && !effort.spend());
/// assert_eq!(effort.n_nodes(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Effort {
    n_nodes: u64,
    n_leaves: u64,
    n_nodes_max: u64,
    stop: Stop,
    is_over: bool,
}

impl Effort {
    /// Nothing is spent yet of what the limits allow.
    pub fn new(limits: &Limits) -> Self {
        Self {
            n_nodes_max: limits.nodes.unwrap_or(u64::MAX),
            stop: limits.stop.clone(),
            ..Self::default()
        }
    }

    /// Counts a position; `false` if there is to be no more of them.
    #[inline]
    pub fn spend(&mut self) -> bool {
        if self.is_over {
            return false;
        }
        let looks = self.n_nodes.is_multiple_of(N_NODES_BETWEEN_LOOKS);
        if self.n_nodes >= self.n_nodes_max || (looks && self.stop.is_due()) {
            self.is_over = true;
        }
        self.n_nodes += u64::from(!self.is_over);
        !self.is_over
    }

    /// Counts a position that is valued rather than searched.
    #[inline]
    pub fn add_leaf(&mut self) {
        self.n_leaves += 1;
    }

    /// How many positions were looked at.
    pub fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// How many of them were valued, by the rules or by an evaluator.
    pub fn n_leaves(&self) -> u64 {
        self.n_leaves
    }

    /// Which limit was reached.
    pub(crate) fn unsolved(&self) -> Unsolved {
        match self.n_nodes >= self.n_nodes_max {
            true => Unsolved::Nodes(self.n_nodes),
            false => Unsolved::Stopped,
        }
    }

    /// Whether a limit was reached: what is not yet known stays unknown.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}
