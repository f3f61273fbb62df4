//! Insertion: a subtree becomes an argument of a new function.

use rand::Rng as _;

use super::Mutation;
use super::tree_genome::{TreeGenome, any_tree, fits, point};
use crate::{Rng, Tree, TreePlan};
use ludex_program::{Shape, depth, grow_nodes};

/// The number of tries to grow a new part into which the old one fits.
const TRIES: usize = 8;

/// The probability that the whole tree becomes the argument.
const ROOT_RATE: f64 = 0.5;

/// Insertion: a subtree, often the whole tree, becomes an argument of a new function, such as a
/// sum or a conditional. The old part is kept, and small trees grow, which crossover and
/// subtree mutation hardly make larger.
#[derive(Clone, Copy, Debug)]
pub struct InsertMutation;

impl<G: TreeGenome> Mutation<G> for InsertMutation {
    fn name(&self) -> &'static str {
        "insert"
    }

    fn weight(&self) -> f64 {
        0.5
    }

    fn mutate(&self, rng: &mut Rng, plan: &G::Plan, one: &mut G) {
        let Some((nth, plan)) = any_tree(rng, plan, one) else { return };
        let tree = one.tree_mut(nth);
        let at = match rng.random_bool(ROOT_RATE) {
            true => Some(0),
            false => point(rng, tree, &plan.primitives, plan.limits.leaf_rate, |_| true),
        };
        if let Some(at) = at {
            insert(rng, plan, tree, at);
        }
    }
}

pub(super) fn insert(rng: &mut Rng, plan: &TreePlan, tree: &mut Tree, at: usize) {
    let (set, place) = (&plan.primitives, tree.places(&plan.primitives)[at]);
    let part = tree.subtree(set, at);
    let old = tree.nodes()[part.clone()].to_vec();
    let gives = set.of(&old[0]).gives();
    for _ in 0..TRIES {
        let depth_new = rng.random_range(2..=3);
        let room = plan.limits.size;
        let mut new = Tree::of(grow_nodes(rng, set, place.slot, Shape::Full, depth_new, room));
        let places = new.places(set);
        let is_room = |leaf: &usize| {
            let is_leaf = *leaf > 0 && set.arity(&new.nodes()[*leaf]) == 0;
            is_leaf && places[*leaf].slot.accepts(gives)
        };
        let rooms: Vec<usize> = (0..new.size()).filter(is_room).collect();
        if rooms.is_empty() {
            continue;
        }
        let leaf = rooms[rng.random_range(0..rooms.len())];
        new.splice(leaf..leaf + 1, &old);
        if fits(plan, tree, place, part.len(), new.size(), depth(set, new.nodes())) {
            tree.splice(part, new.nodes());
            return;
        }
    }
}
