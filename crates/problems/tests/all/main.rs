//! All integration tests of the crate, in one binary: each binary would compile the
//! generic code of the library anew.

mod board_game;
mod faults;
mod roles;
