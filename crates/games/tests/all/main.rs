//! All integration tests of the crate, in one binary: each binary would compile the
//! generic code of the library anew.

mod checkers;
mod chess;
mod digest;
mod freecell;
mod perft;
mod promises;
mod properties;
mod rush_hour;
mod sheets;
mod solving;
mod terminals;
