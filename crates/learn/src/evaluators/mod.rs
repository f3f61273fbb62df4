//! Evaluators: terms that measure positions, and their weights.
//!
//! Each [kind](kinds) of evaluator proposes [terms](Term) for a game, from its structure and
//! its rules. Two methods combine terms into an evaluator: OGRE's [selection](select), one term
//! at a time against random play, and [weights](fit) fitted to the outcomes of games that a
//! search plays against itself. The result is a
//! [`LinearEvaluator`](ludex_search::evaluate::LinearEvaluator), a text that alpha-beta reads.

mod compare;
mod fit;
mod game_context;
mod goal;
mod guess;
pub mod kinds;
mod positions;
mod query;
mod questions;
mod regression;
mod select;
mod term;
mod trial;

pub use compare::{Rivals, bits};
pub use fit::{Fit, fit};
pub use game_context::{GameContext, Placed, Turn};
pub use goal::{goal_plan, hindered, lines};
pub use guess::guess;
pub use positions::{Positions, SelfPlay};
pub use query::{Query, ask};
pub use questions::{bare_questions, learned_value, questions};
pub use regression::{Model, Regression};
pub use select::{Ogre, Selected, Selection};
pub use term::{Term, WeightedTerms, linear_evaluator};
pub use trial::Trial;
