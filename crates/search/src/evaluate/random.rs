//! A fresh random value at every call.

use ludex_game::{Evaluator, Game, NamedEvaluator, Playable, Rng, RoleId, rng};
use rand::Rng as _;

/// A random value, drawn anew at every call: with it, alpha-beta prefers positions in which it
/// has many moves. The guides of chapter 3 of "Evolved to Win" play by it.
#[derive(Clone, Debug)]
pub struct RandomValue {
    rng: Rng,
}

impl RandomValue {
    /// An evaluator with this seed.
    pub fn new(seed: u64) -> Self {
        // A separate stream from that of random moves.
        Self { rng: rng(seed, 1) }
    }
}

pub(super) fn named<G: Playable>() -> NamedEvaluator<G> {
    NamedEvaluator {
        name: "random",
        about: "a fresh random value at every call",
        make: |seed| Box::new(RandomValue::new(seed)),
    }
}

impl<G: Game> Evaluator<G> for RandomValue {
    fn evaluate(&mut self, _: &G, _: &G::State, _: RoleId) -> f64 {
        self.rng.random_range(1.0..99.0)
    }
}
