//! All integration tests of the crate, in one binary: each binary would compile the
//! generic code of the library anew.

mod agreement;
mod check;
mod check_fuzz;
mod check_sound;
mod factors;
mod format;
mod hand;
mod lanes;
mod lanes_common;
mod lanes_games;
mod library;
mod naive;
mod playouts;
mod single;
mod single_circuits;
mod threats;
mod traces;
mod usage;
