//! Heuristics: the remaining cost from a position, as a bound or an estimate.
//!
//! A [`Bound`] is certain, so searches prune by it and conclude from it. An
//! [`Estimate`] may be any number, so searches only order positions by it.

use crate::Game;

/// A lower bound on the [cost](crate::Playable::move_cost) from a position to an end
/// with goal value 100.
///
/// It must be *admissible*: never more than the real cost. Searches rely on it when they prove
/// that a solution is the cheapest.
pub trait Bound<G: Game>: Send {
    /// The least possible cost; `u32::MAX` where goal value 100 is out of reach.
    fn cost_min(&mut self, game: &G, state: &G::State) -> u32;
}

/// An estimate of the cost from a position to an end with goal value 100.
pub trait Estimate<G: Game>: Send {
    /// The estimated cost; infinite where goal value 100 seems out of reach.
    fn cost(&mut self, game: &G, state: &G::State) -> f64;
}

/// A bound or an estimate.
///
/// ```
/// use ludex_game::{Bound, Game, Heuristic, examples::Nim};
///
/// /// A game that is not over takes one move at least.
/// struct OneMove;
///
/// impl<G: Game> Bound<G> for OneMove {
///     fn cost_min(&mut self, game: &G, state: &G::State) -> u32 {
///         u32::from(!game.is_terminal(state))
///     }
/// }
///
/// let nim = Nim::new(&[1, 2]);
/// let mut heuristic = Heuristic::Bound(Box::new(OneMove));
/// assert_eq!(heuristic.cost(&nim, &nim.initial()), 1);
/// ```
pub enum Heuristic<G: Game> {
    /// Never more than the real cost.
    Bound(Box<dyn Bound<G>>),
    /// Any number.
    Estimate(Box<dyn Estimate<G>>),
}

impl<G: Game> Heuristic<G> {
    /// The bound, or the estimate rounded to a whole number; `u32::MAX` where goal
    /// value 100 is or seems out of reach.
    pub fn cost(&mut self, game: &G, state: &G::State) -> u32 {
        match self {
            Self::Bound(bound) => bound.cost_min(game, state),
            // The conversion saturates, and maps NaN to 0.
            Self::Estimate(estimate) => estimate.cost(game, state).round() as u32,
        }
    }

    /// Whether the cost is a bound.
    pub fn is_bound(&self) -> bool {
        matches!(self, Self::Bound(_))
    }
}

/// A heuristic with its name.
pub struct NamedHeuristic<G: Game> {
    /// Its name in player specs.
    pub name: &'static str,
    /// A description in a few words.
    pub about: &'static str,
    /// Makes one for a game. Fails if this game has none.
    pub make: fn(&G) -> Result<Heuristic<G>, String>,
}
