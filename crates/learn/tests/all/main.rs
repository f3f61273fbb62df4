//! All integration tests of the crate, in one binary: each binary would compile the
//! generic code of the library anew.

mod common;
mod evaluators;
mod features;
mod invariance;
mod knowledge;
mod labels;
mod links;
mod queries;
mod selection;
