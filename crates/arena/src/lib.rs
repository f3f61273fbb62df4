//! Matches, tournaments, their statistics and records.
//!
//! A [`Setup`] determines the games of a run: the game, the players, the schedule, the
//! seed. A [`Run`] plays them with the [`MatchRunner`](match_runner::MatchRunner) on all
//! threads and writes each game to the [`Store`] when it ends, so that an interrupted run
//! can be resumed. [`Standings`] give each player's score with its confidence interval.

pub mod analysis;
pub mod ggp;
pub mod match_runner;
pub mod page;
mod paired_game;
mod pairing;
pub mod pgn;
mod record;
pub mod replay;
mod run;
pub mod schedule;
mod setup;
mod solved;
mod standings;
pub mod stats;
mod store;
mod swiss;

pub use pairing::Pairing;
pub use record::{Effort, Record};
pub use run::{Progress, Run, RunError};
pub use setup::Setup;
pub use standings::{CONFIDENCE, Line, Standings};
pub use store::{RunLine, Store, StoreError};
