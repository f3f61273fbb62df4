//! Matches, tournaments, their statistics and records.

pub mod stats;
