//! Lose-checkers has the moves of American checkers: only the result differs.

pub use super::checkers::perft;
