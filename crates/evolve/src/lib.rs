//! Evolution that knows no game: strongly typed trees, policies and vectors;
//! operators, selection, fitness by play; islands; runs that can be resumed.
//!
//! Read [`Problem`] first: another crate says there what its individuals are made
//! of and how it is told who is fitter. A [`Run`] does the rest.
//!
//! - [`Primitives`] are what a [`Tree`] is made of; a [`Program`] computes it, one
//!   position at a time, and a [`BlockProgram`] for many rows.
//! - A [`Genome`] is what evolves: a [`Forest`], a [`Policy`] or a [`Vector`].
//! - A [`Scheme`] tells how fit individuals are, by a [`Contest`] or an [`Exam`].
//!
//! This crate knows no game, no clock and no command line. The same seed gives the
//! same result on any number of threads, and after any interruption.

mod breed;
mod checkpoint;
mod config;
mod difference;
mod functions;
mod genome;
mod grow;
mod island;
mod kind;
mod observer;
pub mod operators;
mod presets;
mod primitives;
mod problem;
mod program;
pub mod reading;
mod record;
mod run;
mod schemes;
mod seeds;
mod selection;
mod stats;
mod tree;
mod words;

pub use breed::{Breeding, Style};
pub use checkpoint::CheckpointError;
pub use config::{Config, ConfigError, Retest, Rivals};
pub use difference::Difference;
pub use functions::{Function, LIMIT};
pub use game::{Rng, rng};
pub use genome::{
    Forest, ForestPlan, Gene, Genome, IntVector, Policy, PolicyPlan, RealVector, Rule, TreePlan,
    Vector, VectorPlan, Worth, WorthPlan,
};
pub use grow::{Limits, Shape, grow, ramped};
pub use island::{Boat, Ferry, Here, Islands};
pub use kind::Type;
pub use observer::Observer;
pub use presets::{PRESETS, preset};
pub use primitives::{
    Draw, Nth, Params, Primitive, PrimitiveId, Primitives, PrimitivesBuilder, PrimitivesError,
    Terminal, TerminalId, What,
};
pub use problem::{Evaluation, Problem, Stage};
pub use program::{BlockProgram, Columns, Memo, Program, Scratch, Terminals};
pub use reading::{TextError, View, measures};
pub use record::Record;
pub use run::{Champion, Run, RunError, config_of, source_of};
pub use schemes::{
    CoPlay, Comparison, Contest, Exam, Guide, Guides, InOrder, Knockout, Outcome, Progress, Race,
    RandomTwoWays, Repeated, Rivalry, Scheme,
};
pub use seeds::Seeds;
pub use selection::{
    Proportionate, Rank, Selection, SelectionConfig, Standings, Tournament, Wheel,
};
pub use stats::GenerationStats;
pub use tree::{DEPTH_LIMIT, Node, SIZE_LIMIT, Tree};
