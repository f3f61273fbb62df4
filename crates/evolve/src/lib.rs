//! Evolutionary computation: strongly typed trees, policies and vectors; operators, selection,
//! fitness by games and tests; islands; runs that can be resumed.
//!
//! Read [`Problem`] first: it defines the individuals and scores them. A [`Run`] evolves them.
//!
//! - [`Primitives`] are the elements of a [`Tree`]; a [`Program`] evaluates it in one
//!   position at a time, and a [`BlockProgram`] in many rows.
//! - A [`Genome`] is the type of individuals: a [`Forest`], a [`Policy`] or a [`Vector`].
//! - A [`Scheme`] scores individuals by a [`Contest`] or an [`Exam`]; an [`Executor`] runs the
//!   games.
//!
//! This crate is independent of games, clocks and the command line. The same seed gives the
//! same result on any number of threads, and after any interruption.

mod breed;
mod checkpoint;
mod config;
mod difference;
mod executor;
mod genome;
mod island;
pub mod measures;
mod observer;
pub mod operators;
mod problem;
mod record;
mod run;
mod schemes;
mod seeds;
mod selection;
mod stats;

pub use breed::{Breeding, Style};
pub use checkpoint::CheckpointError;
pub use config::{Config, ConfigError, Retest, Rivals};
pub use difference::Difference;
pub use executor::{Executor, Job, Serial, Threads};
pub use genome::{
    Gene, Genome, IntVector, Policy, PolicyPlan, RealVector, Rule, Vector, VectorPlan, Worth,
    WorthPlan,
};
pub use island::{Islands, LocalTransport, Migration, Transport};
pub use ludex_game::{Rng, rng};
pub use ludex_program::{
    Action, ActionId, BlockProgram, Columns, DEPTH_LIMIT, Draw, EffectError, Forest, ForestPlan,
    Function, LIMIT, Limits, Memo, Node, Nth, Params, Place, Primitive, PrimitiveId, Primitives,
    PrimitivesBuilder, PrimitivesError, Program, SIZE_LIMIT, Scratch, Shape, Terminal, TerminalId,
    Terminals, TextError, Tree, TreePlan, Type, View, What, grow, ramped,
};
pub use observer::Observer;
pub use problem::{Evaluation, Problem, Stage};
pub use record::Record;
pub use run::{Champion, Run, RunError, config_of, source_of};
pub use schemes::{
    CoPlay, Comparison, Contest, EvaluationContext, Exam, Guide, Guides, InOrder, Knockout,
    Outcome, Progress, RandomTwoWays, Repeated, Rivalry, Scheme, SuccessiveHalving,
};
pub use seeds::Seeds;
pub use selection::{
    Proportionate, Rank, Selection, SelectionConfig, Standings, Tournament, Wheel,
};
pub use stats::GenerationStats;
