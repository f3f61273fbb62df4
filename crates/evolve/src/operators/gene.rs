//! Gene mutation: single genes are redrawn.

use rand::Rng as _;

use super::Mutation;
use crate::genome::{Gene, Policy, PolicyPlan, Vector, VectorPlan, Worth, WorthPlan};
use crate::{Genome, Rng};

/// Redraws each gene with the probability of the plan. Of a policy, the
/// weights of one rule.
#[derive(Clone, Copy, Debug)]
pub struct GeneMutation;

impl<T: Gene> Mutation<Vector<T>> for GeneMutation
where
    Vector<T>: Genome<Plan = VectorPlan<T>>,
{
    fn name(&self) -> &'static str {
        "gene"
    }

    fn mutate(&self, rng: &mut Rng, plan: &VectorPlan<T>, one: &mut Vector<T>) {
        for (at, gene) in one.0.iter_mut().enumerate() {
            if rng.random_range(0.0..1.0) < plan.gene_rate {
                *gene = plan.gene(rng, at);
            }
        }
    }
}

impl Mutation<Policy> for GeneMutation {
    fn name(&self) -> &'static str {
        "gene"
    }

    fn mutate(&self, rng: &mut Rng, plan: &PolicyPlan, one: &mut Policy) {
        let nth = rng.random_range(0..=one.rules.len());
        if let (Worth::Weights(weights), WorthPlan::Weights(plan)) =
            (one.value_mut(nth), &plan.value)
        {
            Mutation::<Vector<f64>>::mutate(self, rng, plan, weights);
        }
    }
}
