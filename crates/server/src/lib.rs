//! Live play on the protocol of general game playing.
//!
//! [`player`] is a player that any manager can talk to, [`host`] a manager that
//! talks to any player. This is the only crate that knows [`http`].

pub mod host;
pub mod http;
pub mod message;
pub mod player;
mod remote;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use message::{Message, MessageError};
pub use remote::connect_remote_players;

/// A thread that panicked leaves nothing half done behind any of our locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
