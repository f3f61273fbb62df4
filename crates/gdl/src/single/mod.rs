//! The single-state engine, for tree search.
//!
//! A search visits states that differ little from the one before. So the values
//! of all gates are kept, and differences are propagated:
//!
//! - [`BitState`] is a position: a bit for each base fact, and a hash.
//! - A `SinglePlan` is a circuit compiled for this: a net of AND gates only,
//!   rewritten for each *phase* of the game (whose turn it is), so that the
//!   change of turn need not be propagated at all.
//! - Its `Transition` has the effects of moves: facts that one role controls
//!   have precomputed `Effects` for each of its moves, the others are found by
//!   `Propagation`, the propagation of moves through gates.
//! - [`Single`] holds the values for one state, and changes to others.
//! - [`CircuitGame`] is the [`Game`](ludex_game::Game) over it.

mod bit_queue;
mod bits;
mod cofactor;
mod effects;
mod engine;
mod game;
mod machine;
mod net;
mod phases;
mod plan;
mod program;
mod propagation;
mod step;

mod values;

pub use bits::BitState;
pub(crate) use bits::ones;
pub use engine::{MoveId, Single};
pub(crate) use game::CompiledHints;
pub use game::{CircuitGame, UnknownTerm};
pub use program::Program;
