//! Exhaustive solution of small games, to hold claims of searches against.
//!
//! All positions that can be reached are listed with all joint moves; values
//! follow by the plain definitions. Nothing is shared with the searches: no keys,
//! no windows, no bounds. It is written to be read rather than to be fast.
//! [`Trial`] compares what searches claim.

mod graph;
mod matrix;
mod trial;
mod values;

pub use graph::{Graph, Node};
pub use matrix::matrix_value;
pub use trial::Trial;
