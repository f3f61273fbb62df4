//! Players that search, from the lecture's minimax to UCT, for any game.
//!
//! A [`Player`] is asked for a move and answers with a [`Report`]. Players are
//! named by [specs](spec) such as `alphabeta:depth=5,eval=mobility`; what can be
//! named is listed in [`players`] and [`evaluate`]. Search never reads a clock:
//! whoever asks hands over a [`Stop`], and search looks at it often. Only where
//! players are other programs, waiting for their answers has an end.

mod alphabeta;
pub mod certificate;
mod effort;
mod engine;
pub mod evaluate;
pub mod exhaustive;
pub mod explain;
mod features;
mod limits;
mod line;
mod maxn;
mod minimax;
mod player;
pub mod players;
mod proof;
pub mod puzzle;
mod report;
mod sides;
pub mod spec;
mod tree_game;
pub mod uct;

pub use alphabeta::{AlphaBeta, Settings, Star};
pub use effort::Effort;
pub use features::{Feature, Features, Use, section};
pub use limits::{Limits, Stop};
pub use maxn::MaxN;
pub use minimax::Minimax;
pub use player::Player;
pub use proof::{ProofSearch, Solved, Verdict};
pub use report::{Candidate, Report};
pub use sides::{Side, Sides};
pub use spec::{Context, Seat, Spec, SpecError};
pub use tree_game::{LeafValue, TreeError, TreeGame, TreeMove, TreeState};
