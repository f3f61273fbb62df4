//! UCT: Monte Carlo tree search with upper confidence bounds, for any number of
//! roles, simultaneous moves and chance, with hundreds of playouts in flight.
//!
//! The search goes in *batches*. A batch is a number of descents from the root,
//! each ending at a leaf from which playouts are wanted; visits that are still
//! under way count as made already, and as lost if so wished (virtual loss), so
//! that descents of a batch spread. Its playouts are made together, wherever there is room, and their
//! results are applied when all are there, in the order of the descents. While
//! one batch is played, the next is already selected. What is selected when
//! depends on counts alone, never on who was faster: so the result is the same
//! at any number of threads.
//!
//! A batch is a small share of the playouts made so far: at the beginning one
//! playout at a time, later thousands. The tree hardly notices, the lanes are
//! full.
//!
//! After Kocsis and Szepesvári (2006); simultaneous moves are decoupled, proven
//! values as in Winands, Björnsson and Saito (2008), transpositions as in Childs,
//! Brodeur and Kocsis (2008).

mod batch;
mod edges;
mod grow;
mod mast;
mod node;
mod options;
mod prove;
mod rave;
mod search;
mod search_batch;
mod table;
mod tree;
mod workers;

pub use options::Options;
pub use search::Uct;
pub use search_batch::{BatchedSearch, SearchBatch};
