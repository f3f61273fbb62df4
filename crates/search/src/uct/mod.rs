//! UCT: Monte Carlo tree search with upper confidence bounds, for any number of
//! roles, simultaneous moves and chance, with hundreds of playouts in flight.
//!
//! The search proceeds in *batches*. A batch is a number of descents from the root,
//! each of which ends at a leaf. Visits under way count as made already, and as
//! lost if the options say so (virtual loss), so that the descents of a batch spread.
//! The playouts of a batch are made together by all threads, and their results are
//! applied when all are there, in the order of the descents. While one batch is
//! played, the next is already selected. What is selected when depends on counts
//! alone, never on the speed of threads: so the result is the same at any number of
//! threads.
//!
//! A batch is a small share of the playouts made so far: at the beginning one
//! playout at a time, later thousands, which fill the lanes.
//!
//! Beside the means of playouts, nodes have bounds that hold for certain
//! (`bound.rs`, `prove.rs`). Moves whose value is certain are not visited any more, and
//! a search whose root is certain ends. `docs/SEARCH.md` derives how both work together.
//!
//! After Kocsis and Szepesvári (2006); proven values after Winands, Björnsson and Saito
//! (2008) and Cazenave and Saffidine (2010), transpositions as in Childs, Brodeur and
//! Kocsis (2008), simultaneous moves by regret matching (`stage.rs`).

mod batch;
mod bound;
mod edges;
mod grow;
mod mast;
mod node;
mod options;
mod pace;
mod proofs;
mod prove;
mod rave;
mod report;
mod search;
mod search_batch;
mod stage;
mod table;
mod tree;
mod workers;

pub use options::{Joint, Options};
pub use search::Uct;
pub use search_batch::{BatchedSearch, SearchBatch};
