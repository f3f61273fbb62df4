//! Two populations against each other: solvers and problems.

use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::{Contest, Progress};
use crate::Seeds;
use crate::problem::Evaluation;
use crate::seeds::Use;

/// Hillis's coevolution: each solver takes some problems, and is scored by them as
/// they are by it. Problems are dealt out evenly, so that each is taken as often as
/// any other, but for one.
pub struct Rivalry<'a, S, P> {
    /// Sets a problem (second) before a solver (first).
    pub contest: &'a dyn Contest<S, P>,
    /// How many problems each solver takes.
    pub n_problems: usize,
}

impl<S: Sync, P: Sync> Rivalry<'_, S, P> {
    /// The mean score of each solver over its problems, and of each problem over
    /// its solvers.
    pub fn evaluate(
        &self,
        solvers: &[S],
        problems: &[P],
        seeds: Seeds,
        progress: &Progress,
    ) -> Evaluation {
        let (mut scores, mut rival_scores) = (vec![0.0; solvers.len()], vec![0.0; problems.len()]);
        if problems.is_empty() {
            return Evaluation { scores, weights: Vec::new(), rival_scores };
        }
        let mut rng = seeds.rng(Use::Pair);
        let n_all = solvers.len() * self.n_problems;
        let mut dealt: Vec<usize> = Vec::with_capacity(n_all + problems.len());
        while dealt.len() < n_all {
            let first = dealt.len();
            dealt.extend(0..problems.len());
            dealt[first..].shuffle(&mut rng);
        }
        let play = |game: usize| {
            let (solver, problem) = (game / self.n_problems, dealt[game]);
            let seed = seeds.game(solver, game);
            let outcome = self.contest.play(&solvers[solver], &problems[problem], seed);
            progress.add_games(1);
            outcome
        };
        let outcomes: Vec<_> = (0..n_all).into_par_iter().with_max_len(1).map(play).collect();
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
