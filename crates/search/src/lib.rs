//! Players that search, from the lecture's minimax to UCT, for any game.
//!
//! A [`Player`] is asked for a move and answers with a [`Report`]. Players are
//! named by [specs](spec) such as `alphabeta:depth=5,eval=mobility`; what can be
//! named is listed in [`players`] and [`evaluate`]. Search never reads a clock:
//! whoever asks hands over a [`Stop`], and search looks at it often. Only where
//! players are other programs, waiting for their answers has an end.

mod alphabeta;
mod assumption;
pub mod certificate;
mod effort;
mod engine;
pub mod equilibrium;
pub mod evaluate;
pub mod exhaustive;
pub mod explain;
mod features;
mod learned;
mod limits;
mod line;
mod maxn;
mod minimax;
mod player;
pub mod players;
mod proof;
pub mod puzzle;
mod quote;
mod report;
mod root;
mod settle;
mod sides;
pub mod spec;
mod text_file;
mod tree_game;
pub mod uct;

pub use alphabeta::{AlphaBeta, Settings, Star};
pub use assumption::{Assumption, Seen};
pub use effort::Effort;
pub use engine::{UciAnswers, read_uci};
pub use features::{Feature, Features, Use, section};
pub use learned::Learned;
pub use limits::{Limits, Stop};
pub use maxn::MaxN;
pub use minimax::Minimax;
pub use player::Player;
pub use proof::{ProofSearch, Solved, Verdict};
pub use report::{Candidate, Report};
pub use root::{RootError, check_root};
pub use settle::{Settled, Shares, settle};
pub use sides::{Side, Sides};
pub use spec::{Context, PlayerFault, Seat, Spec, SpecError};
pub use text_file::read_text;
pub use tree_game::{LeafValue, TreeError, TreeGame, TreeMove, TreeState};
