//! How far it is at least.

use game::Game;

/// The plies from a position to an end with goal value 100: a lower bound, or an
/// estimate.
///
/// A bound is *admissible*: never more than it really takes. The closer it is, the
/// less is searched. With anything else search may be quicker still, but claims
/// that a solution is the shortest only when it has seen all there is. Pattern
/// databases plug in here.
///
/// ```
/// use game::{Game, examples::Nim};
/// use search::puzzle::{Blind, Heuristic};
///
/// let nim = Nim::new(&[1, 2]);
/// assert_eq!(Blind.n_plies_min(&nim, &nim.initial()), 0);
/// assert!(Heuristic::<Nim>::is_admissible(&Blind));
/// ```
pub trait Heuristic<G: Game>: Send {
    /// How many plies are needed at least; `u32::MAX` where it is impossible.
    fn n_plies_min(&mut self, game: &G, state: &G::State) -> u32;

    /// Whether this is certain: in no position are fewer plies enough. Only then
    /// does search conclude from it that there is no shorter solution.
    fn is_admissible(&self) -> bool;

    /// Whether the bound is always 0. Search then sees all ends of the game in
    /// the order of their distance, not only those worth 100.
    fn is_blind(&self) -> bool {
        false
    }
}

/// Knows nothing: the bound is 0, and A* becomes breadth-first search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<G: Game> Heuristic<G> for Blind {
    fn n_plies_min(&mut self, _: &G, _: &G::State) -> u32 {
        0
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_blind(&self) -> bool {
        true
    }
}

impl<G: Game, H: Heuristic<G> + ?Sized> Heuristic<G> for Box<H> {
    fn n_plies_min(&mut self, game: &G, state: &G::State) -> u32 {
        (**self).n_plies_min(game, state)
    }

    fn is_admissible(&self) -> bool {
        (**self).is_admissible()
    }

    fn is_blind(&self) -> bool {
        (**self).is_blind()
    }
}
