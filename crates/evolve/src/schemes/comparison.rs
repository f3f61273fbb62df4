//! Fitness without numbers: a comparison of two individuals at a time.

use super::{EvaluationContext, Outcome, Scheme};
use crate::Job;

/// Compares two individuals.
///
/// Implemented for closures.
pub trait Comparison<G>: Sync {
    /// Whether the first is fitter. All randomness comes from the seed.
    fn is_fitter(&self, one: &G, other: &G, seed: u64) -> bool;
}

impl<G, F: Fn(&G, &G, u64) -> bool + Sync> Comparison<G> for F {
    fn is_fitter(&self, one: &G, other: &G, seed: u64) -> bool {
        self(one, other, seed)
    }
}

/// Sorts a population by comparisons of two individuals at a time. The score is the index in
/// this order, so that differences of scores mean nothing.
///
/// Runs are merged as in merge sort, all pairs of runs at a time. Comparisons need not be
/// consistent with each other.
pub struct InOrder<'a, G> {
    /// Compares two individuals.
    pub comparison: &'a dyn Comparison<G>,
}

impl<G: Sync> Scheme<G> for InOrder<'_, G> {
    fn add_points(&self, population: &[G], context: &EvaluationContext<'_>, scores: &mut [f64]) {
        let mut order: Vec<usize> = (0..population.len()).collect();
        let mut length = 1;
        while length < order.len() {
            let mut merges: Vec<Merge<'_>> =
                order.chunks(2 * length).map(|runs| Merge::new(runs, length)).collect();
            self.merge(population, &mut merges, &context.part(length as u64));
            order = merges.into_iter().flat_map(|merge| merge.merged).collect();
            length *= 2;
        }
        for (place, &one) in order.iter().enumerate() {
            scores[one] += place as f64;
        }
    }
}

impl<G: Sync> InOrder<'_, G> {
    /// Merges all pairs of runs, one comparison of each pair at a time.
    fn merge(&self, population: &[G], merges: &mut [Merge<'_>], context: &EvaluationContext<'_>) {
        let compare =
            |one: &G, other: &G, seed: u64| match self.comparison.is_fitter(one, other, seed) {
                true => Outcome::WIN,
                false => Outcome::LOSS,
            };
        loop {
            let mut open: Vec<&mut Merge<'_>> =
                merges.iter_mut().filter(|merge| merge.next().is_some()).collect();
            if open.is_empty() {
                break;
            }
            let pairs = open.iter().filter_map(|merge| merge.next());
            let jobs: Vec<Job> = pairs
                .map(|(one, other)| {
                    let seed = context.seeds.game(one, other);
                    Job { genome: one, other: Some(other), game: other, seed }
                })
                .collect();
            let outcomes = context.play(&compare, (population, population), &jobs);
            for (merge, outcome) in open.iter_mut().zip(outcomes) {
                merge.take(outcome == Outcome::WIN);
            }
        }
        merges.iter_mut().for_each(Merge::take_rest);
    }
}

/// Two runs that become one, the least fit first.
struct Merge<'a> {
    runs: [&'a [usize]; 2],
    merged: Vec<usize>,
}

impl<'a> Merge<'a> {
    fn new(runs: &'a [usize], length: usize) -> Self {
        let (first, second) = runs.split_at(length.min(runs.len()));
        Self { runs: [first, second], merged: Vec::with_capacity(runs.len()) }
    }

    /// The two individuals to be compared next, unless a run is empty.
    fn next(&self) -> Option<(usize, usize)> {
        Some((*self.runs[0].first()?, *self.runs[1].first()?))
    }

    /// Takes the less fit of the two.
    fn take(&mut self, is_first_fitter: bool) {
        let run = &mut self.runs[usize::from(is_first_fitter)];
        if let Some((&less_fit, rest)) = run.split_first() {
            self.merged.push(less_fit);
            *run = rest;
        }
    }

    fn take_rest(&mut self) {
        self.runs.iter().for_each(|run| self.merged.extend_from_slice(run));
    }
}
