//! Fitness without numbers: only which of two is fitter.

use rayon::prelude::*;

use super::{Progress, Scheme};
use crate::Seeds;

/// Tells which of two individuals is fitter.
///
/// Implemented for closures.
pub trait Comparison<G>: Sync {
    /// Whether the first is fitter. All chance comes from the seed.
    fn is_fitter(&self, one: &G, other: &G, seed: u64) -> bool;
}

impl<G, F: Fn(&G, &G, u64) -> bool + Sync> Comparison<G> for F {
    fn is_fitter(&self, one: &G, other: &G, seed: u64) -> bool {
        self(one, other, seed)
    }
}

/// Puts a population in order by comparing two at a time. The score is the place
/// in this order, which says who is fitter and not by how much.
///
/// Runs are merged as in merge sort, all pairs of runs at a time. It is not asked
/// whether comparisons agree with each other.
pub struct InOrder<'a, G> {
    /// Compares two.
    pub comparison: &'a dyn Comparison<G>,
}

impl<G: Sync> Scheme<G> for InOrder<'_, G> {
    fn add_points(&self, population: &[G], seeds: Seeds, progress: &Progress, scores: &mut [f64]) {
        let mut order: Vec<usize> = (0..population.len()).collect();
        let mut length = 1;
        while length < order.len() {
            let merge = |part: &[usize]| {
                let (a, b) = part.split_at(length.min(part.len()));
                self.merge(population, a, b, seeds.part(length as u64), progress)
            };
            order = order.par_chunks(2 * length).flat_map_iter(merge).collect();
            length *= 2;
        }
        for (place, &one) in order.iter().enumerate() {
            scores[one] += place as f64;
        }
    }
}

impl<G> InOrder<'_, G> {
    /// Two orders as one, the least fit first.
    fn merge(
        &self,
        population: &[G],
        mut a: &[usize],
        mut b: &[usize],
        seeds: Seeds,
        progress: &Progress,
    ) -> Vec<usize> {
        let mut merged = Vec::with_capacity(a.len() + b.len());
        while let (Some((&first, a_rest)), Some((&second, b_rest))) =
            (a.split_first(), b.split_first())
        {
            progress.add_games(1);
            let seed = seeds.game(first, second);
            if self.comparison.is_fitter(&population[first], &population[second], seed) {
                merged.push(second);
                b = b_rest;
            } else {
                merged.push(first);
                a = a_rest;
            }
        }
        merged.extend_from_slice(a);
        merged.extend_from_slice(b);
        merged
    }
}
