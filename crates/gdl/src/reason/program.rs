//! Rules compiled for evaluation.
//!
//! Every relation is compiled once for each way in which it is asked: which of
//! its arguments are known, wanted, or of no interest. Such a [`Plan`] is a list
//! of straight-line rules whose conditions stand in the order in which they are
//! tried, with indexes chosen and variables given registers.

use super::clause::Slot;
use super::facts::{Facts, IndexId};
use crate::symbol::SymbolId;
use crate::term::{Shape, TermId};

/// The whole sheet, compiled.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub plans: Vec<Plan>,
    /// Relations given by facts alone.
    pub statics: Vec<Facts>,
    /// The shapes of state facts that rules ask for.
    pub fluents: Vec<Fluent>,
    /// Position in `fluents` of the table of all facts, whatever their shape.
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

/// What the asker knows or wants of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    /// Its value is given.
    Known,
    /// All values are wanted.
    Wanted,
    /// It is enough that there is one.
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

/// How to answer one kind of question about one relation.
#[derive(Debug)]
pub(crate) struct Plan {
    pub relation: SymbolId,
    /// Line and column of its first rule, for messages.
    pub place: String,
    pub n_known: usize,
    pub n_wanted: usize,
    pub level: Level,
    /// Whether the relation depends on itself.
    pub recursive: bool,
    pub rules: Vec<RuleCode>,
}

/// One rule, for one plan.
#[derive(Debug)]
pub(crate) struct RuleCode {
    /// Matched against the known arguments.
    pub known: Vec<Pattern>,
    pub code: Vec<Instr>,
    /// Values of the wanted arguments.
    pub wanted: Vec<Build>,
    pub n_slots: usize,
    /// From this instruction on all wanted values are settled, so that one
    /// solution is as good as many.
    pub settled_at: usize,
}

/// One step of a rule.
#[derive(Debug)]
pub(crate) enum Instr {
    /// For each matching row.
    Scan(Scan),
    /// For each answer to a question.
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
    /// Goes on where the instructions up to `end` find nothing.
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
    /// Both are equal; may give variables in the pattern their values.
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
    /// Columns to match besides.
    pub columns: Vec<(usize, Pattern)>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Table {
    Static(usize),
    Fluent(usize),
}

/// What a value must look like.
#[derive(Debug)]
pub(crate) enum Pattern {
    Anything,
    Ground(TermId),
    /// The value that the variable has.
    Bound(Slot),
    /// Gives the variable its value.
    Bind(Slot),
    Function(SymbolId, Vec<Pattern>),
}

/// How to make a value.
#[derive(Debug)]
pub(crate) enum Build {
    Ground(TermId),
    Slot(Slot),
    Function(SymbolId, Vec<Build>),
}
