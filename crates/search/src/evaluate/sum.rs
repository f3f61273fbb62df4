//! Weighted sums of evaluators.

use ludex_game::{Evaluator, Game, RoleId};

/// A weighted sum of evaluators, as deviations from the even value.
pub struct WeightedSum<G: Game> {
    terms: Vec<(f64, Box<dyn Evaluator<G>>)>,
}

impl<G: Game> WeightedSum<G> {
    /// A sum of evaluators with their weights. A negative weight inverts an evaluator.
    pub fn new(terms: Vec<(f64, Box<dyn Evaluator<G>>)>) -> Self {
        Self { terms }
    }
}

impl<G: Game> Evaluator<G> for WeightedSum<G> {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        let advantage: f64 = self
            .terms
            .iter_mut()
            .map(|(weight, evaluator)| *weight * (evaluator.evaluate(game, state, role) - 50.0))
            .sum();
        ludex_game::squash(advantage, 50.0)
    }
}
