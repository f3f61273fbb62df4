//! The driver of games: players with clocks, games under way, whole matches.
//!
//! A [`Seat`] is a player under its clock. A [`LiveGame`] is one game, stepped by its
//! caller. A [`Match`] plays a live game between seats to its end and reports every
//! fault, of a player or of the rules, as a [`PlayFault`].

mod clock;
mod game_match;
mod live_game;
mod seat;

pub use clock::{now, stop_after};
pub use game_match::{Match, Observer, PlayFault, Played, player_roles};
pub use live_game::{LiveGame, RulesFault};
pub use seat::{PlayerFault, Seat};
