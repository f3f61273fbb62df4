//! The trait of players: they choose moves.

use ludex_game::{Playable, RoleId};

use crate::uct::Uct;
use crate::{Features, Limits, Report, Stop};

/// Chooses moves in one game.
///
/// A player may keep what it learned from one move to the next. It receives positions, not
/// histories: any position may come at any time.
pub trait Player<G: Playable>: Send {
    /// The move for `role` in `state`, which is not terminal and in which the role has a legal
    /// move. When `stop` is due, the player returns its best move so far at once.
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move>;

    /// Searches a position while others choose, until `stop` is due or the search is complete.
    /// Later choices gain from it if the player keeps its results. The position is not
    /// terminal, and every role has a legal move.
    fn ponder(&mut self, state: &G::State, role: RoleId, stop: &Stop) {
        let _ = (state, role, stop);
    }

    /// Makes the player use learned features; `false` if it cannot.
    fn use_features(&mut self, features: &Features) -> bool {
        let _ = features;
        false
    }

    /// Receives the joint move made in a position, in games played from the initial position.
    /// Only remote players need it.
    fn observe(&mut self, state: &G::State, joint: &[G::Move]) {
        let _ = (state, joint);
    }

    /// Whether it is an external program, few of which should run at a time.
    fn is_program(&self) -> bool {
        false
    }

    /// Why the player has failed, if it has. Searches never fail, but external programs may.
    /// After a failure the player returns arbitrary legal moves; the caller must check this
    /// before using one.
    fn fault(&self) -> Option<String> {
        None
    }

    /// The UCT search and its limits, if the player is nothing else: a caller with many games
    /// can then combine them in [a batch](crate::uct::SearchBatch).
    fn as_uct(&mut self) -> Option<(&mut Uct<G>, &Limits)> {
        None
    }
}
