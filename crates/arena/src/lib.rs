//! Matches, tournaments, their statistics and records.
//!
//! A [`Setup`] says everything that matters: the game, the players, who meets
//! whom, the seed. A [`Run`] plays it in the [`Hall`](hall::Hall), on all
//! threads, and keeps each game in the [`Store`] when it ends, so that it can
//! go on after an interruption. [`Standings`] say who is better, and how surely.
//! An [`experiment`] plays what a paper tells of, and sets its figures beside ours.

pub mod analysis;
mod clock;
mod encounter;
pub mod experiment;
pub mod ggp;
pub mod hall;
pub mod page;
pub mod pgn;
mod record;
pub mod replay;
mod run;
pub mod schedule;
mod setup;
mod standings;
pub mod stats;
mod store;
mod swiss;
mod table;

pub use clock::{ask, stop_after};
pub use encounter::Encounter;
pub use record::{Effort, Ending, Record};
pub use run::{Progress, Run, RunError};
pub use setup::Setup;
pub use standings::{CONFIDENCE, Line, Standings};
pub use store::{RunLine, Store, StoreError};
