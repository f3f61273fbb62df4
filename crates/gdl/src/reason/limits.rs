//! How much a single question may cost.

use std::time::Duration;

/// Bounds for one question to the reasoner (the legal moves of a state, its
/// successor, ...). Rules can describe computations without end.
///
/// ```
/// use gdl::Limits;
///
/// let limits = Limits { memory_bytes_max: 1 << 30, ..Limits::default() };
/// assert!(limits.time_max > std::time::Duration::from_secs(1));
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// Longest time that one question may take.
    pub time_max: Duration,
    /// Most memory that terms and derived facts may take, roughly.
    pub memory_bytes_max: usize,
    /// Deepest nesting of function terms.
    pub term_depth_max: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // The slowest public sheets take ten seconds a step elsewhere.
            time_max: Duration::from_secs(60),
            memory_bytes_max: 4 << 30,
            // Numbers written as nested successors reach a few hundred.
            term_depth_max: 1000,
        }
    }
}

/// Why a question has no answer. Each names the relation being computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The time limit was reached.
    #[error("computing `{relation}` ({place}) took longer than {seconds} s")]
    Time {
        /// The relation.
        relation: String,
        /// Line and column of a rule of it.
        place: String,
        /// The limit.
        seconds: u64,
    },
    /// The memory limit was reached.
    #[error("computing `{relation}` ({place}) took more than {megabytes} MB")]
    Memory {
        /// The relation.
        relation: String,
        /// Line and column of a rule of it.
        place: String,
        /// The limit.
        megabytes: usize,
    },
    /// Terms grow without end.
    #[error(
        "`{relation}` ({place}) builds terms nested more than {depth} deep; does its recursion end?"
    )]
    Depth {
        /// The relation.
        relation: String,
        /// Line and column of a rule of it.
        place: String,
        /// The limit.
        depth: u32,
    },
    /// A fact would have to hold because it does not.
    #[error("`{relation}` ({place}) depends on its own negation")]
    Unstratified {
        /// The relation.
        relation: String,
        /// Line and column of the rule.
        place: String,
    },
}
