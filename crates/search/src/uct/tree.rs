//! The tree: nodes in a pool of bounded size.
//!
//! When the memory is full, nodes are evicted as pages are by the clock algorithm:
//! the hand spares a node a number of times that depends on its recent visits.
//! Links carry the generation of their node, so that none needs to be updated.
//! Nodes that the search has left behind, after a move say, are not visited any
//! more and are evicted first.
//!
//! A node has two kinds of values for each role: the mean of its playouts, and
//! bounds that hold for certain. [`Tree::value`] combines them.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::bound::Bound;
use super::edges::{Edges, Later};
use super::node::{Edge, Kind, NOWHERE, Node, NodeId};
use super::options::Options;
use super::stage::Stages;
use super::table::Table;

/// A value for each role, from 0 to 1.
pub(super) type Values = SmallVec<[f64; 4]>;

#[derive(Debug)]
pub(super) struct Tree<S, M> {
    pub(super) nodes: Vec<Node<S>>,
    /// For each node and role, the sum of the values of its playouts, from 0 to 1
    /// each, without those that went through edges which have left the selection.
    sums: Vec<f64>,
    /// For each node and role, the bounds of the value.
    bounds: Vec<Bound>,
    pub(super) edges: Edges<M>,
    pub(super) stages: Stages,
    /// The children of other nodes with simultaneous moves, by node and joint move.
    joint_children: FxHashMap<(u32, u32, u64), NodeId>,
    /// Stale links are removed when there are this many.
    n_joint_max: usize,
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
            bounds: Vec::new(),
            edges: Edges::new(options.rave.is_some()),
            stages: Stages::default(),
            joint_children: FxHashMap::default(),
            n_joint_max: N_JOINT_MIN,
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

    /// The bounds of the value of a node to each role.
    pub(super) fn bounds(&self, at: u32) -> &[Bound] {
        &self.bounds[at as usize * self.n_roles..][..self.n_roles]
    }

    pub(super) fn bounds_mut(&mut self, at: u32) -> &mut [Bound] {
        &mut self.bounds[at as usize * self.n_roles..][..self.n_roles]
    }

    /// The mean of the playouts that count, if there are any.
    pub(super) fn mean(&self, at: u32, role: usize) -> Option<f64> {
        let node = self.node(at);
        let n_visits = node.visits - node.retired;
        let sum = self.sums[at as usize * self.n_roles + role];
        (n_visits > 0).then(|| sum / f64::from(n_visits))
    }

    /// The value of a node to a role, from 0 to 1: the mean of its playouts, within
    /// its bounds.
    pub(super) fn value(&self, at: u32, role: usize) -> f64 {
        let bound = self.bounds(at)[role];
        match self.mean(at, role) {
            Some(mean) => bound.clamp(mean),
            None => (bound.low + bound.high) / 2.0,
        }
    }

    /// The value of a node to each role.
    pub(super) fn values(&self, at: u32) -> Values {
        (0..self.n_roles).map(|role| self.value(at, role)).collect()
    }

    /// Makes the values of a node certain.
    pub(super) fn settle(&mut self, at: u32, values: &[f64]) {
        self.node_mut(at).is_proven = true;
        let bounds = self.bounds_mut(at).iter_mut();
        bounds.zip(values).for_each(|(bound, &value)| *bound = Bound::exact(value));
    }

    /// Withdraws all bounds that were derived from others. Those of ends remain.
    pub(super) fn withdraw_bounds(&mut self) {
        for at in 0..self.nodes.len() as u32 {
            let node = self.node_mut(at);
            if matches!(node.kind, Kind::End | Kind::Free) {
                continue;
            }
            node.is_proven = false;
            let edges = node.first_edge as usize..(node.first_edge + node.n_edges) as usize;
            self.bounds_mut(at).fill(Bound::OPEN);
            for edge in edges {
                let edge = &mut self.edges.list[edge];
                edge.standing = super::node::Standing::Open;
            }
        }
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

    /// The joint move in which the two roles that have a choice take these edges.
    pub(super) fn joint_of_two(&self, at: u32, edges: [u32; 2], joint: &mut Vec<M>) {
        joint.clear();
        let taken = edges.map(|edge| self.edges.list[edge as usize]);
        let mut last = None;
        for other in self.edges_of(at) {
            if last != Some(other.role) {
                let own = taken.iter().find(|edge| edge.role == other.role);
                joint.push(own.unwrap_or(other).mv);
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
                    retired: 0,
                    n_hinted: 0,
                    distance: 0,
                    pending: 0,
                    first_edge: 0,
                    n_edges: 0,
                    first_choice: 0,
                    n_choices: 0,
                    descent: 0,
                    kind: Kind::Free,
                    is_proven: false,
                    has_retired: false,
                    recency: 0,
                });
                self.sums.resize(self.nodes.len() * self.n_roles, 0.0);
                self.bounds.resize(self.nodes.len() * self.n_roles, Bound::OPEN);
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
        if self.joint_children.len() >= self.n_joint_max {
            let nodes = &self.nodes;
            self.joint_children.retain(|&(at, generation, _), child| {
                is_alive(nodes, NodeId { at, generation }) && is_alive(nodes, *child)
            });
            // As many links again are added before the next sweep, so that a sweep costs
            // each of them a constant time.
            self.n_joint_max = (2 * self.joint_children.len()).max(N_JOINT_MIN);
        }
        self.joint_children.insert((node.at, node.generation, joint), child);
    }

    fn n_bytes(&self) -> usize {
        let node = size_of::<Node<S>>() + self.n_roles * (size_of::<f64>() + size_of::<Bound>());
        let joint = self.joint_children.len() * size_of::<((u32, u32, u64), NodeId)>();
        self.n_nodes() * node + joint + self.edges.n_bytes() + self.stages.n_bytes()
    }

    /// Evicts nodes while there are too many.
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
                0 => self.evict(at),
                _ => node.recency -= 1,
            }
        }
    }

    fn evict(&mut self, at: u32) {
        let node = self.node_mut(at);
        let (first_edge, n_edges) = (node.first_edge, node.n_edges);
        let stage = (node.kind == Kind::Stage).then_some(node.first_choice);
        node.generation += 1;
        node.kind = Kind::Free;
        (node.visits, node.retired, node.n_edges, node.n_choices) = (0, 0, 0, 0);
        (node.is_proven, node.has_retired, node.distance) = (false, false, 0);
        self.edges.remove(first_edge, n_edges);
        if let Some(stage) = stage {
            self.stages.remove(stage);
        }
        self.sums_mut(at).fill(0.0);
        self.bounds_mut(at).fill(Bound::OPEN);
        self.free.push(at);
    }
}

/// The number of links to children of joint moves at which stale ones are first removed.
const N_JOINT_MIN: usize = 1 << 12;

fn is_alive<S>(nodes: &[Node<S>], id: NodeId) -> bool {
    nodes.get(id.at as usize).is_some_and(|node| node.generation == id.generation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_joint_moves_cost_constant_time() {
        // Each new link swept over all of them once there were more than twice as many as
        // nodes: these would take hours.
        let mut tree: Tree<u8, u8> = Tree::new(2, &Options::default());
        let nodes: Vec<NodeId> = (0..10).map(|at| tree.add(u64::from(at), at)).collect();
        for code in 0..300_000 {
            tree.set_joint_child(nodes[0], code, nodes[(code % 10) as usize]);
        }
        assert_eq!(tree.joint_child(nodes[0], 299_999), nodes[9]);
        // Links to nodes that are gone are removed.
        tree.evict(nodes[0].at);
        for code in 0..700_000 {
            tree.set_joint_child(nodes[1], code, nodes[2]);
        }
        assert!(tree.joint_children.len() <= 700_000);
        assert_eq!(tree.joint_child(nodes[0], 5), NOWHERE);
    }
}
