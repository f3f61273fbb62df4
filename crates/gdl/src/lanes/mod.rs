//! Many playouts at once: a circuit evaluated on words of lanes.
//!
//! Bit *i* of every word belongs to playout *i*, so that one pass over the
//! gates advances as many playouts as a word has bits. [`Program`] lays a
//! circuit out for that; the kernel evaluates it; moves are drawn for all lanes
//! at once; [`Lanes`] keeps the lanes filled and hands out what becomes of each
//! playout.
//!
//! Where roles take turns, [`Phases`] halves the circuit by telling apart whose
//! turn it is: all lanes are then in the same phase.
//!
//! A playout's moves depend on the seed and its number and on nothing else:
//! neither the width of the words nor the instruction set, nor the order in
//! which lanes become free, can be seen in the results.

mod bands;
mod engine;
mod feed;
mod guided;
mod inspect;
mod isa;
mod kernel;
mod machine;
mod net;
mod outcome;
mod patterns;
mod phase;
mod plan;
mod policy;
mod program;
mod queue;
mod sample;
mod schedule;
mod slots;
mod transpose;
mod turns;
mod word;

pub use ::game::playouts::Job;
pub use engine::{Lanes, Options};
pub use feed::{Counted, Feed, Start};
pub use inspect::Inspection;
pub use isa::Isa;
pub use outcome::{Ending, Outcome};
pub use patterns::with_patterns;
pub use phase::Phases;
pub use plan::{Plan, pack};
pub(crate) use policy::ones;
pub use policy::{Policy, Turn, Weights};
pub use program::Program;
