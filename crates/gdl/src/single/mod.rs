//! One state at a time, for tree search.
//!
//! A search asks about states that differ little from the one before. So the
//! values of all gates are kept, and what differs is propagated:
//!
//! - [`BitState`] is a position: a bit for each base fact, and a hash.
//! - A `Plan` is a circuit prepared for it: a net of AND gates only, rewritten
//!   for each *phase* of the game (whose turn it is), so that the change of turn
//!   need not be propagated at all.
//! - Its `Transition` tells what moves do: facts that one role decides over have
//!   their `Effects` worked out for each of its moves, the others are found by
//!   `Spread`ing the moves through gates.
//! - [`Single`] holds the values for one state, and turns to others.
//! - [`CircuitGame`] is the [`Game`](::game::Game) over it.

mod agenda;
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
mod spread;
mod step;

mod values;

pub use bits::BitState;
pub(crate) use bits::ones;
pub use engine::{MoveId, Single};
pub(crate) use game::CompiledHints;
pub use game::{CircuitGame, UnknownTerm};
pub use program::Program;
