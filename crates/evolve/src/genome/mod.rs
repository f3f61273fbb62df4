//! What evolves: trees, policies, vectors.

mod forest;
mod policy;
mod vector;

pub use forest::{Forest, ForestPlan, TreePlan};
pub use policy::{Policy, PolicyPlan, Rule, Worth, WorthPlan};
pub use vector::{Gene, IntVector, RealVector, Vector, VectorPlan};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Rng;
use crate::operators::{Crossover, Mutation};

/// An individual's genes.
///
/// What all individuals of a population share, such as primitive sets and limits,
/// is their *plan*. Operators are listed, not built in: a new one is a file and a
/// line in [`crossovers`](Self::crossovers) or [`mutations`](Self::mutations).
pub trait Genome: Clone + PartialEq + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// What all individuals share.
    type Plan: Send + Sync;

    /// An individual of the first generation, the `nth` of them.
    fn random(rng: &mut Rng, plan: &Self::Plan, nth: usize) -> Self;

    /// Every way to mix two individuals.
    fn crossovers() -> &'static [&'static dyn Crossover<Self>];

    /// Every way to change one.
    fn mutations() -> &'static [&'static dyn Mutation<Self>];

    /// How many genes it has: of two that are equally fit, the smaller is preferred.
    fn size(&self) -> usize;

    /// How deep its deepest tree is; 1 if there is none.
    fn depth(&self, plan: &Self::Plan) -> usize;

    /// Calls `count` with the name of a terminal for each node that asks for it.
    fn count_terminals(&self, plan: &Self::Plan, count: &mut dyn FnMut(&str));

    /// Names of all terminals.
    fn terminals(plan: &Self::Plan) -> Vec<String>;

    /// A text that differs whenever genes of one plan may be misread with another.
    fn fingerprint(plan: &Self::Plan) -> String;
}

/// Nobody: the rivals of those who have none.
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
