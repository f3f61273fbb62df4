//! How far it is at least.

use game::Game;

/// A lower bound on the plies from a position to an end with goal value 100.
///
/// The bound must be *admissible*: never more than it really takes. The closer
/// it is, the less is searched. Pattern databases plug in here.
///
/// ```
/// use game::{Game, examples::Nim};
/// use search::puzzle::{Blind, Heuristic};
///
/// let nim = Nim::new(&[1, 2]);
/// assert_eq!(Blind.n_plies_min(&nim, &nim.initial()), 0);
/// ```
pub trait Heuristic<G: Game>: Send {
    /// So many plies are needed at least; `u32::MAX` where it is impossible.
    fn n_plies_min(&mut self, game: &G, state: &G::State) -> u32;

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

    fn is_blind(&self) -> bool {
        true
    }
}

impl<G: Game, H: Heuristic<G> + ?Sized> Heuristic<G> for Box<H> {
    fn n_plies_min(&mut self, game: &G, state: &G::State) -> u32 {
        (**self).n_plies_min(game, state)
    }

    fn is_blind(&self) -> bool {
        (**self).is_blind()
    }
}
