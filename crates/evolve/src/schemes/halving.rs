//! Successive halving: games against fixed players, most for the best individuals.

use super::{EvaluationContext, Exam};
use crate::{Evaluation, Record};

/// Rounds of games: after each round only the better part of the individuals plays on. Scores
/// are means of all games, and their weights are the numbers of games. So good individuals have
/// reliable scores, and few games are spent on the others.
///
/// Individuals that were kept from former generations take part with their records.
///
/// ```
/// use ludex_evolve::{EvaluationContext, Progress, Seeds, Serial, SuccessiveHalving};
///
/// let exam = |one: &f64, _: usize, _: u64| *one;
/// let halving = SuccessiveHalving { exam: &exam, n_games: 10, n_rounds: 3, keep_share: 0.5 };
/// let (seeds, progress) = (Seeds::new(1, 0, 0), Progress::default());
/// let context = EvaluationContext { seeds, progress: &progress, executor: &Serial };
/// let evaluation = halving.evaluate(&[0.1, 0.4, 0.2, 0.3], &[], &context);
/// assert_eq!(evaluation.weights, [10.0, 30.0, 10.0, 20.0]);
/// assert!((evaluation.scores[1] - 0.4).abs() < 1e-9);
/// ```
pub struct SuccessiveHalving<'a, G> {
    /// Plays one game against an individual: 1 if the individual wins, 0.5 for a draw.
    pub exam: &'a dyn Exam<G>,
    /// The number of games of each individual in a round.
    pub n_games: usize,
    /// The number of rounds.
    pub n_rounds: usize,
    /// The share of the individuals of a round that take part in the next one.
    pub keep_share: f64,
}

impl<G: Sync> SuccessiveHalving<'_, G> {
    /// Plays all rounds. `records` are those of the first individuals.
    pub fn evaluate(
        &self,
        population: &[G],
        records: &[Record],
        context: &EvaluationContext<'_>,
    ) -> Evaluation {
        let mut now = vec![Record::default(); population.len()];
        // The records with those of former generations.
        let mut ever = records.to_vec();
        ever.resize(population.len(), Record::default());
        let mut left: Vec<usize> = (0..population.len()).collect();
        for round in 0..self.n_rounds {
            let jobs = context.jobs(&left, round * self.n_games..(round + 1) * self.n_games);
            let scores = context.test(self.exam, population, &jobs);
            for (nth, &at) in left.iter().enumerate() {
                let own = &scores[nth * self.n_games..(nth + 1) * self.n_games];
                let mean = own.iter().sum::<f64>() / self.n_games.max(1) as f64;
                now[at].add(mean, self.n_games as f64);
                ever[at].add(mean, self.n_games as f64);
            }
            let n_next = (left.len() as f64 * self.keep_share).ceil() as usize;
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
