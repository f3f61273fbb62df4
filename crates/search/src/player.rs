//! Whoever chooses moves.

use game::{Game, RoleId};

use crate::{Report, Stop};

/// Chooses moves in one game.
///
/// A player may keep what it learned from one move to the next. It is given
/// positions, not histories: any position may come at any time.
pub trait Player<G: Game>: Send {
    /// The move that `role` should make in `state`, which is not terminal and
    /// in which the role has a legal move. When `stop` is due, the player
    /// answers at once with the best it has.
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move>;
}
