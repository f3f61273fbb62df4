//! Rules compiled for evaluation.
//!
//! Every relation is compiled once for each query mode: which of its arguments
//! are known, wanted, or ignored. Such a [`QueryPlan`] is a list of straight-line
//! rules whose conditions are in evaluation order, with indexes chosen and
//! variables assigned to registers.

use super::clause::Slot;
use super::facts::{Facts, IndexId};
use crate::symbol::SymbolId;
use crate::term::{Shape, TermId};

/// A compiled sheet.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub plans: Vec<QueryPlan>,
    /// Relations given by facts alone.
    pub statics: Vec<Facts>,
    /// The shapes of state facts that rules read.
    pub fluents: Vec<Fluent>,
    /// Index in `fluents` of the table of all facts of any shape.
    pub any_fluent: Option<usize>,
}

/// A table of state facts of one shape.
#[derive(Clone, Debug)]
pub(crate) struct Fluent {
    /// `None` for the table of all facts.
    pub shape: Option<Shape>,
    /// Empty facts with the indexes that rules use.
    pub template: Facts,
}

pub(crate) type PlanId = usize;

/// The mode of an argument of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    /// Its value is given.
    Known,
    /// All values are wanted.
    Wanted,
    /// Only existence matters.
    Ignored,
}

/// How long derived facts stay valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// In every state.
    Static,
    /// In this state.
    State,
    /// For this joint move in this state.
    Action,
}

/// The compiled form of one query mode of one relation.
#[derive(Debug)]
pub(crate) struct QueryPlan {
    pub relation: SymbolId,
    /// Line and column of its first rule, for messages.
    pub place: String,
    pub n_known: usize,
    pub n_wanted: usize,
    pub level: Level,
    /// Whether the relation is recursive.
    pub recursive: bool,
    pub rules: Vec<RuleCode>,
}

/// One rule, compiled for one plan.
#[derive(Debug)]
pub(crate) struct RuleCode {
    /// Patterns of the known arguments.
    pub known: Vec<Pattern>,
    pub code: Vec<Instr>,
    /// Values of the wanted arguments.
    pub wanted: Vec<Build>,
    pub n_slots: usize,
    /// From this instruction on all wanted values are settled: one solution is
    /// enough.
    pub settled_at: usize,
}

/// One instruction of a rule.
#[derive(Debug)]
pub(crate) enum Instr {
    /// For each matching row.
    Scan(Scan),
    /// For each answer of a plan.
    Call {
        plan: PlanId,
        key: Vec<Build>,
        answer: Vec<Pattern>,
    },
    /// For each role whose move matches.
    Does {
        role: Pattern,
        mv: Pattern,
    },
    /// Continues if the instructions up to `end` have no solution.
    Not {
        end: usize,
    },
    /// The end of the instructions under `Not`, which start at `start`.
    Found {
        start: usize,
    },
    /// For each of the branches.
    Any {
        branches: Vec<usize>,
    },
    /// The end of a branch.
    Jump {
        to: usize,
    },
    Distinct(Build, Build),
    /// Both are equal; may bind variables in the pattern.
    Equal(Build, Pattern),
    /// The rule's conditions hold.
    Emit,
}

/// Rows of a table of facts.
#[derive(Debug)]
pub(crate) struct Scan {
    pub table: Table,
    /// The index and the known values to look up; all rows if `None`.
    pub index: Option<(IndexId, Vec<Build>)>,
    /// Further columns to match.
    pub columns: Vec<(usize, Pattern)>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Table {
    Static(usize),
    Fluent(usize),
}

/// A pattern that a value is matched with.
#[derive(Debug)]
pub(crate) enum Pattern {
    Anything,
    Ground(TermId),
    /// The value of a bound variable.
    Bound(Slot),
    /// Binds a variable.
    Bind(Slot),
    Function(SymbolId, Vec<Pattern>),
}

/// How to construct a value.
#[derive(Debug)]
pub(crate) enum Build {
    Ground(TermId),
    Slot(Slot),
    Function(SymbolId, Vec<Build>),
}
