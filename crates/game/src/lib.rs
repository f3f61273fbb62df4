//! The vocabulary of Ludex: what a game is, and what can be done with any game.
//!
//! [`Game`] is the one trait to read first. It asks for seven methods;
//! [`perft`](fn@perft), [playouts](fn@playout), [joint moves](JointMoves) and a
//! [conformance suite](conformance) are built on top of them. This crate knows
//! no text format, no files and no clock.

mod choices;
mod condition;
pub mod conformance;
pub mod draw;
mod evaluator;
mod game;
mod goal;
mod guide;
mod joint;
mod notation;
mod perft;
mod playable;
mod playout;
pub mod playouts;
mod rng;
mod role;
mod sense;
mod visitor;

#[doc(hidden)]
pub mod examples;

pub use choices::{Choices, Turn};
pub use condition::Condition;
pub use evaluator::{Evaluator, squash};
pub use game::Game;
pub use goal::Goal;
pub use guide::{ALWAYS, Band, Guide, Hint, Hints, Manner, Pattern, follows, leans};
pub use joint::JointMoves;
pub use notation::{Notation, Protocol};
pub use perft::{Perft, Unit, perft};
pub use playable::{NamedEvaluator, Playable};
pub use playout::{Ending, Playout, PlayoutStats, playout, random_joint, random_position};
pub use rng::{Rng, rng};
pub use role::{Role, RoleId, RoleKind};
pub use sense::Sense;
pub use visitor::Visitor;
