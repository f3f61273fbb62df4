//! The capabilities of a game beyond its rules.

use std::sync::Arc;

use crate::playouts::{OneByOne, Playouts};
use crate::{
    FactsOf, Hints, LogicOf, NamedEvaluator, NamedHeuristic, NotationOf, OwnSolverOf, Part,
    PositionTextOf, SearchSupport, StartSet, Terminal,
};

/// A game with its optional capabilities: each method returns one of them, and the
/// defaults return none.
///
/// A new game implements [`Game`](crate::Game) and needs two more lines, which it
/// can fill in later:
///
/// ```
/// use ludex_game::{Playable, examples::Nim};
///
/// // impl SearchSupport for Nim {}
/// // impl Playable for Nim {}
/// let nim = Nim::new(&[3, 4, 5]);
/// assert!(nim.facts().is_none() && nim.view().is_none() && nim.notation().is_none());
/// assert!(nim.evaluators().is_empty() && nim.terminals().is_empty());
/// assert_eq!(nim.starts().len(), 1);
/// ```
pub trait Playable: SearchSupport + Sized + 'static {
    /// An engine for this game's playouts. The default makes one after another.
    fn playouts(self: &Arc<Self>) -> Box<dyn Playouts<Self>> {
        Box::new(OneByOne::new(Arc::clone(self)))
    }

    /// The evaluators that belong to this game.
    fn evaluators(&self) -> Vec<NamedEvaluator<Self>> {
        Vec::new()
    }

    /// The heuristics of this game, for search in games with one role.
    fn heuristics(&self) -> Vec<NamedHeuristic<Self>> {
        Vec::new()
    }

    /// The cost of a joint move in a position, at least 1. Searches in games with
    /// one role look for the cheapest way to the best end.
    fn move_cost(&self, state: &Self::State, joint: &[Self::Move]) -> u32 {
        let _ = (state, joint);
        1
    }

    /// Whether every joint move costs 1. A game with its own [`move_cost`](Self::move_cost)
    /// returns `false`: breadth-first search then proves nothing about costs.
    fn has_unit_costs(&self) -> bool {
        true
    }

    /// The terminals that evolved trees may use; see [`Terminal`].
    fn terminals(&self) -> &[Terminal<Self>] {
        &[]
    }

    /// The sets of start positions, the initial position first.
    fn starts(&self) -> &[StartSet<Self>] {
        StartSet::ONLY_INITIAL
    }

    /// Moves that win at once, and replies without which another role does, as far as
    /// the rules tell; `None` if they tell nothing, or playouts that follow them
    /// would take too long.
    ///
    /// All hints have value 100. An offensive one is exact: if it applies and its
    /// move is legal, the move ends the game with 100 for its role.
    fn threats(&self) -> Option<Arc<Hints<Self::Move>>> {
        None
    }

    /// The independent parts of the game, if in every position each role has a choice in
    /// one of them at most; none if there are no such parts.
    fn parts(&self) -> &[Box<dyn Part<Self>>] {
        &[]
    }

    /// Positions as sets of facts.
    fn facts(&self) -> Option<&FactsOf<Self>> {
        None
    }

    /// What a ply does, as logic over facts and moves; `None` if the game has no such form.
    fn logic(&self) -> Option<LogicOf<Self>> {
        None
    }

    /// The rule sheet that defines the game.
    fn rules(&self) -> Option<&str> {
        None
    }

    /// Positions as text.
    fn view(&self) -> Option<&PositionTextOf<Self>> {
        None
    }

    /// The notation of engines and game records.
    fn notation(&self) -> Option<&NotationOf<Self>> {
        None
    }

    /// A solver that is written for this puzzle.
    fn own_solver(&self) -> Option<&OwnSolverOf<Self>> {
        None
    }
}
