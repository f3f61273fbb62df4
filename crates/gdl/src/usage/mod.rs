//! What of a rule sheet is used in play: rules that apply, facts that become
//! true, moves that are legal and made.
//!
//! Each rule is given a witness: a fact that the next state has when the rule's
//! conditions held. So one circuit plays the game and tells which rules applied,
//! at the price of a bit per rule. A [`Probe`] is such a circuit, [`Seen`] is what
//! it saw in some games, and [`Usage`] is what a designer wants to know of it.
//!
//! What was never seen in many games need not be impossible; what grounding
//! rules out is. Reports keep the two apart.

mod pattern;
mod probe;
mod seen;
mod witness;

pub use pattern::{Pattern, PatternUse};
pub use probe::Probe;
pub use seen::Seen;
pub use witness::RuleKind;

use crate::source::Position;

/// What was used of a sheet in some games.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// Games that were watched.
    pub n_games: u64,
    /// Joint moves in them.
    pub n_plies: u64,
    /// Rules that could be watched: those with conditions that depend on play.
    pub n_rules: usize,
    /// Those that never applied, in the order of the sheet.
    pub rules: Vec<UnusedRule>,
    /// Facts and moves by what they look like.
    pub facts: Vec<PatternUse>,
    /// Moves by what they look like.
    pub moves: Vec<PatternUse>,
    /// Facts that were never true, though nothing rules them out.
    pub unseen_facts: Vec<String>,
    /// Moves that were never legal, though nothing rules them out: role and move.
    pub unseen_moves: Vec<(String, String)>,
    /// Moves that were legal but never made.
    pub unmade_moves: Vec<(String, String)>,
}

/// A rule that never applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusedRule {
    /// Where it stands.
    pub place: Position,
    /// Its text, in one line.
    pub text: String,
    /// What it derives.
    pub kind: RuleKind,
    /// Whether it can never apply, whatever is played.
    pub is_proven: bool,
}
