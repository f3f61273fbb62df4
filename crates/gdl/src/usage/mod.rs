//! Rule coverage: the rules, facts and moves of a sheet that are used in play.
//!
//! Each watched rule gets a witness: a fact that holds in the next state if the
//! rule's conditions held. So one circuit plays the game and records which
//! rules applied, at the cost of a bit per rule. A [`Probe`] is such a circuit,
//! [`Observations`] are collected from its games, and [`Usage`] is the report for
//! a designer.
//!
//! A rule that never applied in many games may still be possible, unless
//! grounding rules it out. Reports distinguish the two.

mod observations;
mod pattern;
mod probe;
mod witness;

pub use observations::Observations;
pub use pattern::{Pattern, PatternUse};
pub use probe::Probe;
pub use witness::RuleKind;

use crate::source::LineColumn;

/// Coverage of a sheet by some games.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// Number of games observed.
    pub n_games: u64,
    /// Number of joint moves in them.
    pub n_plies: u64,
    /// Number of watched rules: those with conditions that depend on play.
    pub n_rules: usize,
    /// Watched rules that never applied, in sheet order.
    pub rules: Vec<UnusedRule>,
    /// Coverage of facts by pattern.
    pub facts: Vec<PatternUse>,
    /// Coverage of moves by pattern.
    pub moves: Vec<PatternUse>,
    /// Facts that were never true, though grounding does not rule them out.
    pub unseen_facts: Vec<String>,
    /// Moves that were never legal, though grounding does not rule them out:
    /// role and move.
    pub unseen_moves: Vec<(String, String)>,
    /// Moves that were legal but never made.
    pub unmade_moves: Vec<(String, String)>,
}

/// A rule that never applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusedRule {
    /// Position of the rule.
    pub place: LineColumn,
    /// Its text, in one line.
    pub text: String,
    /// The kind of its head.
    pub kind: RuleKind,
    /// Whether grounding proves that it can never apply.
    pub is_proven: bool,
}
