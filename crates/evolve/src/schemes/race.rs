//! Games against fixed players, most for those who do best.

use rayon::prelude::*;

use super::{Exam, Progress};
use crate::{Evaluation, Record, Seeds};

/// A race in rounds: everyone plays some games, the better part some more, the better
/// part of those still more, and so on. Scores are means of all games, and their
/// weights are how many there were; so luck is found out where it matters, and games
/// are saved where it does not.
///
/// Whoever lives on from former generations races with its record.
///
/// ```
/// use evolve::{Progress, Race, Seeds};
///
/// let exam = |one: &f64, _: usize, _: u64| *one;
/// let race = Race { exam: &exam, n_games: 10, n_rounds: 3, share: 0.5 };
/// let evaluation = race.evaluate(&[0.1, 0.4, 0.2, 0.3], &[], Seeds::new(1, 0, 0), &Progress::default());
/// assert_eq!(evaluation.weights, [10.0, 30.0, 10.0, 20.0]);
/// assert!((evaluation.scores[1] - 0.4).abs() < 1e-9);
/// ```
pub struct Race<'a, G> {
    /// Plays one game against an individual: 1 for its win, 0.5 for a draw.
    pub exam: &'a dyn Exam<G>,
    /// How many games each plays in a round.
    pub n_games: usize,
    /// How many rounds there are.
    pub n_rounds: usize,
    /// Which part of those in a round is in the next one.
    pub share: f64,
}

impl<G: Sync> Race<'_, G> {
    /// Runs the race. `records` are those of the first individuals.
    pub fn evaluate(
        &self,
        population: &[G],
        records: &[Record],
        seeds: Seeds,
        progress: &Progress,
    ) -> Evaluation {
        let mut now = vec![Record::default(); population.len()];
        // With what was before.
        let mut ever = records.to_vec();
        ever.resize(population.len(), Record::default());
        let mut left: Vec<usize> = (0..population.len()).collect();
        for round in 0..self.n_rounds {
            let play = |&at: &usize| {
                let games = round * self.n_games..(round + 1) * self.n_games;
                let score = |game| self.exam.score(&population[at], game, seeds.game(at, game));
                let points: f64 = games.map(score).sum();
                progress.add_games(self.n_games as u64);
                points / self.n_games.max(1) as f64
            };
            let means: Vec<f64> = left.par_iter().with_max_len(1).map(play).collect();
            for (&at, mean) in left.iter().zip(means) {
                now[at].add(mean, self.n_games as f64);
                ever[at].add(mean, self.n_games as f64);
            }
            let n_next = (left.len() as f64 * self.share).ceil() as usize;
            let mean = |at: usize| ever[at].mean().unwrap_or(0.0);
            left.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)).then(a.cmp(&b)));
            left.truncate(n_next);
        }
        Evaluation {
            scores: now.iter().map(|record| record.mean().unwrap_or(0.0)).collect(),
            weights: now.iter().map(Record::games).collect(),
            rival_scores: Vec::new(),
        }
    }
}
