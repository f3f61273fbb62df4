//! The player: everything behind `ludex serve`.
//!
//! A [`Desk`] answers messages. Each match has a [`Mind`](mind::Mind), where the
//! joint moves come in and a legal move is always at hand, and threads that look
//! at it: the *keeper*, which plays by the reference reasoner and needs no
//! preparation; the *thinker*, which first makes the rules a circuit and then
//! searches, also while others think; the *pupil*, which finds out what was
//! learned of the game, or learns it while there is time.

mod brain;
mod desk;
mod latency;
mod lesson;
mod library;
mod mind;
mod pupil;
mod seat;
mod share;

pub use desk::{Desk, Reply, Settings};
pub use mind::Thought;
