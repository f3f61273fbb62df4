//! The player: everything behind `ludex serve`.
//!
//! A [`PlayerService`] answers messages. Each match has a
//! [`Blackboard`](blackboard::Blackboard), which holds the joint moves and a legal move
//! for the present turn, and threads that read and write it: the *keeper*, which plays
//! by the reference reasoner and needs no preparation; the *thinker*, which compiles the
//! rules to a circuit and then searches, also during the turns of other players; the
//! *learner*, which reads the knowledge of the game, or learns it before play begins.

mod blackboard;
mod finding;
mod latency;
mod lesson;
mod library;
mod match_seat;
mod match_table;
mod quota;
mod service;
mod start_learner;
mod thinker;
mod turn_log;

pub use blackboard::Thought;
pub use finding::Finding;
pub use service::{PlayerService, Reply, Settings};
