//! The reference reasoner: correct first, and fast enough to serve wherever
//! rules are too large to be turned into a circuit.
//!
//! [`clause`] prepares rules, [`analysis`] finds what depends on what,
//! [`materialise`] computes what holds in every state, [`plan`] orders conditions and chooses indexes, [`program`] is what comes out, and
//! [`worker`] evaluates it.

mod analysis;
mod clause;
mod facts;
mod limits;
mod materialise;
mod plan;
mod program;
mod tuples;
mod worker;

pub(crate) use analysis::Analysis;
pub(crate) use clause::{Clause, Clauses, Expr, Goal, Query, Relation, RelationId};
pub(crate) use facts::Facts;
pub use limits::{Fault, Limits};
pub(crate) use materialise::materialise;
pub(crate) use plan::{Planner, Sample, Unsafe};
pub(crate) use program::{Level, Mode, PlanId, Program, RuleCode};
pub(crate) use tuples::Tuples;
pub(crate) use worker::Worker;
