//! What a game offers beyond its rules.

use std::hash::BuildHasher;
use std::sync::Arc;

use rustc_hash::FxBuildHasher;

use crate::playouts::{OneByOne, Playouts};
use crate::{Evaluator, Game, Notation, RoleId, Sense};

/// What a game offers to players and to people, beyond its rules. Everything
/// has a default, so that a new game needs one empty line:
///
/// ```
/// use game::{Playable, examples::Nim};
///
/// // impl Playable for Nim {}
/// let nim = Nim::new(&[3, 4, 5]);
/// assert!(nim.evaluators().is_empty());
/// assert!(nim.read_position("3 4 5").is_err());
/// ```
pub trait Playable: Game + Sized + 'static {
    /// What makes this game's playouts. The default makes one after another.
    fn playouts(self: &Arc<Self>) -> Box<dyn Playouts<Self>> {
        Box::new(OneByOne::new(Arc::clone(self)))
    }

    /// The evaluators that belong to this game alone.
    fn evaluators(&self) -> Vec<NamedEvaluator<Self>> {
        Vec::new()
    }

    /// What can be asked of a position.
    fn senses(&self) -> Vec<Sense> {
        Vec::new()
    }

    /// The answer to one of the [senses](Playable::senses), counted from 0, as
    /// the role sees it whose turn it is.
    fn sense(&self, state: &Self::State, sense: usize, params: [u16; 3]) -> f64 {
        let _ = (state, sense, params);
        0.0
    }

    /// Whose turn it is, where a position tells without a look at the moves.
    fn on_turn(&self, state: &Self::State) -> Option<RoleId> {
        let _ = state;
        None
    }

    /// What a role's pieces are worth together, where the game has pieces.
    fn pieces(&self, state: &Self::State, role: RoleId) -> Option<f64> {
        let _ = (state, role);
        None
    }

    /// How much a role's move promises before it is tried: search looks at
    /// moves in falling order of promise.
    fn promise(&self, state: &Self::State, role: RoleId, mv: Self::Move) -> i32 {
        let _ = (state, role, mv);
        0
    }

    /// A number for tables of positions. Equal positions have equal keys; a
    /// game with mirror images may give them one key, for they have one value.
    fn key(&self, state: &Self::State) -> u64 {
        FxBuildHasher.hash_one(state)
    }

    /// A number for a position without what changes by itself whatever is
    /// played, such as a count of steps; `None` if nothing is known to.
    fn timeless_key(&self, state: &Self::State) -> Option<u64> {
        let _ = state;
        None
    }

    /// Up to how many plies after a position the part that
    /// [`timeless_key`](Self::timeless_key) leaves out makes no difference: in all
    /// positions up to there, legal moves, goals, whether the game is over and what
    /// else becomes of the position depend on the rest alone. `None` if that is
    /// not known.
    fn timeless_plies(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// The position as people like to see it, without a line end at its end.
    fn show(&self, state: &Self::State) -> String {
        let _ = state;
        "(this game cannot show positions)".into()
    }

    /// The position that a text describes. The error says what is wrong.
    fn read_position(&self, text: &str) -> Result<Self::State, String> {
        let _ = text;
        Err("this game cannot read positions".into())
    }

    /// The number of the fact that a text names, where positions are sets of
    /// facts.
    fn read_fact(&self, text: &str) -> Option<usize> {
        let _ = text;
        None
    }

    /// Whether the fact of a number holds.
    fn holds(&self, state: &Self::State, fact: usize) -> bool {
        let _ = (state, fact);
        false
    }

    /// The move of a role that a text names, where all moves are known.
    fn read_move(&self, role: RoleId, text: &str) -> Option<Self::Move> {
        let _ = (role, text);
        None
    }

    /// The rule sheet, where the game is given by one.
    fn rules(&self) -> Option<&str> {
        None
    }

    /// How engines and records write this game, where there is a way.
    fn notation(&self) -> Option<&dyn Notation<State = Self::State, Move = Self::Move>> {
        None
    }
}

/// An evaluator with its name and what it looks at.
pub struct NamedEvaluator<G: Game> {
    /// The word that stands for it in player specs.
    pub name: &'static str,
    /// What it looks at, in a few words.
    pub about: &'static str,
    /// Makes one.
    pub make: fn() -> Box<dyn Evaluator<G>>,
}
