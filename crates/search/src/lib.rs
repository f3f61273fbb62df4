//! Players that search, from the lecture's minimax to UCT, for any game.
//!
//! A [`Player`] is asked for a move and answers with a [`Report`]. Players are
//! named by [specs](spec) such as `alphabeta:depth=5,eval=mobility`; what can be
//! named is listed in [`players`] and [`evaluate`]. This crate never reads a
//! clock: whoever asks hands over a [`Stop`], and search looks at it often.

pub mod evaluate;
mod limits;
mod player;
pub mod players;
pub mod puzzle;
mod report;
pub mod spec;

pub use limits::{Limits, Stop};
pub use player::Player;
pub use report::{Candidate, Report};
pub use spec::{Context, Seat, Spec, SpecError};
