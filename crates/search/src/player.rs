//! The trait of players: they choose moves.

use ludex_game::{Playable, RoleId};

use crate::uct::Uct;
use crate::{Features, Limits, Report, Stop};

/// Chooses moves in one game.
///
/// A player may keep what it learned from one move to the next. It is given
/// positions, not histories: any position may come at any time.
pub trait Player<G: Playable>: Send {
    /// The move that `role` should make in `state`, which is not terminal and
    /// in which the role has a legal move. When `stop` is due, the player
    /// answers at once with the best it has.
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move>;

    /// Thinks about a position while others choose, until `stop` is due or there
    /// is nothing left to think about. Later choices gain from it, if the player
    /// keeps what it finds. The position is not terminal, and every role has a
    /// legal move.
    fn ponder(&mut self, state: &G::State, role: RoleId, stop: &Stop) {
        let _ = (state, role, stop);
    }

    /// Has the player follow what was learned of the game; `false` if it cannot.
    fn use_features(&mut self, features: &Features) -> bool {
        let _ = features;
        false
    }

    /// Hears of the joint move that was made in a position, in games that are
    /// played from their beginning. Only players far away need to know.
    fn observe(&mut self, state: &G::State, joint: &[G::Move]) {
        let _ = (state, joint);
    }

    /// Whether it is another program, of which few should run at a time.
    fn is_program(&self) -> bool {
        false
    }

    /// Why the player can no longer choose, if it cannot. Search never fails,
    /// but a player may be another program. From then on its moves are legal
    /// and mean nothing; the caller looks here before making one.
    fn fault(&self) -> Option<String> {
        None
    }

    /// The UCT search that chooses and its limits, if that is all there is to
    /// it: a caller with many games can then make [a batch](crate::uct::SearchBatch)
    /// of them.
    fn as_uct(&mut self) -> Option<(&mut Uct<G>, &Limits)> {
        None
    }
}
