//! Helpers for every crate: spelling suggestions and atomic file writes.

pub mod atomic_file;
mod spelling;

pub use spelling::{closest, did_you_mean, suggestion, unknown_word};
