//! Initialisation of trees: full, grow, and ramped half-and-half.

use ludex_game::Rng;
use rand::Rng as _;
use serde::{Deserialize, Serialize};

use crate::primitives::{PrimitiveId, What};
use crate::{DEPTH_LIMIT, Node, Primitives, SIZE_LIMIT, Tree, Type};

/// The shape of a new tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Functions down to the depth, if there are any.
    Full,
    /// Functions and leaves at any depth.
    Grow,
}

/// The limits of trees. Depth and size limit bloat.
///
/// ```
/// use ludex_program::Limits;
///
/// let limits: Limits = toml::from_str("depth = 15").unwrap();
/// assert_eq!((limits.depth, limits.start_depth_max), (15, 6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// The largest depth of any tree; a leaf has depth 1.
    pub depth: usize,
    /// The largest number of nodes of any tree.
    pub size: usize,
    /// The smallest depth of initial trees.
    pub start_depth_min: usize,
    /// The largest depth of initial trees.
    pub start_depth_max: usize,
    /// The largest depth of subtrees that a mutation grows.
    pub mutation_depth: usize,
    /// The probability that operators choose a leaf rather than an inner node.
    pub leaf_rate: f64,
    /// The largest change of a factor by local mutation, as a share of it.
    pub factor_step: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 10,
            size: 1_000,
            start_depth_min: 2,
            start_depth_max: 6,
            mutation_depth: 5,
            leaf_rate: 0.1,
            factor_step: 0.5,
        }
    }
}

impl Limits {
    /// The error, if a limit is out of range.
    pub fn fault(&self) -> Option<String> {
        let rate = 0.0..=1.0;
        if !(1..=DEPTH_LIMIT).contains(&self.depth) {
            return Some(format!("depth is {}, but 1 to {DEPTH_LIMIT} is possible", self.depth));
        }
        if !(1..=SIZE_LIMIT).contains(&self.size) {
            return Some(format!("size is {}, but 1 to {SIZE_LIMIT} is possible", self.size));
        }
        if self.start_depth_min > self.start_depth_max || self.start_depth_max == 0 {
            return Some("start_depth_min must not be above start_depth_max".into());
        }
        let is_wrong = !rate.contains(&self.leaf_rate) || !rate.contains(&self.factor_step);
        is_wrong.then(|| "leaf_rate and factor_step are rates from 0 to 1".into())
    }
}

/// A new tree of at most a depth.
pub fn grow(rng: &mut Rng, set: &Primitives, shape: Shape, depth: usize, size: usize) -> Tree {
    Tree::of(grow_nodes(rng, set, set.root(), shape, depth, size))
}

/// An initial tree by ramped half-and-half: even ones are full, odd ones grown, with depths
/// spread over the range.
pub fn ramped(rng: &mut Rng, set: &Primitives, limits: &Limits, nth: usize) -> Tree {
    let shape = if nth.is_multiple_of(2) { Shape::Full } else { Shape::Grow };
    let (low, high) = (limits.start_depth_min, limits.start_depth_max);
    let depth = low + (nth / 2) % (high + 1 - low);
    grow(rng, set, shape, depth.min(limits.depth), limits.size)
}

/// Nodes for a place. If there are too many, a shallower tree is tried.
pub fn grow_nodes(
    rng: &mut Rng,
    set: &Primitives,
    place: Type,
    shape: Shape,
    depth: usize,
    size: usize,
) -> Vec<Node> {
    let depth_min = set.depth_min(place);
    let mut depth = depth.max(depth_min);
    let mut nodes = Vec::new();
    loop {
        nodes.clear();
        if fill(rng, set, place, shape, depth, size, &mut nodes) || depth == depth_min {
            return nodes;
        }
        depth -= 1;
    }
}

/// Fills a place; false as soon as there are too many nodes, unless no smaller
/// tree is possible.
fn fill(
    rng: &mut Rng,
    set: &Primitives,
    place: Type,
    shape: Shape,
    depth: usize,
    size: usize,
    nodes: &mut Vec<Node>,
) -> bool {
    let primitive = choose(rng, set, place, shape, depth);
    nodes.push(node(rng, set, primitive));
    if nodes.len() > size && depth > set.depth_min(place) {
        return false;
    }
    let takes = set.get(primitive).takes();
    takes.iter().all(|&place| fill(rng, set, place, shape, depth - 1, size, nodes))
}

fn choose(rng: &mut Rng, set: &Primitives, place: Type, shape: Shape, depth: usize) -> PrimitiveId {
    let (inner, leaves) = (set.inner(place, depth), set.leaves(place));
    let skips_leaves = shape == Shape::Full && !inner.is_empty();
    let n_leaves = if skips_leaves { 0 } else { leaves.len() };
    let nth = rng.random_range(0..inner.len() + n_leaves);
    if nth < n_leaves { leaves[nth] } else { inner[nth - n_leaves] }
}

/// A new node: constants and parameters are drawn.
fn node(rng: &mut Rng, set: &Primitives, primitive: PrimitiveId) -> Node {
    let mut node = Node::new(primitive);
    redraw(rng, set, &mut node);
    node
}

/// Redraws the constant and parameters of a node. False if it has none.
pub fn redraw(rng: &mut Rng, set: &Primitives, node: &mut Node) -> bool {
    match set.of(node).what() {
        What::Scaled(draw) | What::Ephemeral(draw) => node.number = draw.draw(rng),
        What::Terminal(terminal) if !terminal.params().is_empty() => {
            for (param, (_, range)) in node.params.iter_mut().zip(terminal.params()) {
                *param = rng.random_range(range.clone());
            }
        }
        _ => return false,
    }
    true
}
