//! Whom individuals meet.

use std::sync::Arc;

use evolve::{Exam, Forest};
use game::Playable;
use search::{Context, Spec};

use crate::bout::BoutError;
use crate::yard::Yard;

/// A fixed player, as an examiner.
pub(crate) struct Opponent<G: Playable> {
    pub yard: Arc<Yard<G>>,
    pub spec: Spec,
    /// How many plies individuals look ahead.
    pub depth: u32,
    /// Whether games are played for their lessons, rather than by the rules alone.
    pub teaches: bool,
}

impl<G: Playable> Opponent<G> {
    /// What an individual scores in a game.
    pub fn play(&self, one: &Forest, game: usize, seed: u64) -> Result<f64, BoutError> {
        let mut guide = self.spec.seat(&self.yard.game, &Context { seed, n_threads: 1 })?;
        let mut reared = self.yard.rear(one, self.depth);
        // Colours change from game to game.
        Ok(match game.is_multiple_of(2) {
            true => self.yard.play([&mut reared, &mut guide], self.teaches, seed)?.first,
            false => self.yard.play([&mut guide, &mut reared], self.teaches, seed)?.second,
        })
    }
}

impl<G: Playable> Exam<Forest> for Opponent<G> {
    fn score(&self, one: &Forest, game: usize, seed: u64) -> f64 {
        self.yard.or_fault(0.0, || self.play(one, game, seed))
    }
}
