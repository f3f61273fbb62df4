//! The manager: everything behind `ludex host`.
//!
//! A [`Tournament`] is a game with its players and its schedule, as in the arena. Many
//! matches are played at a time, by [contestants](Contestant) in this process or at an
//! address. For a player that is late or sends an illegal move, a move is drawn, and the
//! match goes on.

mod contestant;
mod hosted_match;
mod outcome;
mod scrambler;
mod spectators;
mod summary;
mod tournament;

use std::time::Duration;

pub use contestant::Contestant;
pub use hosted_match::{Fault, Played, Turn};
pub use outcome::{MatchOutcome, SeatOutcome};
pub use scrambler::Scrambler;
pub use spectators::SpectatorPages;
pub use summary::{Service, Summary};
pub use tournament::{Tournament, TournamentError, play};

/// The clocks and rules of hosted matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The time until play begins.
    pub start_clock: Duration,
    /// The time for each move.
    pub play_clock: Duration,
    /// The time that an answer may be late: messages take time, too.
    pub grace: Duration,
    /// Whether the words of the rules are scrambled anew for each match.
    pub scrambles: bool,
    /// The ply at which a match is given up.
    pub n_plies_max: u32,
    /// The seed of all randomness.
    pub seed: u64,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            start_clock: Duration::from_secs(10),
            play_clock: Duration::from_secs(1),
            // As common managers have it.
            grace: Duration::from_secs(1),
            scrambles: false,
            n_plies_max: 1000,
            seed: 1,
        }
    }
}
