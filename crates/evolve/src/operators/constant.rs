//! Constant mutation: constants and parameters are redrawn.

use super::Mutation;
use super::subtree::regrow;
use super::tree_genome::{TreeGenome, any_tree, point};
use crate::Rng;
use ludex_program::{What, redraw};

/// Redraws an ephemeral constant or the parameters of a terminal. In a tree without any, a
/// subtree is replaced.
#[derive(Clone, Copy, Debug)]
pub struct ConstantMutation;

impl<G: TreeGenome> Mutation<G> for ConstantMutation {
    fn name(&self) -> &'static str {
        "constant"
    }

    fn weight(&self) -> f64 {
        0.5
    }

    fn mutate(&self, rng: &mut Rng, plan: &G::Plan, one: &mut G) {
        let Some((nth, plan)) = any_tree(rng, plan, one) else { return };
        let (set, tree) = (&plan.primitives, one.tree_mut(nth));
        let has_choice = |at: usize| match set.of(&tree.nodes()[at]).what() {
            What::Scaled(_) | What::Ephemeral(_) => true,
            What::Terminal(terminal) => !terminal.params().is_empty(),
            _ => false,
        };
        match point(rng, tree, set, 1.0, has_choice) {
            Some(at) => {
                redraw(rng, set, &mut tree.nodes_mut()[at]);
            }
            None => {
                if let Some(at) = point(rng, tree, set, plan.limits.leaf_rate, |_| true) {
                    regrow(rng, plan, tree, at);
                }
            }
        }
    }
}
