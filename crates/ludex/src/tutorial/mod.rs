//! Tutorials whose code compiles and runs.
//!
//! - [`rules_to_player`]: from the rules of a game to a player that learned it.
//! - [`own_problem`]: a problem of your own for evolution.

pub mod own_problem;
pub mod rules_to_player;
