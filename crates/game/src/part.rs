//! The independent parts of a game.

use std::sync::Arc;

use crate::Game;

/// A part of a game that is a game of its own: what happens in it depends on no other
/// part until the game ends. With several players, a role that has a choice in it has none
/// elsewhere.
///
/// The roles are those of the whole game. A role that moves elsewhere passes here. The
/// result of a part is what the game would be worth if nothing happened in the other
/// parts. In a game of one role, which may choose between parts, it is what the game would
/// be worth if the other parts were solved.
pub trait Part<G: Game>: Send + Sync {
    /// The part as a game.
    fn game(&self) -> &Arc<G>;

    /// The position of the part in a position of the whole game.
    fn project(&self, state: &G::State) -> G::State;

    /// The move of the whole game that a move of the part is; `None` if it passes.
    fn lift(&self, mv: G::Move) -> Option<G::Move>;
}
