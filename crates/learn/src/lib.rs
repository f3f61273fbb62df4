//! What a game is made of, and what wins it.
//!
//! [`structure`] finds boards, pieces, turns and counters from the facts of random
//! games; [`evaluators`] finds what makes a position good; [`features`] finds patterns
//! of facts in which a move wins or is needed. What was learned is [`Knowledge`]; a
//! [`KnowledgeStore`] keeps it, and never replaces it by less.

pub mod evaluators;
pub mod features;
mod identity;
mod knowledge;
mod player_trial;
mod store;
pub mod structure;
mod verdict;

pub use identity::{Identity, Word};
pub use knowledge::Knowledge;
pub use player_trial::PlayerTrial;
pub use store::{Comparison, Fate, Kept, KnowledgeFile, KnowledgeStore, StoreError};
pub use verdict::Verdict;
