//! The context of schemes: seeds, counters, and the executor.

use std::ops::Range;

use super::{Contest, Exam, Outcome, Progress};
use crate::{Executor, Job, Seeds};

/// The seeds of an evaluation, the counter of its games, and the executor that runs them.
#[derive(Clone, Copy)]
pub struct EvaluationContext<'a> {
    /// The source of all randomness.
    pub seeds: Seeds,
    /// Counts games and tests.
    pub progress: &'a Progress,
    /// Runs games and tests.
    pub executor: &'a dyn Executor,
}

impl EvaluationContext<'_> {
    /// The context of another part of an evaluation, such as the second scheme.
    pub fn part(&self, number: u64) -> Self {
        Self { seeds: self.seeds.part(number), ..*self }
    }

    /// The tests of some individuals, by their indexes: all tests of the first one come first.
    pub fn jobs(&self, individuals: &[usize], games: Range<usize>) -> Vec<Job> {
        let of = |&genome: &usize| {
            let seeds = self.seeds;
            let job = move |game| Job { genome, other: None, game, seed: seeds.game(genome, game) };
            games.clone().map(job)
        };
        individuals.iter().flat_map(of).collect()
    }

    /// The score of each test.
    pub fn test<G: Sync>(&self, exam: &dyn Exam<G>, population: &[G], jobs: &[Job]) -> Vec<f64> {
        let run = |job: &Job| {
            let score = exam.score(&population[job.genome], job.game, job.seed);
            self.progress.add_games(1);
            Outcome::score(score)
        };
        self.executor.run(jobs, &run).into_iter().map(|outcome| outcome.first).collect()
    }

    /// The outcome of each game between individuals of two populations, or of one given twice.
    pub fn play<A: Sync, B: Sync>(
        &self,
        contest: &dyn Contest<A, B>,
        (first, second): (&[A], &[B]),
        jobs: &[Job],
    ) -> Vec<Outcome> {
        let run = |job: &Job| {
            let other = &second[job.other.unwrap_or(job.genome)];
            let outcome = contest.play(&first[job.genome], other, job.seed);
            self.progress.add_games(1);
            outcome
        };
        self.executor.run(jobs, &run)
    }
}
