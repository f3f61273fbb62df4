//! The traits of games, and tools that work with any game.
//!
//! [`Game`] is the one trait to read first. It has seven required methods; [`perft`](fn@perft),
//! [playouts](fn@playout), [joint moves](JointMoves) and a [conformance suite](conformance) are
//! built on top of them. [`SearchSupport`] and [`Playable`] add optional knowledge and
//! capabilities. This crate is independent of text formats, files and clocks.

mod chance;
mod choices;
mod condition;
pub mod conformance;
pub mod draw;
mod ending;
mod evaluator;
mod facts;
mod game;
mod goal;
mod guide;
mod heuristic;
mod joint;
mod logic;
mod material;
mod notation;
mod own_solver;
mod part;
mod perft;
mod playable;
mod playout;
pub mod playouts;
mod position_text;
mod rng;
mod role;
mod search_support;
mod starts;
mod terminal;
mod visitor;

#[doc(hidden)]
pub mod examples;

pub use chance::{draw_move, draw_weighted};
pub use choices::{Choices, Turn};
pub use condition::Condition;
pub use ending::{Ending, UnknownEnding};
pub use evaluator::{Evaluator, MakeEvaluator, NamedEvaluator, squash};
pub use facts::{FactSet, Facts, FactsOf};
pub use game::Game;
pub use goal::Goal;
pub use guide::{ALWAYS, Band, Guide, Hint, Hints, Manner, Pattern, follows, leans};
pub use heuristic::{Bound, Estimate, Heuristic, NamedHeuristic};
pub use joint::JointMoves;
pub use logic::{Literal, Logic, LogicOf, fact_values};
pub use material::Material;
pub use notation::{Notation, NotationOf, Protocol};
pub use own_solver::{OwnSolver, OwnSolverOf, SolverLimits, SolverOutcome, SolverVerdict};
pub use part::Part;
pub use perft::{Perft, Unit, perft};
pub use playable::Playable;
pub use playout::{Playout, PlayoutStats, playout, random_joint, random_position};
pub use position_text::{
    PositionError, PositionText, PositionTextOf, read_position, show_position,
};
pub use rng::{Rng, rng};
pub use role::{Role, RoleId, RoleKind};
pub use search_support::SearchSupport;
pub use starts::{StartError, StartSet, find_start};
pub use terminal::{Terminal, TerminalParams};
pub use visitor::Visitor;
