//! Typed expression trees.
//!
//! - [`Primitives`] are the functions, terminals, constants and [actions](Action) of a [`Tree`].
//! - A [`Program`] evaluates a tree for one position at a time, a [`BlockProgram`] for
//!   blocks of rows.
//! - A [`Forest`] is a list of trees that are evaluated together; a [`ForestPlan`] has
//!   the primitives and limits of each.
//! - [`reading`] has trees as text, as formulas, as pictures, and simplified.
//!
//! This crate knows neither evolution nor games. `ludex-evolve` changes trees, and
//! `ludex-search` uses them as evaluators.

mod action;
mod compiled;
mod forest;
mod functions;
mod grow;
mod kind;
mod primitives;
pub mod reading;
mod tree;

pub use action::{ARGS_MAX, Action, ActionId};
pub use compiled::{BlockProgram, Columns, EffectError, Memo, Program, Scratch, Terminals};
pub use forest::{Forest, ForestPlan, TreePlan};
pub use functions::{Function, LIMIT};
pub use grow::{Limits, Shape, grow, grow_nodes, ramped, redraw};
pub use kind::Type;
pub use primitives::{
    Draw, Nth, Params, Primitive, PrimitiveId, Primitives, PrimitivesBuilder, PrimitivesError,
    Terminal, TerminalId, What,
};
pub use reading::{TextError, View};
pub use tree::{DEPTH_LIMIT, Node, Place, SIZE_LIMIT, Tree, depth, end};
