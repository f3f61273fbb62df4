//! Players that search, from the lecture's minimax to UCT, for any game.
//!
//! A [`Player`] chooses a move and returns a [`Report`]. [Specs](spec) such as
//! `alphabeta:depth=5,eval=mobility` name players; [`players`] and [`evaluate`] list the kinds
//! of players and evaluators. [`play`] drives games between players. A search never reads a
//! clock: it polls a [`Stop`]. [`stop_after`] reads the clock, for the time limits of seats and
//! for the waits on players that are other programs.

mod alphabeta;
mod assumption;
pub mod certificate;
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
mod node_budget;
pub mod options;
pub mod play;
mod player;
pub mod players;
mod probe;
mod proof;
pub mod puzzle;
mod quote;
mod report;
mod root;
mod settle;
mod shortest;
mod sides;
pub mod spec;
mod text_file;
mod tree_game;
pub mod uct;

pub use alphabeta::{AlphaBeta, Settings, Star};
pub use assumption::{Assumption, Seen};
pub use engine::{UciAnswers, read_uci};
pub use features::{Feature, Features, Use, section};
pub use learned::Learned;
pub use limits::{Clock, Limits, Stop};
pub use maxn::MaxN;
pub use minimax::Minimax;
pub use node_budget::NodeBudget;
pub use play::{PlayerFault, Seat, now, stop_after};
pub use player::Player;
pub use probe::{KnownValue, Probe};
pub use proof::{ProofSearch, Solved, Verdict};
pub use report::{Candidate, Report};
pub use root::{RootError, check_root};
pub use settle::{Settled, Shares, settle};
pub use shortest::shortest;
pub use sides::{Side, Sides};
pub use spec::{Context, Spec, SpecError};
pub use text_file::read_text;
pub use tree_game::{LeafValue, TreeError, TreeGame, TreeMove, TreeState};
