//! Vectors of numbers.

use std::fmt::Debug;
use std::ops::{Deref, Range};

use rand::Rng as _;
use rand::distr::uniform::SampleUniform;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Genome;
use crate::Rng;
use crate::operators::{Crossover, GeneMutation, Mutation, PointCrossover};

/// A number of a vector.
pub trait Gene:
    SampleUniform + Copy + PartialOrd + Debug + Send + Sync + Serialize + DeserializeOwned + 'static
{
}

impl Gene for f64 {}
impl Gene for i64 {}

/// A vector of numbers, such as weights or problems' indices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Vector<T: Gene>(pub Vec<T>);

/// A vector of real numbers.
pub type RealVector = Vector<f64>;

/// A vector of integers.
pub type IntVector = Vector<i64>;

impl<T: Gene> Deref for Vector<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

/// The plan of vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct VectorPlan<T> {
    /// The range of each gene; if it is empty, its start.
    pub ranges: Vec<Range<T>>,
    /// The probability that a mutation replaces a gene.
    pub gene_rate: f64,
}

impl<T: Gene> VectorPlan<T> {
    /// N genes of the same range, replaced with probability 0.1 each.
    ///
    /// ```
    /// use ludex_evolve::VectorPlan;
    ///
    /// let weights = VectorPlan::new(9, 0.0..1.0);
    /// assert_eq!((weights.ranges.len(), weights.gene_rate), (9, 0.1));
    /// ```
    pub fn new(n_genes: usize, range: Range<T>) -> Self {
        Self { ranges: vec![range; n_genes], gene_rate: 0.1 }
    }

    /// A new gene for an index.
    pub(crate) fn gene(&self, rng: &mut Rng, at: usize) -> T {
        let range = &self.ranges[at];
        if range.is_empty() { range.start } else { rng.random_range(range.clone()) }
    }
}

impl<T: Gene> Genome for Vector<T> {
    type Plan = VectorPlan<T>;

    fn random(rng: &mut Rng, plan: &VectorPlan<T>, _: usize) -> Self {
        Self((0..plan.ranges.len()).map(|at| plan.gene(rng, at)).collect())
    }

    fn crossovers() -> &'static [&'static dyn Crossover<Self>] {
        &[&PointCrossover]
    }

    fn mutations() -> &'static [&'static dyn Mutation<Self>] {
        &[&GeneMutation]
    }

    fn size(&self) -> usize {
        self.0.len()
    }

    fn depth(&self, _: &VectorPlan<T>) -> usize {
        1
    }

    fn count_terminals(&self, _: &VectorPlan<T>, _: &mut dyn FnMut(&str)) {}

    fn terminals(_: &VectorPlan<T>) -> Vec<String> {
        Vec::new()
    }

    fn fingerprint(plan: &VectorPlan<T>) -> String {
        format!("{:?}", plan.ranges)
    }
}
