//! Exhaustive solution of small games, as the standard that searches are compared with.
//!
//! Lists all reachable positions with all joint moves; values follow by the plain definitions.
//! The module shares no code with the searches: no keys, windows or bounds. It favours clear
//! code over speed. [`Trial`] compares the claims of searches.

mod graph;
mod matrix;
mod trial;
mod values;

pub use graph::{Graph, Node};
pub use matrix::matrix_value;
pub use trial::Trial;
