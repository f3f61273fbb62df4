//! Answers that searches need in their inner loops.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::{Game, RoleId};

/// Optional knowledge about positions and moves that makes a search faster.
///
/// Searches call these methods at every node, so they are dispatched statically,
/// unlike the capabilities of [`Playable`](crate::Playable). All have defaults:
///
/// ```
/// use ludex_game::{Game, RoleId, SearchSupport, examples::Nim};
///
/// // impl SearchSupport for Nim {}
/// let nim = Nim::new(&[3, 4, 5]);
/// let state = nim.initial();
/// assert_eq!(nim.key(&state), nim.key(&nim.initial()));
/// assert_eq!(nim.on_turn(&state), None);
/// ```
pub trait SearchSupport: Game {
    /// The role on turn, if it is known without move generation.
    fn on_turn(&self, state: &Self::State) -> Option<RoleId> {
        let _ = state;
        None
    }

    /// The rank of a role's move before it is searched: searches try moves in
    /// falling order.
    fn move_order(&self, state: &Self::State, role: RoleId, mv: Self::Move) -> i32 {
        let _ = (state, role, mv);
        0
    }

    /// A hash for transposition tables. Equal positions have equal keys; mirror
    /// images may share a key, since they have the same value.
    fn key(&self, state: &Self::State) -> u64 {
        FxBuildHasher.hash_one(state)
    }

    /// A hash of the position without the parts that change in the same way after
    /// every move, such as a step counter; `None` if no such part is known.
    fn timeless_key(&self, state: &Self::State) -> Option<u64> {
        let _ = state;
        None
    }

    /// The number of plies from a position for which the part that
    /// [`timeless_key`](Self::timeless_key) leaves out makes no difference: in all
    /// positions up to there, legal moves, goals, the end of the game and the rest
    /// of the next position depend on the rest alone. `None` if not known.
    fn timeless_plies(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }
}
