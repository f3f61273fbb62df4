//! The tree: nodes in a pool of bounded size.
//!
//! When the memory is full, a hand goes round the pool as in the clock algorithm
//! for pages: it spares a node as often as it was worth visiting lately, then
//! forgets it. Links carry the generation of the node they mean, so none needs
//! to be updated. What the search has left behind, after a move was made say, is
//! not visited any more and goes first.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::edges::{Edges, Later};
use super::node::{Edge, Kind, NOWHERE, Node, NodeId};
use super::options::Options;
use super::table::Table;

/// A value for each role, from 0 to 1.
pub(super) type Values = SmallVec<[f64; 4]>;

#[derive(Debug)]
pub(super) struct Tree<S, M> {
    pub(super) nodes: Vec<Node<S>>,
    /// For each node and role, the sum of values, from 0 to 1 each.
    sums: Vec<f64>,
    pub(super) edges: Edges<M>,
    /// The children of nodes with simultaneous moves, by node and joint move.
    joint_children: FxHashMap<(u32, u32, u64), NodeId>,
    table: Option<Table>,
    free: Vec<u32>,
    hand: usize,
    pub(super) root: NodeId,
    n_roles: usize,
    memory_bytes: usize,
    /// Nodes made since the tree began.
    pub(super) n_made: u64,
}

impl<S: Clone + Eq, M: Copy> Tree<S, M> {
    pub(super) fn new(n_roles: usize, options: &Options) -> Self {
        Self {
            nodes: Vec::new(),
            sums: Vec::new(),
            edges: Edges::new(options.rave.is_some()),
            joint_children: FxHashMap::default(),
            table: options.transpositions.then(|| Table::new(0)),
            free: Vec::new(),
            hand: 0,
            root: NOWHERE,
            n_roles,
            memory_bytes: options.memory_bytes,
            n_made: 0,
        }
    }

    pub(super) fn is_alive(&self, id: NodeId) -> bool {
        is_alive(&self.nodes, id)
    }

    pub(super) fn node(&self, at: u32) -> &Node<S> {
        &self.nodes[at as usize]
    }

    pub(super) fn node_mut(&mut self, at: u32) -> &mut Node<S> {
        &mut self.nodes[at as usize]
    }

    pub(super) fn id(&self, at: u32) -> NodeId {
        NodeId { at, generation: self.node(at).generation }
    }

    /// Whether no visit is under way.
    pub(super) fn is_settled(&self) -> bool {
        let used = self.nodes.iter().filter(|node| node.kind != Kind::Free);
        let mut edges = used
            .clone()
            .flat_map(|node| &self.edges.list[node.first_edge as usize..][..node.n_edges as usize]);
        used.clone().all(|node| node.pending == 0) && edges.all(|edge| edge.pending == 0)
    }

    /// How many nodes there are.
    pub(super) fn n_nodes(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    pub(super) fn edges_of(&self, at: u32) -> &[Edge<M>] {
        let node = self.node(at);
        &self.edges.list[node.first_edge as usize..][..node.n_edges as usize]
    }

    /// The edges of the one role that has a choice.
    pub(super) fn choices_of(&self, at: u32) -> &[Edge<M>] {
        let node = self.node(at);
        &self.edges.list[node.first_choice as usize..][..node.n_choices as usize]
    }

    /// What is known of the moves of some edges when they are made later.
    pub(super) fn later_of(&self, first: u32, n_edges: u32) -> Option<&[Later]> {
        let later = self.edges.later.as_ref()?;
        Some(&later[first as usize..][..n_edges as usize])
    }

    pub(super) fn sums_mut(&mut self, at: u32) -> &mut [f64] {
        &mut self.sums[at as usize * self.n_roles..][..self.n_roles]
    }

    /// What a node is worth to a role, from 0 to 1.
    pub(super) fn mean(&self, at: u32, role: usize) -> f64 {
        self.sums[at as usize * self.n_roles + role] / f64::from(self.node(at).visits.max(1))
    }

    /// What a node is worth to each role.
    pub(super) fn means(&self, at: u32) -> Values {
        (0..self.n_roles).map(|role| self.mean(at, role)).collect()
    }

    /// Makes the value of a node certain.
    pub(super) fn settle(&mut self, at: u32, values: &[f64]) {
        self.node_mut(at).is_proven = true;
        self.set_means(at, values);
    }

    /// Gives all visits of a node these values in the mean.
    pub(super) fn set_means(&mut self, at: u32, values: &[f64]) {
        let node = self.node_mut(at);
        // There must be a visit to be a mean of.
        node.visits = node.visits.max(1);
        let visits = f64::from(node.visits);
        self.sums_mut(at).iter_mut().zip(values).for_each(|(sum, value)| *sum = value * visits);
    }

    /// The joint move in which the one role that has a choice takes an edge.
    pub(super) fn joint(&self, at: u32, edge: u32, joint: &mut Vec<M>) {
        joint.clear();
        let taken = self.edges.list[edge as usize];
        let mut last = None;
        for other in self.edges_of(at) {
            if last != Some(other.role) {
                joint.push(if other.role == taken.role { taken.mv } else { other.mv });
            }
            last = Some(other.role);
        }
    }

    /// The node of a position, if there is one.
    pub(super) fn find(&self, key: u64, state: &S) -> Option<NodeId> {
        let table = self.table.as_ref()?;
        let is_it = |node: &Node<S>| node.kind != Kind::Free && node.state == *state;
        table.get(key).find(|&at| is_it(self.node(at))).map(|at| self.id(at))
    }

    /// Makes a node for a position.
    pub(super) fn add(&mut self, key: u64, state: S) -> NodeId {
        self.make_room();
        self.n_made += 1;
        let at = match self.free.pop() {
            Some(at) => {
                let node = self.node_mut(at);
                (node.state, node.key) = (state, key);
                at
            }
            None => {
                self.nodes.push(Node {
                    state,
                    key,
                    generation: 1,
                    visits: 0,
                    n_hinted: 0,
                    pending: 0,
                    first_edge: 0,
                    n_edges: 0,
                    first_choice: 0,
                    n_choices: 0,
                    descent: 0,
                    kind: Kind::Free,
                    is_proven: false,
                    recency: 0,
                });
                self.sums.resize(self.nodes.len() * self.n_roles, 0.0);
                self.nodes.len() as u32 - 1
            }
        };
        let node = self.node_mut(at);
        node.kind = Kind::Unexpanded;
        node.recency = 1;
        let id = self.id(at);
        self.enter(key, at);
        id
    }

    fn enter(&mut self, key: u64, at: u32) {
        let nodes = &self.nodes;
        let Some(table) = &mut self.table else { return };
        let node = |at: u32| nodes.get(at as usize).filter(|node| node.kind != Kind::Free);
        table.insert(key, at, nodes.len(), |at| node(at).map(|node| node.key));
    }

    /// The child that a joint move leads to from a node with simultaneous
    /// moves.
    pub(super) fn joint_child(&self, node: NodeId, joint: u64) -> NodeId {
        let child = self.joint_children.get(&(node.at, node.generation, joint));
        child.copied().unwrap_or(NOWHERE)
    }

    pub(super) fn set_joint_child(&mut self, node: NodeId, joint: u64, child: NodeId) {
        if self.joint_children.len() > 2 * self.nodes.len() + 1024 {
            let nodes = &self.nodes;
            self.joint_children.retain(|&(at, generation, _), child| {
                is_alive(nodes, NodeId { at, generation }) && is_alive(nodes, *child)
            });
        }
        self.joint_children.insert((node.at, node.generation, joint), child);
    }

    fn n_bytes(&self) -> usize {
        let node = size_of::<Node<S>>() + self.n_roles * size_of::<f64>();
        self.n_nodes() * node + self.edges.n_bytes()
    }

    /// Forgets nodes while there are too many.
    fn make_room(&mut self) {
        let mut n_looks = 4 * self.nodes.len();
        while self.n_bytes() > self.memory_bytes && n_looks > 0 {
            n_looks -= 1;
            self.hand = (self.hand + 1) % self.nodes.len();
            let (at, root) = (self.hand as u32, self.root);
            let node = self.node_mut(at);
            if node.kind == Kind::Free || node.pending > 0 || at == root.at {
                continue;
            }
            match node.recency {
                0 => self.forget(at),
                _ => node.recency -= 1,
            }
        }
    }

    fn forget(&mut self, at: u32) {
        let node = self.node_mut(at);
        let (first_edge, n_edges) = (node.first_edge, node.n_edges);
        node.generation += 1;
        node.kind = Kind::Free;
        (node.visits, node.n_edges, node.n_choices) = (0, 0, 0);
        node.is_proven = false;
        self.edges.remove(first_edge, n_edges);
        self.sums_mut(at).fill(0.0);
        self.free.push(at);
    }
}

fn is_alive<S>(nodes: &[Node<S>], id: NodeId) -> bool {
    nodes.get(id.at as usize).is_some_and(|node| node.generation == id.generation)
}
