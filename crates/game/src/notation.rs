//! The notation of a game for other programs and in records.

use crate::{Game, RoleId};

/// [`Notation`] of a game as [`Playable::notation`](crate::Playable::notation)
/// returns it.
pub type NotationOf<G> = dyn Notation<State = <G as Game>::State, Move = <G as Game>::Move>;

/// A protocol that engines speak over pipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Go Text Protocol, which programs for other board games use as well.
    Gtp,
}

/// The external notation of a game: that of engines and of game records.
///
/// A game that offers it through [`Playable::notation`](crate::Playable::notation)
/// can be played by programs that speak its protocol.
///
/// ```
/// use ludex_game::examples::Nim;
/// use ludex_game::{Game, Notation, Playable, RoleId};
///
/// // impl Notation for Nim { … }
/// let nim = Nim::new(&[3, 4, 5]);
/// assert!(nim.notation().is_none());
/// ```
pub trait Notation: Game {
    /// The protocol of this game's engines.
    fn protocol(&self) -> Protocol;

    /// Commands that set up a position, the best first. An engine receives the first one that
    /// it supports. Without any, the moves that led to the position are played instead, which
    /// may not be possible.
    fn setups(&self, state: &Self::State) -> Vec<String>;

    /// A move of the role on turn, as engines write it.
    fn engine_move(&self, state: &Self::State, mv: Self::Move) -> String {
        let _ = state;
        self.move_name(mv)
    }

    /// A move of the role on turn, as records of games write it.
    fn record_move(&self, state: &Self::State, mv: Self::Move) -> String {
        let _ = state;
        self.move_name(mv)
    }

    /// The legal move in an engine's notation. Case makes no difference.
    fn find_move(&self, state: &Self::State, role: RoleId, text: &str) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(state, role, &mut moves);
        moves.into_iter().find(|&mv| self.engine_move(state, mv).eq_ignore_ascii_case(text))
    }
}
