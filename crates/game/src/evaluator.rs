//! Estimates of positions.

use crate::{Game, RoleId};

/// Estimates the value of a position before the game is over.
///
/// Values are on the scale of goals: 0 is lost, 100 is won. An estimate stays
/// strictly between, so that a certain win is better than any estimate;
/// [`squash`] brings a feature of any size there.
///
/// An evaluator may keep a memory of its own (a cache, a random generator),
/// hence `&mut`: every search has its own copy.
///
/// ```
/// use ludex_game::{Evaluator, Game, RoleId, examples::Nim};
///
/// /// The number of moves.
/// #[derive(Clone)]
/// struct Stones;
///
/// impl Evaluator<Nim> for Stones {
///     fn evaluate(&mut self, nim: &Nim, state: &<Nim as Game>::State, role: RoleId) -> f64 {
///         let mut moves = Vec::new();
///         nim.legal_moves(state, role, &mut moves);
///         ludex_game::squash(moves.len() as f64, 10.0)
///     }
/// }
///
/// let nim = Nim::new(&[3, 4, 5]);
/// assert!(Stones.evaluate(&nim, &nim.initial(), RoleId(0)) > 50.0);
/// ```
pub trait Evaluator<G: Game>: Send {
    /// The estimated value of the position for a role. It is not terminal.
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64;
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        (**self).evaluate(game, state, role)
    }
}

/// An entry of a list of evaluators.
///
/// ```
/// use ludex_game::examples::Nim;
/// use ludex_game::{Material, NamedEvaluator};
///
/// let named = NamedEvaluator::<Nim> {
///     name: "stones",
///     about: "nothing yet",
///     make: |_| Box::new(Material(|_, _, _| 0.0)),
/// };
/// assert_eq!(named.name, "stones");
/// ```
pub struct NamedEvaluator<G: Game> {
    /// The name in player specs.
    pub name: &'static str,
    /// The quantity that it measures, in a few words.
    pub about: &'static str,
    /// Makes one from a seed, for evaluators that draw random numbers.
    pub make: MakeEvaluator<G>,
}

/// Makes an evaluator from a seed.
pub type MakeEvaluator<G> = fn(u64) -> Box<dyn Evaluator<G>>;

/// Maps an advantage of any size into the open interval from 0 to 100, rising
/// all the way: 0 becomes 50, and an advantage of `scale` becomes 75.
///
/// ```
/// assert_eq!(ludex_game::squash(0.0, 3.0), 50.0);
/// assert_eq!(ludex_game::squash(3.0, 3.0), 75.0);
/// assert_eq!(ludex_game::squash(-3.0, 3.0), 25.0);
/// ```
pub fn squash(advantage: f64, scale: f64) -> f64 {
    50.0 + 50.0 * advantage / (scale + advantage.abs())
}
