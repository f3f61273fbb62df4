//! Games among all, as many for each.

use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::{Contest, Outcome, Progress, Scheme};
use crate::Seeds;
use crate::seeds::Use;

/// Each individual plays exactly so many games with either colour, against
/// opponents drawn at random. After algorithm 3.2 of Sipper (2011), *Evolved to
/// Win*.
pub struct CoPlay<'a, G> {
    /// Plays a game.
    pub contest: &'a dyn Contest<G>,
    /// How many games each plays as first, and as many as second.
    pub n_games: usize,
    /// What a game is worth.
    pub points: f64,
}

impl<G: Sync> Scheme<G> for CoPlay<'_, G> {
    fn add_points(&self, population: &[G], seeds: Seeds, progress: &Progress, scores: &mut [f64]) {
        if population.len() < 2 {
            return;
        }
        // A round is a ring in random order, in which each plays the next.
        let mut rng = seeds.rng(Use::Pair);
        let mut ring: Vec<usize> = (0..population.len()).collect();
        let mut pairs = Vec::with_capacity(self.n_games * population.len());
        for _ in 0..self.n_games {
            ring.shuffle(&mut rng);
            pairs.extend((0..ring.len()).map(|at| (ring[at], ring[(at + 1) % ring.len()])));
        }
        for (pair, outcome) in
            pairs.iter().zip(play_all(self.contest, population, &pairs, seeds, progress))
        {
            scores[pair.0] += self.points * outcome.first;
            scores[pair.1] += self.points * outcome.second;
        }
    }
}

/// Plays all pairs on all threads. A game's seed is that of its first player and
/// its place in the list.
pub(super) fn play_all<G: Sync>(
    contest: &dyn Contest<G>,
    population: &[G],
    pairs: &[(usize, usize)],
    seeds: Seeds,
    progress: &Progress,
) -> Vec<Outcome> {
    let play = |(game, &(a, b)): (usize, &(usize, usize))| {
        let outcome = contest.play(&population[a], &population[b], seeds.game(a, game));
        progress.add_games(1);
        outcome
    };
    pairs.par_iter().enumerate().with_max_len(1).map(play).collect()
}
