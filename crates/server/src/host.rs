//! The manager: everything behind `ludex host`.
//!
//! An [`Event`] is a game with its players and who meets whom, as in the arena.
//! Its matches are played at [tables](table), many at a time, by [contestants
//! ](Contestant) of whom some are far away. Whoever is late or wants what is not
//! legal has a move drawn for it, and the match goes on.

mod contestant;
mod event;
mod gallery;
mod summary;
mod table;
mod words;

use std::time::Duration;

pub use contestant::Contestant;
pub use event::{Event, EventError, play};
pub use gallery::{Gallery, Scene};
pub use summary::{Service, Summary};
pub use table::{Fault, Played, Turn};
pub use words::Words;

/// How matches are held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The time until play begins.
    pub start_clock: Duration,
    /// The time for each move.
    pub play_clock: Duration,
    /// How much later an answer may come: messages take time, too.
    pub grace: Duration,
    /// Whether each match has words of its own.
    pub scrambles: bool,
    /// Where a match is given up.
    pub n_plies_max: u32,
    /// All randomness comes from it.
    pub seed: u64,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            start_clock: Duration::from_secs(10),
            play_clock: Duration::from_secs(1),
            // As the managers in use have it.
            grace: Duration::from_secs(1),
            scrambles: false,
            n_plies_max: 1000,
            seed: 1,
        }
    }
}
