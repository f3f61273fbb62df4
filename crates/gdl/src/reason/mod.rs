//! The reference reasoner: correct first, and fast enough for rules that are
//! too large to be grounded into a circuit.
//!
//! [`clause`] prepares rules, [`analysis`] finds dependencies, [`materialise`]
//! computes static relations, [`plan`] orders conditions and chooses indexes,
//! [`program`] is the compiled form, and [`evaluator`] evaluates it.

mod analysis;
mod clause;
mod evaluator;
mod facts;
mod limits;
mod materialise;
mod plan;
mod program;
mod tuples;

pub(crate) use analysis::Analysis;
pub(crate) use clause::{Clause, Clauses, Expr, Goal, Query, Relation, RelationId};
pub(crate) use evaluator::Evaluator;
pub(crate) use facts::Facts;
pub use limits::{Fault, Limits};
pub(crate) use materialise::materialise;
pub(crate) use plan::{Planner, Sample, Unsafe};
pub(crate) use program::{Level, Mode, PlanId, Program, RuleCode};
pub(crate) use tuples::Tuples;
