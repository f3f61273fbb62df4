//! The trait that every game implements.

use std::hash::Hash;

use crate::{Goal, Role, RoleId};

/// The rules of one game: roles, positions, legal moves, successors and results.
///
/// Moves are *joint*: in every state each role chooses one of its legal moves
/// and all choices take effect together. In a turn-taking game the roles that
/// wait have a single move (usually called `noop`). Chance is a role as well,
/// one whose [kind](crate::RoleKind) is `Chance`; its moves have
/// [weights](Self::chance_weight).
///
/// ```
/// use ludex_game::{Game, RoleId, examples::Nim};
///
/// let nim = Nim::new(&[1, 2]);
/// let mut state = nim.initial();
/// let (mut first, mut second) = (Vec::new(), Vec::new());
/// nim.legal_moves(&state, RoleId(0), &mut first);
/// nim.legal_moves(&state, RoleId(1), &mut second);
/// assert_eq!((first.len(), second.len()), (3, 1));
/// nim.apply(&mut state, &[first[0], second[0]]);
/// assert!(!nim.is_terminal(&state));
/// ```
pub trait Game: Send + Sync {
    /// A position. Equal positions are equal values and hash alike.
    type State: Clone + Eq + Hash + Send + Sync;
    /// One role's choice.
    type Move: Copy + Eq + Hash + Send + Sync;

    /// The roles, in the order in which joint moves list them.
    fn roles(&self) -> &[Role];

    /// The position in which play begins.
    fn initial(&self) -> Self::State;

    /// Whether the game is over.
    fn is_terminal(&self, state: &Self::State) -> bool;

    /// Replaces the contents of `moves` with the legal moves of `role`, in an
    /// order that depends on nothing but the state. Meaningful only in states
    /// that are not terminal.
    fn legal_moves(&self, state: &Self::State, role: RoleId, moves: &mut Vec<Self::Move>);

    /// Plays one move per role, in role order. Each must be legal.
    fn apply(&self, state: &mut Self::State, joint: &[Self::Move]);

    /// The goal value of the state for `role`: the result where the game is over,
    /// elsewhere the value that the rules define, or [`Goal::MIN`] if they do not.
    fn goal(&self, state: &Self::State, role: RoleId) -> Goal;

    /// The move as text, in the game's own notation.
    fn move_name(&self, mv: Self::Move) -> String;

    /// The weight of a legal move of a chance role, relative to the role's other legal moves;
    /// positive. By default moves are equally likely.
    fn chance_weight(&self, state: &Self::State, role: RoleId, mv: Self::Move) -> u32 {
        let _ = (state, role, mv);
        1
    }

    /// Why the game's answers are no longer valid, if it has failed.
    ///
    /// A game that is computed from a text may exceed a limit of time or memory in
    /// some state. From then on it reports every state as terminal, so that searches
    /// and playouts end, and returns the reason here.
    fn fault(&self) -> Option<String> {
        None
    }
}
