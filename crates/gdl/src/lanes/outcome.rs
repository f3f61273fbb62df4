//! What becomes of a playout.

use smallvec::SmallVec;

/// How a playout went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The playout's number.
    pub playout: u64,
    /// Why it ended.
    pub ending: Ending,
    /// How many joint moves were made.
    pub length: u32,
    /// Each role's goal in the last state: the highest that holds, or 0.
    pub goals: SmallVec<[u8; 8]>,
    /// The moves made, if they were asked for: one per role and ply, as places
    /// in the list of all moves.
    pub moves: Vec<u32>,
}

/// Why a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It reached a terminal state.
    Terminal,
    /// Some role had no legal move in a state that is not terminal.
    Stuck,
    /// It reached the greatest length allowed.
    Capped,
}
