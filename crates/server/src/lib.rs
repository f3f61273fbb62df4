//! Live play on the protocol of general game playing (GGP).
//!
//! [`player`] is a player for any manager, [`host`] a manager for any player. No other
//! crate uses [`http`].

pub mod host;
pub mod http;
pub mod message;
pub mod player;
mod remote;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use message::{Message, MessageError};
pub use remote::connect;

/// Locks a mutex. A thread that panicked leaves consistent data behind all our locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
