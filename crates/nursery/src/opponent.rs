//! Whom individuals meet.

use std::sync::Arc;

use evolve::{Exam, Forest};
use game::Playable;
use search::{Context, Spec};

use crate::bout::Side;
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

impl<G: Playable> Exam<Forest> for Opponent<G> {
    fn score(&self, one: &Forest, game: usize, seed: u64) -> f64 {
        let context = Context { seed, n_threads: 1 };
        let Ok(mut guide) = self.spec.seat(&self.yard.game, &context) else { return 0.0 };
        let mut reared = self.yard.rear(one, self.depth);
        let play = |sides: [Side<'_, G>; 2]| self.yard.play(sides, self.teaches, seed);
        // Colours change from game to game.
        match game.is_multiple_of(2) {
            true => play([&mut reared, &mut *guide.player]).first,
            false => play([&mut *guide.player, &mut reared]).second,
        }
    }
}
