//! Learning of games from rules and play.
//!
//! [`structure`] finds boards, pieces, turns and counters from the facts of random
//! games; [`evaluators`] fits evaluators of positions; [`features`] finds patterns of facts
//! in which a move wins or is needed. A [`Pipeline`] learns all of them. The result is
//! [`Knowledge`]; a [`KnowledgeStore`] keeps it, and never replaces a part by a worse one.
//! [`PositionView`] draws positions.

pub mod evaluators;
pub mod features;
mod identity;
mod knowledge;
mod pipeline;
mod player_trial;
mod position_view;
mod store;
pub mod structure;
mod verdict;

pub use identity::{Identity, Word};
pub use knowledge::Knowledge;
pub use pipeline::{GameToLearn, Part, Pipeline, PipelineResult, Recorder};
pub use player_trial::PlayerTrial;
pub use position_view::{DrawnPosition, PositionView};
pub use store::{Comparison, Fate, Kept, KnowledgeFile, KnowledgeStore, StoreError};
pub use verdict::Verdict;
