//! The node budget of a search.

use crate::equilibrium::Unsolved;
use crate::{Limits, Stop};

/// The number of positions between two polls of the [`Stop`].
const N_NODES_BETWEEN_LOOKS: u64 = 64;

/// Counts the positions of a search until its [`Limits`] are reached.
///
/// [Puzzle searches](crate::puzzle) use a [`Meter`](crate::puzzle::Meter), which can be divided
/// and is over as soon as the last position is spent. A node budget is over on the attempt to
/// spend one more, so that a search that ends with its last position is complete.
///
/// ```
/// use ludex_search::{NodeBudget, Limits};
///
/// let mut budget = NodeBudget::new(&Limits { nodes: Some(2), ..Limits::default() });
/// assert!(budget.spend() && budget.spend() && !budget.spend());
/// assert_eq!(budget.n_nodes(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct NodeBudget {
    n_nodes: u64,
    n_leaves: u64,
    n_nodes_max: u64,
    stop: Stop,
    is_over: bool,
}

impl NodeBudget {
    /// The budget that the limits allow.
    pub fn new(limits: &Limits) -> Self {
        Self {
            n_nodes_max: limits.nodes.unwrap_or(u64::MAX),
            stop: limits.stop.clone(),
            ..Self::default()
        }
    }

    /// Counts a position; `false` if a limit is reached.
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

    /// Counts a leaf: a position that is valued rather than searched.
    #[inline]
    pub fn add_leaf(&mut self) {
        self.n_leaves += 1;
    }

    /// The number of positions searched.
    pub fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// The number of positions valued, by the rules or by an evaluator.
    pub fn n_leaves(&self) -> u64 {
        self.n_leaves
    }

    /// The limit that was reached.
    pub(crate) fn unsolved(&self) -> Unsolved {
        match self.n_nodes >= self.n_nodes_max {
            true => Unsolved::Nodes(self.n_nodes),
            false => Unsolved::Stopped,
        }
    }

    /// Whether a limit was reached: the search is incomplete.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}
