//! All integration tests of the crate, in one binary: each binary would compile the
//! generic code of the library anew.

mod agreement;
mod chance;
mod claims;
mod common;
mod cycles;
mod engines;
mod equilibrium;
mod explain;
mod limits;
mod play;
mod player_options;
mod probe;
mod puzzle;
mod random_games;
mod solving;
mod trees;
mod uct;
