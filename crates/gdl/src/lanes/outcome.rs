//! The outcome of a playout.

use ludex_game::Ending;
use smallvec::SmallVec;

/// How a playout ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The playout's number.
    pub playout: u64,
    /// Why it ended.
    pub ending: Ending,
    /// Number of joint moves made.
    pub length: u32,
    /// Each role's goal in the last state: the highest that holds, or 0.
    pub goals: SmallVec<[u8; 8]>,
    /// The moves made, if the job asks for them: one per role and ply, as
    /// indices into the list of all moves.
    pub moves: Vec<u32>,
}
