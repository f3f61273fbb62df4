//! Forests as genomes.

use rand::Rng as _;

use super::Genome;
use crate::operators::{
    self, ConstantMutation, Crossover, EchoMutation, FactorMutation, InsertMutation, Mutation,
    SubtreeCrossover, SubtreeMutation,
};
use crate::{Forest, ForestPlan, Rng, Tree, TreePlan, ramped};

/// The share of initial trees that hold a building block, if there are any.
const BLOCK_RATE: f64 = 0.5;

impl Genome for Forest {
    type Plan = ForestPlan;

    fn random(rng: &mut Rng, plan: &ForestPlan, nth: usize) -> Self {
        if let Some(seed) = plan.first().get(nth) {
            return seed.clone();
        }
        let grow = |plan: &TreePlan| {
            let mut tree = ramped(rng, &plan.primitives, &plan.limits, nth);
            let blocks = plan.building_blocks();
            if !blocks.is_empty() && rng.random_bool(BLOCK_RATE) {
                // Where one does not fit, another may.
                let first = rng.random_range(0..blocks.len());
                let mut blocks = blocks[first..].iter().chain(&blocks[..first]);
                blocks.any(|block| operators::graft(rng, plan, block, &mut tree));
            }
            tree
        };
        Self::new(plan.trees().iter().map(grow).collect())
    }

    fn crossovers() -> &'static [&'static dyn Crossover<Self>] {
        &[&SubtreeCrossover]
    }

    fn mutations() -> &'static [&'static dyn Mutation<Self>] {
        &[&SubtreeMutation, &ConstantMutation, &FactorMutation, &InsertMutation, &EchoMutation]
    }

    fn size(&self) -> usize {
        self.trees().iter().map(Tree::size).sum()
    }

    fn depth(&self, plan: &ForestPlan) -> usize {
        let depths =
            self.trees().iter().zip(plan.trees()).map(|(tree, plan)| tree.depth(&plan.primitives));
        depths.max().unwrap_or(0)
    }

    fn count_terminals(&self, plan: &ForestPlan, count: &mut dyn FnMut(&str)) {
        self.count_uses(plan, count);
    }

    fn terminals(plan: &ForestPlan) -> Vec<String> {
        operators::terminal_names(plan.trees().iter().map(|tree| &tree.primitives))
    }

    fn fingerprint(plan: &ForestPlan) -> String {
        let words = plan
            .trees()
            .iter()
            .map(|tree| format!("{}: {}", tree.name, tree.primitives.fingerprint()));
        words.collect::<Vec<_>>().join("\n")
    }
}
