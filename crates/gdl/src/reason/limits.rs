//! Limits on the cost of a single query.

use std::time::Duration;

/// Limits for one query to the reasoner (the legal moves of a state, its
/// successor, ...). Rules can describe computations that do not terminate.
///
/// ```
/// use ludex_gdl::Limits;
///
/// let limits = Limits { memory_bytes_max: 1 << 30, ..Limits::default() };
/// assert!(limits.time_max > std::time::Duration::from_secs(1));
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum time of a query.
    pub time_max: Duration,
    /// Maximum memory of terms and derived facts, roughly.
    pub memory_bytes_max: usize,
    /// Maximum nesting of function terms.
    pub term_depth_max: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // Other reasoners take ten seconds per step on the slowest public
            // sheets.
            time_max: Duration::from_secs(60),
            memory_bytes_max: 4 << 30,
            // Numbers written as nested successors reach a few hundred.
            term_depth_max: 1000,
        }
    }
}

/// Why a query has no answer. Each variant names the relation being computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The time limit was reached.
    #[error("computing `{relation}` ({place}) took longer than {seconds} s")]
    Time {
        /// The relation.
        relation: String,
        /// Line and column of one of its rules.
        place: String,
        /// The limit.
        seconds: u64,
    },
    /// The memory limit was reached.
    #[error("computing `{relation}` ({place}) took more than {megabytes} MB")]
    Memory {
        /// The relation.
        relation: String,
        /// Line and column of one of its rules.
        place: String,
        /// The limit.
        megabytes: usize,
    },
    /// Terms exceed the maximum nesting.
    #[error(
        "`{relation}` ({place}) builds terms nested more than {depth} deep; does its recursion end?"
    )]
    Depth {
        /// The relation.
        relation: String,
        /// Line and column of one of its rules.
        place: String,
        /// The limit.
        depth: u32,
    },
    /// A fact depends on its own negation.
    #[error("`{relation}` ({place}) depends on its own negation")]
    Unstratified {
        /// The relation.
        relation: String,
        /// Line and column of the rule.
        place: String,
    },
}
