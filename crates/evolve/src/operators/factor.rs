//! Local mutation: small changes of factors.

use rand::Rng as _;

use super::Mutation;
use super::subtree::regrow;
use super::tree_genome::{TreeGenome, any_tree, point};
use crate::{LIMIT, Rng, Type};

/// Local mutation: the factor of a node that gives a number changes a little. If
/// the node that is chosen gives a Boolean, its subtree is replaced.
///
/// The factor of a constant is part of its value.
#[derive(Clone, Copy, Debug)]
pub struct FactorMutation;

impl<G: TreeGenome> Mutation<G> for FactorMutation {
    fn name(&self) -> &'static str {
        "factor"
    }

    fn weight(&self) -> f64 {
        0.5
    }

    fn mutate(&self, rng: &mut Rng, plan: &G::Plan, one: &mut G) {
        let Some((nth, plan)) = any_tree(rng, plan, one) else { return };
        let (set, limits, tree) = (&plan.primitives, &plan.limits, one.tree_mut(nth));
        let Some(at) = point(rng, tree, set, limits.leaf_rate, |_| true) else { return };
        let node = &mut tree.nodes_mut()[at];
        if set.of(node).gives() == Type::Bool {
            return regrow(rng, plan, tree, at);
        }
        let change = limits.factor_step * rng.random_range(-1.0..1.0);
        node.number = (node.number * (1.0 + change)).clamp(-LIMIT, LIMIT);
    }
}
