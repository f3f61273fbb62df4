//! Genetic operators: crossovers and mutations.
//!
//! A new operator is a file here and a line in the lists of its genomes.

mod constant;
mod echo;
mod factor;
mod gene;
mod insert;
mod point;
mod rule;
mod subtree;
mod tree_genome;

pub use constant::ConstantMutation;
pub use echo::EchoMutation;
pub use factor::FactorMutation;
pub use gene::GeneMutation;
pub use insert::InsertMutation;
pub use point::{PointCrossover, WeightCrossover};
pub use rule::{RuleCrossover, RuleMutation};
pub(crate) use subtree::graft;
pub use subtree::{SubtreeCrossover, SubtreeMutation};

use std::collections::BTreeMap;

use rand::Rng as _;

use crate::{Genome, Primitives, Rng};
use ludex_support::suggestion;

/// A crossover of two individuals.
pub trait Crossover<G: Genome>: Sync {
    /// The name in files.
    fn name(&self) -> &'static str;

    /// The default weight.
    fn weight(&self) -> f64 {
        1.0
    }

    /// Exchanges genes between two individuals. Both keep types and limits; if no exchange
    /// does, they stay unchanged.
    fn exchange(&self, rng: &mut Rng, plan: &G::Plan, a: &mut G, b: &mut G);

    /// Copies genes of one individual into another: one-way crossover.
    fn donate(&self, rng: &mut Rng, plan: &G::Plan, donor: &G, receiver: &mut G);
}

/// A mutation of an individual.
pub trait Mutation<G: Genome>: Sync {
    /// The name in files.
    fn name(&self) -> &'static str;

    /// The default weight.
    fn weight(&self) -> f64 {
        1.0
    }

    /// Changes an individual, which keeps types and limits.
    fn mutate(&self, rng: &mut Rng, plan: &G::Plan, one: &mut G);
}

/// Operators with their weights.
pub(crate) struct Mix<G: Genome> {
    crossovers: Vec<(&'static dyn Crossover<G>, f64)>,
    mutations: Vec<(&'static dyn Mutation<G>, f64)>,
}

/// Weights by name. If there are any, operators that are not named have weight 0.
pub type Weights = BTreeMap<String, f64>;

impl<G: Genome> Mix<G> {
    /// All operators of a genome with their weights. The error names an unknown operator.
    pub fn new(crossovers: &Weights, mutations: &Weights) -> Result<Self, String> {
        let known: Vec<_> = G::crossovers().iter().map(|one| (one.name(), one.weight())).collect();
        let by_name = weigh("crossover", crossovers, &known)?;
        let crossovers = G::crossovers().iter().copied().zip(by_name).collect();
        let known: Vec<_> = G::mutations().iter().map(|one| (one.name(), one.weight())).collect();
        let by_name = weigh("mutation", mutations, &known)?;
        let mutations = G::mutations().iter().copied().zip(by_name).collect();
        Ok(Self { crossovers, mutations })
    }

    pub fn crossover(&self, rng: &mut Rng) -> Option<&'static dyn Crossover<G>> {
        pick(rng, &self.crossovers)
    }

    pub fn mutation(&self, rng: &mut Rng) -> Option<&'static dyn Mutation<G>> {
        pick(rng, &self.mutations)
    }
}

fn weigh(what: &str, given: &Weights, known: &[(&str, f64)]) -> Result<Vec<f64>, String> {
    let names = || known.iter().map(|(name, _)| *name);
    for (name, &weight) in given {
        if !names().any(|known| known == name) {
            let all = names().collect::<Vec<_>>().join("`, `");
            let hint = suggestion(name, names());
            return Err(format!("there is no {what} `{name}`, but `{all}`{hint}"));
        }
        if !(0.0..f64::INFINITY).contains(&weight) {
            return Err(format!("{what} `{name}` has weight {weight}, which must not be negative"));
        }
    }
    let weight = |&(name, usual): &(&str, f64)| match given.is_empty() {
        true => usual,
        false => given.get(name).copied().unwrap_or(0.0),
    };
    Ok(known.iter().map(weight).collect())
}

fn pick<T: Copy>(rng: &mut Rng, list: &[(T, f64)]) -> Option<T> {
    let total: f64 = list.iter().map(|(_, weight)| weight).sum();
    let mut left = rng.random_range(0.0..1.0) * total;
    let found = list.iter().find(|(_, weight)| {
        left -= weight;
        left < 0.0
    });
    found.map(|&(one, _)| one)
}

/// The names of all terminals of some sets, each once.
pub(crate) fn terminal_names<'a>(sets: impl IntoIterator<Item = &'a Primitives>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for set in sets {
        let terminals =
            set.list().iter().filter(|one| matches!(one.what(), crate::What::Terminal(_)));
        for terminal in terminals {
            if !names.iter().any(|name| name == terminal.name()) {
                names.push(terminal.name().to_string());
            }
        }
    }
    names
}
