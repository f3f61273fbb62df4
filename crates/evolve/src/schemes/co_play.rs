//! Games among the population, the same number for each individual.

use rand::seq::SliceRandom;

use super::{Contest, EvaluationContext, Outcome, Scheme};
use crate::Job;
use crate::seeds::Use;

/// Each individual plays `n_games` games with either colour, against opponents drawn at random.
/// After algorithm 3.2 of Sipper (2011), *Evolved to Win*.
pub struct CoPlay<'a, G> {
    /// Plays a game.
    pub contest: &'a dyn Contest<G>,
    /// The number of games of each individual as the first player, and as the second.
    pub n_games: usize,
    /// The points of a win.
    pub points: f64,
}

impl<G: Sync> Scheme<G> for CoPlay<'_, G> {
    fn add_points(&self, population: &[G], context: &EvaluationContext<'_>, scores: &mut [f64]) {
        if population.len() < 2 {
            return;
        }
        // A round is a ring in random order, in which each individual plays the next one.
        let mut rng = context.seeds.rng(Use::Pair);
        let mut ring: Vec<usize> = (0..population.len()).collect();
        let mut pairs = Vec::with_capacity(self.n_games * population.len());
        for _ in 0..self.n_games {
            ring.shuffle(&mut rng);
            pairs.extend((0..ring.len()).map(|at| (ring[at], ring[(at + 1) % ring.len()])));
        }
        let outcomes = play_all(self.contest, population, &pairs, context);
        for (pair, outcome) in pairs.iter().zip(outcomes) {
            scores[pair.0] += self.points * outcome.first;
            scores[pair.1] += self.points * outcome.second;
        }
    }
}

/// Plays a game of each pair. Its seed is that of its first player and its index in the list.
pub(super) fn play_all<G: Sync>(
    contest: &dyn Contest<G>,
    population: &[G],
    pairs: &[(usize, usize)],
    context: &EvaluationContext<'_>,
) -> Vec<Outcome> {
    let job = |(game, &(a, b)): (usize, &(usize, usize))| {
        let seed = context.seeds.game(a, game);
        Job { genome: a, other: Some(b), game, seed }
    };
    let jobs: Vec<Job> = pairs.iter().enumerate().map(job).collect();
    context.play(contest, (population, population), &jobs)
}
