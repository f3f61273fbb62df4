//! Echo mutation: adds a copy of a subtree with one parameter shifted.

use rand::Rng as _;

use super::Mutation;
use super::insert::insert;
use super::tree_genome::{TreeGenome, any_tree, fits, point};
use crate::{Function, Node, Primitives, Rng, Tree, TreePlan, Type};
use ludex_program::{What, depth};

/// The largest shift of a parameter.
const FAR: i32 = 2;

/// Echo mutation: a subtree with parameters, such as squares, becomes the sum of itself and a
/// copy in which a parameter is shifted by one or two; a Boolean one becomes `or` of both. A
/// term for a square often holds for its neighbours, so one term grows into rows and regions.
/// In a tree without parameters, [`InsertMutation`](super::InsertMutation) is used.
#[derive(Clone, Copy, Debug)]
pub struct EchoMutation;

impl<G: TreeGenome> Mutation<G> for EchoMutation {
    fn name(&self) -> &'static str {
        "echo"
    }

    /// 0: only the author of a file knows whether parameters are places with neighbours.
    fn weight(&self) -> f64 {
        0.0
    }

    fn mutate(&self, rng: &mut Rng, plan: &G::Plan, one: &mut G) {
        let Some((nth, plan)) = any_tree(rng, plan, one) else { return };
        let (set, tree) = (&plan.primitives, one.tree_mut(nth));
        let asks_of_places = |at: usize| {
            let part = tree.subtree(set, at);
            tree.nodes()[part].iter().any(|node| n_params(set, node) > 0)
        };
        match point(rng, tree, set, plan.limits.leaf_rate, asks_of_places) {
            Some(at) => echo(rng, plan, tree, at),
            None => insert(rng, plan, tree, 0),
        }
    }
}

fn n_params(set: &Primitives, node: &Node) -> usize {
    match set.of(node).what() {
        What::Terminal(terminal) => terminal.params().len(),
        _ => 0,
    }
}

fn echo(rng: &mut Rng, plan: &TreePlan, tree: &mut Tree, at: usize) {
    let (set, place) = (&plan.primitives, tree.places(&plan.primitives)[at]);
    let part = tree.subtree(set, at);
    let old = &tree.nodes()[part.clone()];
    let joint = match place.slot {
        Type::Float => Function::Add,
        Type::Bool => Function::Or,
        Type::Query => return,
    };
    let Some(joint) = set.find(joint.name()) else { return };
    let mut new = vec![Node::new(joint)];
    new.extend_from_slice(old);
    new.extend(moved(rng, set, old));
    if fits(plan, tree, place, part.len(), new.len(), depth(set, &new)) {
        tree.splice(part, &new);
    }
}

/// A copy in which one parameter, the same in all terminals, is shifted. A value beyond its
/// range wraps around.
fn moved(rng: &mut Rng, set: &Primitives, nodes: &[Node]) -> Vec<Node> {
    let most = nodes.iter().map(|node| n_params(set, node)).max().unwrap_or(0).max(1);
    let which = rng.random_range(0..most);
    let step = rng.random_range(1..=FAR) * if rng.random_bool(0.5) { 1 } else { -1 };
    let mut copy = nodes.to_vec();
    for node in &mut copy {
        if let What::Terminal(terminal) = set.of(node).what()
            && let Some((_, range)) = terminal.params().get(which)
        {
            let (start, length) = (i32::from(range.start), i32::from(range.end - range.start));
            let offset = i32::from(node.params[which]) - start + step;
            node.params[which] = (start + offset.rem_euclid(length)) as u16;
        }
    }
    copy
}
