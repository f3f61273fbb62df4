//! A test taken several times.

use rayon::prelude::*;

use super::{Exam, Progress, Scheme};
use crate::Seeds;

/// The mean score of a test that is taken several times, where chance plays a
/// part; once where it does not.
pub struct Repeated<'a, G> {
    /// The test.
    pub exam: &'a dyn Exam<G>,
    /// How often it is taken.
    pub times: usize,
}

impl<G: Sync> Scheme<G> for Repeated<'_, G> {
    fn add_points(&self, population: &[G], seeds: Seeds, progress: &Progress, scores: &mut [f64]) {
        let of = |(at, score): (usize, &mut f64)| {
            let one = |game: usize| self.exam.score(&population[at], game, seeds.game(at, game));
            *score += (0..self.times).map(one).sum::<f64>() / self.times.max(1) as f64;
            progress.add_games(self.times as u64);
        };
        scores.par_iter_mut().enumerate().for_each(of);
    }
}
