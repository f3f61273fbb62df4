//! All integration tests of the crate, in one binary: each binary would compile the
//! generic code of the library anew.

mod common;
mod measures;
mod operators;
mod runs;
mod trees;
