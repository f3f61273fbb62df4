//! Games against opponents drawn at random.

use rand::Rng as _;

use super::co_play::play_all;
use super::{Contest, EvaluationContext, Scheme};
use crate::seeds::Use;

/// Each individual plays `n_opponents` others drawn at random, and the result counts for both:
/// a score is the mean over all games of an individual, drawn or drawing. Colours alternate.
pub struct RandomTwoWays<'a, G> {
    /// Plays a game.
    pub contest: &'a dyn Contest<G>,
    /// The number of opponents drawn for each individual.
    pub n_opponents: usize,
    /// The number of games with each of them.
    pub n_games: usize,
}

impl<G: Sync> Scheme<G> for RandomTwoWays<'_, G> {
    fn add_points(&self, population: &[G], context: &EvaluationContext<'_>, scores: &mut [f64]) {
        let n_all = population.len();
        if n_all < 2 {
            return;
        }
        let mut rng = context.seeds.rng(Use::Pair);
        let mut pairs = Vec::new();
        for one in 0..n_all {
            for _ in 0..self.n_opponents {
                let other = (one + rng.random_range(1..n_all)) % n_all;
                let pair =
                    |game: usize| if game.is_multiple_of(2) { (one, other) } else { (other, one) };
                pairs.extend((0..self.n_games).map(pair));
            }
        }
        let mut sums = vec![(0.0, 0u32); n_all];
        let outcomes = play_all(self.contest, population, &pairs, context);
        for (&(a, b), outcome) in pairs.iter().zip(outcomes) {
            for (place, points) in [(a, outcome.first), (b, outcome.second)] {
                sums[place].0 += points;
                sums[place].1 += 1;
            }
        }
        for (score, (sum, n_games)) in scores.iter_mut().zip(sums) {
            *score += sum / f64::from(n_games.max(1));
        }
    }
}
