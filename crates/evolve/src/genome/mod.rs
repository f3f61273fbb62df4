//! Genomes: trees, policies, vectors.

mod forest;
mod policy;
mod vector;

pub use policy::{Policy, PolicyPlan, Rule, Worth, WorthPlan};
pub use vector::{Gene, IntVector, RealVector, Vector, VectorPlan};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Rng;
use crate::operators::{Crossover, Mutation};

/// The type of an individual.
///
/// The *plan* is shared by all individuals of a population, such as primitives and limits.
/// Operators are listed, not built in: a new one is a file and a
/// line in [`crossovers`](Self::crossovers) or [`mutations`](Self::mutations).
pub trait Genome: Clone + PartialEq + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// The plan of individuals.
    type Plan: Send + Sync;

    /// An individual of the first generation, the `nth` of them.
    fn random(rng: &mut Rng, plan: &Self::Plan, nth: usize) -> Self;

    /// All crossovers.
    fn crossovers() -> &'static [&'static dyn Crossover<Self>];

    /// All mutations.
    fn mutations() -> &'static [&'static dyn Mutation<Self>];

    /// The number of genes or nodes.
    fn size(&self) -> usize;

    /// The depth of the deepest tree; 1 without trees.
    fn depth(&self, plan: &Self::Plan) -> usize;

    /// Calls `count` with the name of the terminal of each node that has one.
    fn count_terminals(&self, plan: &Self::Plan, count: &mut dyn FnMut(&str));

    /// The names of all terminals.
    fn terminals(plan: &Self::Plan) -> Vec<String>;

    /// A text that differs between plans whose genes have different meanings.
    fn fingerprint(plan: &Self::Plan) -> String;
}

/// The rivals of problems without rivals.
impl Genome for () {
    type Plan = ();

    fn random(_: &mut Rng, (): &(), _: usize) -> Self {}

    fn crossovers() -> &'static [&'static dyn Crossover<Self>] {
        &[]
    }

    fn mutations() -> &'static [&'static dyn Mutation<Self>] {
        &[]
    }

    fn size(&self) -> usize {
        0
    }

    fn depth(&self, (): &()) -> usize {
        0
    }

    fn count_terminals(&self, (): &(), _: &mut dyn FnMut(&str)) {}

    fn terminals((): &()) -> Vec<String> {
        Vec::new()
    }

    fn fingerprint((): &()) -> String {
        String::new()
    }
}
