//! Genomes with trees, as operators on trees see them.

use std::ops::Range;

use rand::Rng as _;

use ludex_program::{Forest, ForestPlan, Place};

use crate::genome::{Policy, PolicyPlan, Worth, WorthPlan};
use crate::{Genome, Primitives, Rng, Tree, TreePlan, Type};

/// A genome with trees, each of which has a number.
pub(super) trait TreeGenome: Genome {
    fn n_trees(&self) -> usize;
    fn tree(&self, nth: usize) -> &Tree;
    fn tree_mut(&mut self, nth: usize) -> &mut Tree;
    fn plan_of(plan: &Self::Plan, nth: usize) -> &TreePlan;
    /// The trees of another individual that may give subtrees to the `nth` of this one.
    fn partners(&self, nth: usize) -> Range<usize>;
}

impl TreeGenome for Forest {
    fn n_trees(&self) -> usize {
        self.trees().len()
    }

    fn tree(&self, nth: usize) -> &Tree {
        &self.trees()[nth]
    }

    fn tree_mut(&mut self, nth: usize) -> &mut Tree {
        &mut self.trees_mut()[nth]
    }

    fn plan_of(plan: &ForestPlan, nth: usize) -> &TreePlan {
        &plan.trees()[nth]
    }

    fn partners(&self, nth: usize) -> Range<usize> {
        nth..nth + 1
    }
}

/// Conditions come first, then values, the default last.
impl TreeGenome for Policy {
    fn n_trees(&self) -> usize {
        match self.default {
            Worth::Tree(_) => 2 * self.rules.len() + 1,
            Worth::Weights(_) => self.rules.len(),
        }
    }

    fn tree(&self, nth: usize) -> &Tree {
        if let Some(rule) = self.rules.get(nth) {
            return &rule.condition;
        }
        let rule = self.rules.get(nth - self.rules.len());
        match rule.map_or(&self.default, |rule| &rule.value) {
            Worth::Tree(tree) => tree,
            Worth::Weights(_) => unreachable!("weights are not counted as trees"),
        }
    }

    fn tree_mut(&mut self, nth: usize) -> &mut Tree {
        let n_rules = self.rules.len();
        if nth < n_rules {
            return &mut self.rules[nth].condition;
        }
        match self.value_mut(nth - n_rules) {
            Worth::Tree(tree) => tree,
            Worth::Weights(_) => unreachable!("weights are not counted as trees"),
        }
    }

    fn plan_of(plan: &PolicyPlan, nth: usize) -> &TreePlan {
        match &plan.value {
            WorthPlan::Tree(value) if nth >= plan.n_rules => value,
            _ => &plan.condition,
        }
    }

    fn partners(&self, nth: usize) -> Range<usize> {
        let n_rules = self.rules.len();
        if nth < n_rules { 0..n_rules } else { n_rules..2 * n_rules + 1 }
    }
}

/// A random tree of an individual, with its plan; none if it has no trees.
pub(super) fn any_tree<'a, G: TreeGenome>(
    rng: &mut Rng,
    plan: &'a G::Plan,
    one: &G,
) -> Option<(usize, &'a TreePlan)> {
    let n_trees = one.n_trees();
    if n_trees == 0 {
        return None;
    }
    let nth = rng.random_range(0..n_trees);
    Some((nth, G::plan_of(plan, nth)))
}

/// A random node among those that pass a test: an inner one, or at a rate a leaf.
/// If there is none of one class, of the other.
pub(super) fn point(
    rng: &mut Rng,
    tree: &Tree,
    set: &Primitives,
    leaf_rate: f64,
    test: impl Fn(usize) -> bool,
) -> Option<usize> {
    let wants_leaf = rng.random_bool(leaf_rate);
    choose(rng, tree, |at| (set.arity(&tree.nodes()[at]) == 0) == wants_leaf && test(at)).or_else(
        || choose(rng, tree, |at| (set.arity(&tree.nodes()[at]) == 0) != wants_leaf && test(at)),
    )
}

fn choose(rng: &mut Rng, tree: &Tree, test: impl Fn(usize) -> bool) -> Option<usize> {
    let n_fit = (0..tree.size()).filter(|&at| test(at)).count();
    let nth = if n_fit == 0 { return None } else { rng.random_range(0..n_fit) };
    (0..tree.size()).filter(|&at| test(at)).nth(nth)
}

/// Whether the subtree at an index has the type of another place.
pub(super) fn suits(set: &Primitives, tree: &Tree, at: usize, slot: Type) -> bool {
    slot.accepts(set.of(&tree.nodes()[at]).gives())
}

/// Whether a subtree of a size and a depth fits where another one was.
pub(super) fn fits(
    plan: &TreePlan,
    tree: &Tree,
    place: Place,
    n_old: usize,
    n_new: usize,
    depth: usize,
) -> bool {
    place.depth - 1 + depth <= plan.limits.depth && tree.size() - n_old + n_new <= plan.limits.size
}
