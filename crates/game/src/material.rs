//! The difference in pieces.

use crate::{Evaluator, Game, MakeEvaluator, NamedEvaluator, RoleId, squash};

/// An [`Evaluator`] for a game with pieces: the worth of a role's pieces less that
/// of its best opponent.
///
/// A game with pieces lists it among its
/// [evaluators](crate::Playable::evaluators), with its own count.
///
/// ```
/// use ludex_game::examples::Lights;
/// use ludex_game::{Evaluator, Game, Material, RoleId};
///
/// let lights = Lights::new(3);
/// let mut lamps = Material::<Lights>(|_, state, _| f64::from(state[0].count_ones()));
/// assert_eq!(lamps.evaluate(&lights, &lights.initial(), RoleId(0)), 50.0);
/// assert!(lamps.evaluate(&lights, &[0b101], RoleId(0)) > 50.0);
/// ```
#[derive(Debug)]
pub struct Material<G: Game>(
    /// The worth of a role's pieces in a position.
    pub fn(&G, &G::State, RoleId) -> f64,
);

/// The number of pieces ahead that makes a clear advantage.
const SCALE: f64 = 5.0;

impl<G: Game> Evaluator<G> for Material<G> {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        let worth = |role: usize| self.0(game, state, RoleId::new(role));
        let others = (0..game.roles().len()).filter(|&other| other != role.index());
        let best = others.map(worth).fold(0.0, f64::max);
        squash(worth(role.index()) - best, SCALE)
    }
}

impl<G: Game> NamedEvaluator<G> {
    /// The entry of [`Material`] in a game's list, under the name `material`.
    ///
    /// ```
    /// use ludex_game::examples::Lights;
    /// use ludex_game::{Material, NamedEvaluator};
    ///
    /// let named = NamedEvaluator::<Lights>::material(|_| Box::new(Material(|_, _, _| 0.0)));
    /// assert_eq!(named.name, "material");
    /// ```
    pub fn material(make: MakeEvaluator<G>) -> Self {
        Self { name: "material", about: "own pieces less those of the best opponent", make }
    }
}
