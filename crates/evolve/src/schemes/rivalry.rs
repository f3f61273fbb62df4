//! Two populations against each other: solvers and problems.

use rand::seq::SliceRandom;

use super::{Contest, EvaluationContext};
use crate::Job;
use crate::problem::Evaluation;
use crate::seeds::Use;

/// Hillis's coevolution: each solver takes `n_problems` problems, and both are scored by the
/// result. Problems are dealt out evenly: the numbers of times they are taken differ by at
/// most 1.
pub struct Rivalry<'a, S, P> {
    /// Scores a solver (first) and a problem (second).
    pub contest: &'a dyn Contest<S, P>,
    /// The number of problems that each solver takes.
    pub n_problems: usize,
}

impl<S: Sync, P: Sync> Rivalry<'_, S, P> {
    /// The mean score of each solver over its problems, and of each problem over
    /// its solvers.
    pub fn evaluate(
        &self,
        solvers: &[S],
        problems: &[P],
        context: &EvaluationContext<'_>,
    ) -> Evaluation {
        let (mut scores, mut rival_scores) = (vec![0.0; solvers.len()], vec![0.0; problems.len()]);
        if problems.is_empty() {
            return Evaluation { scores, weights: Vec::new(), rival_scores };
        }
        let mut rng = context.seeds.rng(Use::Pair);
        let n_all = solvers.len() * self.n_problems;
        let mut dealt: Vec<usize> = Vec::with_capacity(n_all + problems.len());
        while dealt.len() < n_all {
            let first = dealt.len();
            dealt.extend(0..problems.len());
            dealt[first..].shuffle(&mut rng);
        }
        let job = |game: usize| {
            let genome = game / self.n_problems;
            Job { genome, other: Some(dealt[game]), game, seed: context.seeds.game(genome, game) }
        };
        let jobs: Vec<Job> = (0..n_all).map(job).collect();
        let outcomes = context.play(self.contest, (solvers, problems), &jobs);
        let mut n_taken = vec![0u32; problems.len()];
        for (game, outcome) in outcomes.into_iter().enumerate() {
            scores[game / self.n_problems] += outcome.first / self.n_problems as f64;
            rival_scores[dealt[game]] += outcome.second;
            n_taken[dealt[game]] += 1;
        }
        for (score, n_taken) in rival_scores.iter_mut().zip(n_taken) {
            *score /= f64::from(n_taken.max(1));
        }
        Evaluation { scores, weights: Vec::new(), rival_scores }
    }
}
