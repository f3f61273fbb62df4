//! Helpers for every crate: spelling suggestions, orders of values and atomic file writes.

pub mod atomic_file;
mod order;
mod spelling;

pub use order::descending;
pub use spelling::{closest, did_you_mean, suggestion, unknown_word};
