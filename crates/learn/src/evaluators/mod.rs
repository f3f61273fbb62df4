//! What makes a position good: measures of positions, and what they are worth.
//!
//! Each [kind](kinds) of evaluator proposes [terms](Term) for a game, from its
//! structure and its rules. Two ways lead from terms to an evaluator: OGRE's
//! [selection](select), one term at a time against random play, and
//! [weights](fit) fitted to the outcomes of games that a search plays against
//! itself. Both end as a [`Judgement`](search::evaluate::Judgement), which is a
//! text that alpha-beta can be given.

mod compare;
mod fit;
mod guess;
pub mod kinds;
mod positions;
mod query;
mod questions;
mod regression;
mod scene;
mod select;
mod term;
mod trial;
mod wish;

pub use compare::{Rivals, bits};
pub use fit::{Fit, fit};
pub use guess::guess;
pub use positions::{Positions, SelfPlay};
pub use query::{Query, ask};
pub use questions::{bare_questions, learned_value, questions};
pub use regression::{Model, Regression};
pub use scene::{Placed, Scene, Turn};
pub use select::{Ogre, Selected, Selection};
pub use term::{Measure, Term, Weighed, judgement};
pub use trial::Trial;
pub use wish::{hindered, lines, wish};
