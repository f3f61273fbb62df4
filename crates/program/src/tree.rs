//! Trees as prefix code: a function comes before its arguments, in one list.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::primitives::What;
use crate::{Params, PrimitiveId, Primitives, Type};

/// The largest number of nodes of any tree. Compiled, it fits into 16 bits.
pub const SIZE_LIMIT: usize = 16_000;

/// The largest depth of any tree.
pub const DEPTH_LIMIT: usize = 100;

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// The primitive.
    pub primitive: PrimitiveId,
    /// The parameters of a terminal.
    pub params: Params,
    /// A constant's value, the multiplier of a scaled node, or else the factor
    /// by which the node's value is multiplied, initially 1.
    pub number: f64,
}

impl Node {
    /// A node without parameters, whose factor is 1.
    pub fn new(primitive: PrimitiveId) -> Self {
        Self { primitive, params: Params::default(), number: 1.0 }
    }

    /// A number that stands for itself.
    pub fn literal(number: f64) -> Self {
        Self { number, ..Self::new(PrimitiveId(0)) }
    }
}

/// A typed tree over a set of [`Primitives`].
///
/// ```
/// use ludex_program::{Function, Primitives, Terminal, Tree, Type};
///
/// let set = Primitives::builder(Type::Float)
///     .functions([Function::Add, Function::Mul])
///     .terminal(Terminal::new(0, "x", Type::Float))
///     .build(8)?;
/// let tree = Tree::parse("(add x (mul x 2))", &set).unwrap();
/// assert_eq!((tree.size(), tree.depth(&set)), (5, 3));
/// assert_eq!(tree.to_infix(&set), "x + x * 2");
/// # Ok::<(), ludex_program::PrimitivesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// The place of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The type of the argument.
    pub slot: Type,
    /// The depth; 1 for the root.
    pub depth: usize,
}

impl Tree {
    /// A tree of prefix code that is known to be sound.
    pub fn of(nodes: Vec<Node>) -> Self {
        Self { nodes }
    }

    /// A tree of prefix code, if it is sound: every place has a node of its type,
    /// within [`SIZE_LIMIT`] and [`DEPTH_LIMIT`].
    pub fn new(nodes: Vec<Node>, set: &Primitives) -> Option<Self> {
        let tree = Self { nodes };
        tree.is_sound(set).then_some(tree)
    }

    /// A tree of one node, whatever its type.
    pub fn leaf(node: Node) -> Self {
        Self { nodes: vec![node] }
    }

    /// The prefix code.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes, to be changed. Types and arities must stay as they are.
    pub fn nodes_mut(&mut self) -> &mut [Node] {
        &mut self.nodes
    }

    /// The number of nodes.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The number of nodes on the longest path from the root: 1 for a leaf.
    pub fn depth(&self, set: &Primitives) -> usize {
        depth(set, &self.nodes)
    }

    /// Whether every place has a node of its type, within the limits of
    /// all trees.
    pub fn is_sound(&self, set: &Primitives) -> bool {
        if self.nodes.is_empty() || self.nodes.len() > SIZE_LIMIT {
            return false;
        }
        let is_known = |node: &Node| {
            usize::from(node.primitive.0) < set.list().len()
                && node.number.is_finite()
                && (node.number == 1.0 || set.of(node).gives() != Type::Bool)
        };
        let mut open = vec![set.root()];
        for (at, node) in self.nodes.iter().enumerate() {
            let Some(slot) = open.pop().filter(|_| is_known(node)) else { return false };
            let is_at_root_alone = at == 0 && self.nodes.len() == 1;
            if !slot.accepts(set.of(node).gives()) && !is_at_root_alone {
                return false;
            }
            open.extend(set.of(node).takes().iter().rev());
        }
        open.is_empty() && self.depth(set) <= DEPTH_LIMIT
    }

    /// The nodes of the subtree at an index.
    pub fn subtree(&self, set: &Primitives, at: usize) -> Range<usize> {
        at..end(set, &self.nodes, at)
    }

    /// Replaces a range of nodes, which must be whole subtrees, by others of the same type.
    pub fn splice(&mut self, range: Range<usize>, nodes: &[Node]) {
        self.nodes.splice(range, nodes.iter().copied());
    }

    /// The place of each node.
    pub fn places(&self, set: &Primitives) -> Vec<Place> {
        let mut open = vec![Place { slot: set.root(), depth: 1 }];
        let mut places = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let place = open.pop().expect("prefix code has a place for each node");
            places.push(place);
            let below = |&slot: &Type| Place { slot, depth: place.depth + 1 };
            open.extend(set.of(node).takes().iter().rev().map(below));
        }
        places
    }

    /// The same tree with a terminal switched off: it is 0 wherever it was used.
    pub fn without(&self, terminal: &str, set: &Primitives) -> Self {
        let mut tree = self.clone();
        for node in &mut tree.nodes {
            if matches!(set.of(node).what(), What::Terminal(_)) && set.of(node).name() == terminal {
                *node = Node::literal(0.0);
            }
        }
        tree
    }

    /// Calls `count` with the name of the terminal of each node that has one.
    pub fn count_uses(&self, set: &Primitives, mut count: impl FnMut(&str)) {
        for node in &self.nodes {
            if let What::Terminal(_) = set.of(node).what() {
                count(set.of(node).name());
            }
        }
    }
}

/// The end of the subtree that begins at an index.
pub fn end(set: &Primitives, nodes: &[Node], at: usize) -> usize {
    let (mut end, mut open) = (at, 1);
    while open > 0 {
        open = open + set.arity(&nodes[end]) - 1;
        end += 1;
    }
    end
}

/// The depth of the tree that some prefix code begins with.
pub fn depth(set: &Primitives, nodes: &[Node]) -> usize {
    let (mut deepest, mut open) = (0, vec![1]);
    for node in nodes {
        let Some(depth) = open.pop() else { break };
        deepest = deepest.max(depth);
        open.extend(std::iter::repeat_n(depth + 1, set.arity(node)));
    }
    deepest
}
