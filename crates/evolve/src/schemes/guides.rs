//! Games against fixed players.

use rayon::prelude::*;

use super::{Exam, Progress, Scheme};
use crate::Seeds;

/// Rounds of games against guides. Before each round, those who trail the best
/// by more than the cut-off are left out. After algorithm 3.2 of Sipper (2011),
/// *Evolved to Win*.
pub struct Guides<'a, G> {
    /// The guides, in the order in which they are played.
    pub guides: Vec<Guide<'a, G>>,
    /// How many points one may trail the best and still play.
    pub cutoff: f64,
}

/// A fixed player and how often it is played.
pub struct Guide<'a, G> {
    /// Plays one game against an individual: 1 for its win, 0.5 for a draw.
    pub exam: &'a dyn Exam<G>,
    /// How many rounds there are.
    pub n_rounds: usize,
    /// How many games each who takes part plays in a round.
    pub n_games: usize,
    /// What a game is worth.
    pub points: f64,
}

impl<G: Sync> Scheme<G> for Guides<'_, G> {
    fn add_points(&self, population: &[G], seeds: Seeds, progress: &Progress, scores: &mut [f64]) {
        for (nth, guide) in self.guides.iter().enumerate() {
            for round in 0..guide.n_rounds {
                let seeds = seeds.part(nth as u64);
                let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let of = |(at, score): (usize, &mut f64)| {
                    if best - *score > self.cutoff {
                        return;
                    }
                    for game in round * guide.n_games..(round + 1) * guide.n_games {
                        let won = guide.exam.score(&population[at], game, seeds.game(at, game));
                        *score += guide.points * won;
                        progress.add_games(1);
                    }
                };
                scores.par_iter_mut().enumerate().with_max_len(1).for_each(of);
            }
        }
    }
}
