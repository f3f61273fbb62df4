//! Lanes: many playouts at once, by evaluating a circuit on words of bits.
//!
//! Bit *i* of every word belongs to playout *i*, so that one pass over the
//! gates advances as many playouts as a word has bits. [`Program`] is the
//! memory layout of a circuit; the kernel evaluates it; moves are drawn for all
//! lanes at once; [`Lanes`] keeps the lanes filled and reports the outcome of
//! each playout.
//!
//! Where roles take turns, [`Phases`] about halves the circuit by specialising
//! it for the role to move: all lanes are then in the same phase.
//!
//! A playout's moves depend on the seed and its number only. The width of the
//! words, the instruction set and the order in which lanes become free do not
//! influence the results.

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

pub use engine::{LaneOptions, Lanes};
pub use feed::{Feed, NumberedPlayouts, Start};
pub use inspect::Inspection;
pub use isa::Isa;
pub use ludex_game::playouts::Job;
pub use outcome::Outcome;
pub use patterns::with_patterns;
pub use phase::Phases;
pub use plan::{LanePlan, pack};
pub(crate) use policy::ones;
pub use policy::{Policy, Turn, Weights};
pub use program::Program;
