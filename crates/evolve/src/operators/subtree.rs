//! Subtree crossover and subtree mutation.

use rand::Rng as _;

use super::tree_genome::{TreeGenome, any_tree, fits, point, suits};
use super::{Crossover, Mutation};
use crate::{Rng, Tree, TreePlan};
use ludex_program::{Shape, depth, grow_nodes};

/// The number of tries to find two points whose exchange keeps the limits. If none does, the
/// offspring are copies.
const TRIES: usize = 8;

/// Subtree crossover: two individuals exchange subtrees of the same type, or one copies a
/// subtree into the other.
#[derive(Clone, Copy, Debug)]
pub struct SubtreeCrossover;

impl<G: TreeGenome> Crossover<G> for SubtreeCrossover {
    fn name(&self) -> &'static str {
        "subtree"
    }

    fn exchange(&self, rng: &mut Rng, plan: &G::Plan, a: &mut G, b: &mut G) {
        let Some((nth, plan)) = any_tree(rng, plan, a) else { return };
        let other = rng.random_range(b.partners(nth));
        exchange(rng, plan, a.tree_mut(nth), b.tree_mut(other));
    }

    fn donate(&self, rng: &mut Rng, plan: &G::Plan, donor: &G, receiver: &mut G) {
        let Some((nth, plan)) = any_tree(rng, plan, receiver) else { return };
        let other = rng.random_range(donor.partners(nth));
        donate(rng, plan, donor.tree(other), receiver.tree_mut(nth));
    }
}

fn exchange(rng: &mut Rng, plan: &TreePlan, a: &mut Tree, b: &mut Tree) {
    let (set, leaf_rate) = (&plan.primitives, plan.limits.leaf_rate);
    let (a_places, b_places) = (a.places(set), b.places(set));
    for _ in 0..TRIES {
        let Some(p) = point(rng, a, set, leaf_rate, |_| true) else { return };
        let both =
            |q: usize| suits(set, b, q, a_places[p].slot) && suits(set, a, p, b_places[q].slot);
        let Some(q) = point(rng, b, set, leaf_rate, both) else { continue };
        let (a_part, b_part) = (a.subtree(set, p), b.subtree(set, q));
        let a_depth = depth(set, &a.nodes()[a_part.clone()]);
        let b_depth = depth(set, &b.nodes()[b_part.clone()]);
        if fits(plan, a, a_places[p], a_part.len(), b_part.len(), b_depth)
            && fits(plan, b, b_places[q], b_part.len(), a_part.len(), a_depth)
        {
            let nodes = a.nodes()[a_part.clone()].to_vec();
            a.splice(a_part, &b.nodes()[b_part.clone()]);
            b.splice(b_part, &nodes);
            return;
        }
    }
}

/// Copies a whole tree into another one. False if no place fits.
pub(crate) fn graft(rng: &mut Rng, plan: &TreePlan, scion: &Tree, stock: &mut Tree) -> bool {
    let (set, places) = (&plan.primitives, stock.places(&plan.primitives));
    let is_place = |at: usize| {
        let n_old = stock.subtree(set, at).len();
        suits(set, scion, 0, places[at].slot)
            && fits(plan, stock, places[at], n_old, scion.size(), scion.depth(set))
    };
    let place = point(rng, stock, set, plan.limits.leaf_rate, is_place);
    if let Some(at) = place {
        stock.splice(stock.subtree(set, at), scion.nodes());
    }
    place.is_some()
}

fn donate(rng: &mut Rng, plan: &TreePlan, donor: &Tree, receiver: &mut Tree) {
    let (set, leaf_rate) = (&plan.primitives, plan.limits.leaf_rate);
    let places = receiver.places(set);
    for _ in 0..TRIES {
        let Some(p) = point(rng, receiver, set, leaf_rate, |_| true) else { return };
        let one = |q: usize| suits(set, donor, q, places[p].slot);
        let Some(q) = point(rng, donor, set, leaf_rate, one) else { continue };
        let (old, new) = (receiver.subtree(set, p), donor.subtree(set, q));
        let new_depth = depth(set, &donor.nodes()[new.clone()]);
        if fits(plan, receiver, places[p], old.len(), new.len(), new_depth) {
            receiver.splice(old, &donor.nodes()[new]);
            return;
        }
    }
}

/// Subtree mutation: replaces a subtree by a new one.
#[derive(Clone, Copy, Debug)]
pub struct SubtreeMutation;

impl<G: TreeGenome> Mutation<G> for SubtreeMutation {
    fn name(&self) -> &'static str {
        "subtree"
    }

    fn mutate(&self, rng: &mut Rng, plan: &G::Plan, one: &mut G) {
        let Some((nth, plan)) = any_tree(rng, plan, one) else { return };
        let tree = one.tree_mut(nth);
        if let Some(at) = point(rng, tree, &plan.primitives, plan.limits.leaf_rate, |_| true) {
            regrow(rng, plan, tree, at);
        }
    }
}

/// Replaces the subtree at a place by a new one that keeps the limits.
pub(super) fn regrow(rng: &mut Rng, plan: &TreePlan, tree: &mut Tree, at: usize) {
    let (set, limits) = (&plan.primitives, &plan.limits);
    let place = tree.places(set)[at];
    let part = tree.subtree(set, at);
    let depth_max = limits.mutation_depth.min(limits.depth + 1 - place.depth);
    let room = limits.size - (tree.size() - part.len());
    let nodes = grow_nodes(rng, set, place.slot, Shape::Grow, depth_max, room);
    let new_depth = depth(set, &nodes);
    if fits(plan, tree, place, part.len(), nodes.len(), new_depth) {
        tree.splice(part, &nodes);
    }
}
