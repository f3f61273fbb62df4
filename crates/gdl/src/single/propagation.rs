//! Propagates a joint move to the facts that change, where several roles
//! decide.
//!
//! Most moves change few facts. So the gates that depend on moves are not
//! computed but *corrected*: with no move made each equals some gate of the
//! state alone, for most facts the fact itself; from there the effects of the
//! moves are propagated.

use std::ops::Range;

use super::bit_queue::BitQueue;
use super::net::{Inputs, Net};
use super::plan::Layout;
use crate::circuit::Lit;

/// The gates of one phase that depend on moves.
///
/// Its nodes are the moves and then the gates, numbered from `first_node` on,
/// after those of the state.
pub(super) struct Propagation {
    first_node: usize,
    n_moves: usize,
    /// For each node the start of its inputs, fans and outs, and the end.
    starts: Vec<[u32; 3]>,
    inputs: Vec<Lit>,
    /// The nodes that a node is an input of.
    fans: Vec<u32>,
    /// The bases that a node determines, negated where it is.
    outs: Vec<Lit>,
    /// The value of each node when no move is made.
    idle: Vec<Lit>,
    /// Ranges of nodes that depend on each other, with their initial values.
    loops: Vec<(Range<usize>, Vec<bool>)>,
    /// Whether there are loops. Then all gates are computed: moves that take
    /// effect through recursion are too rare to optimise.
    has_loop: bool,
}

/// One thread's working memory.
pub(super) struct Marks {
    /// For each node: 0 if as when idle, else 2 for false and 3 for true.
    marks: Vec<u8>,
    marked: Vec<u32>,
    bit_queue: BitQueue,
}

/// Idle values: the gates that depend on moves when no move is made, as
/// literals that depend on no move.
pub(super) struct Idle {
    pub next: Vec<Lit>,
    /// The gates that `next` needs, in order, each with its idle value.
    pub gates: Vec<(usize, Lit)>,
    /// Whether some of them depend on each other. Then all count as false.
    pub has_loop: bool,
}

impl Idle {
    /// Computes the idle values, adding gates to the net.
    pub fn new(net: &mut Net, next: &[Lit]) -> Self {
        let cone = cone(net, next);
        let has_loop = net.loops().iter().any(|range| cone.binary_search(&range.start).is_ok());
        let mut lits: Vec<Lit> = (0..net.n_nodes()).map(Lit::of_node).collect();
        for (node, lit) in lits.iter_mut().enumerate() {
            if net.move_of(node).is_some() || has_loop && net.has_moves(node) {
                *lit = Lit::FALSE;
            }
        }
        if !has_loop {
            for &node in &cone {
                let inputs: Inputs = net.inputs(node).iter().map(|&lit| at(&lits, lit)).collect();
                lits[node] = net.and(&inputs);
            }
        }
        let idle = |&lit: &Lit| {
            let is_unknown = has_loop && net.has_moves(lit.node());
            if is_unknown { Lit::FALSE } else { at(&lits, lit) }
        };
        let next = next.iter().map(idle).collect();
        let gates = cone.into_iter().map(|node| (node, lits[node])).collect();
        Self { next, gates, has_loop }
    }
}

fn at(lits: &[Lit], lit: Lit) -> Lit {
    let found = lits[lit.node()];
    if lit.is_negated() { !found } else { found }
}

/// The gates that depend on moves and determine `next`, in order.
pub(super) fn cone(net: &Net, next: &[Lit]) -> Vec<usize> {
    let mut seen = vec![false; net.n_nodes()];
    let mut todo: Vec<usize> = next.iter().map(|lit| lit.node()).collect();
    while let Some(node) = todo.pop() {
        if net.is_gate(node) && net.has_moves(node) && !std::mem::replace(&mut seen[node], true) {
            todo.extend(net.inputs(node).iter().map(|lit| lit.node()));
            todo.extend(net.loop_of(node).into_iter().flatten());
        }
    }
    (0..seen.len()).filter(|&node| seen[node]).collect()
}

impl Propagation {
    pub fn new(net: &Net, layout: &Layout, next: &[Lit], idle: &Idle, n_moves: usize) -> Self {
        let first_node = layout.n_nodes();
        let gate_of = |node: usize| idle.gates.binary_search_by_key(&node, |&(node, _)| node).ok();
        let node_of = |node: usize| net.move_of(node).or(gate_of(node).map(|at| n_moves + at));
        let lit_of = |lit: Lit| match node_of(lit.node()) {
            Some(node) => Lit(((first_node + node) as u32) << 1 | lit.0 & 1),
            None => layout.lit(lit),
        };
        let n_nodes = n_moves + idle.gates.len();
        let mut inputs = vec![Vec::new(); n_nodes];
        let mut fans = vec![Vec::new(); n_nodes];
        let mut outs = vec![Vec::new(); n_nodes];
        for (at, &(gate, _)) in idle.gates.iter().enumerate() {
            inputs[n_moves + at].extend(net.inputs(gate).iter().map(|&lit| lit_of(lit)));
            for node in net.inputs(gate).iter().filter_map(|lit| node_of(lit.node())) {
                fans[node].push((n_moves + at) as u32);
            }
        }
        for (base, lit) in next.iter().enumerate() {
            if let Some(node) = node_of(lit.node()) {
                outs[node].push(Lit((base as u32) << 1 | lit.0 & 1));
            }
        }
        let mut propagation = Self {
            first_node,
            n_moves,
            starts: vec![[0; 3]],
            inputs: Vec::new(),
            fans: Vec::new(),
            outs: Vec::new(),
            idle: vec![Lit::FALSE; n_moves],
            loops: Vec::new(),
            has_loop: idle.has_loop,
        };
        for node in 0..n_nodes {
            propagation.inputs.append(&mut inputs[node]);
            propagation.fans.append(&mut fans[node]);
            propagation.outs.append(&mut outs[node]);
            let ends =
                [&propagation.inputs.len(), &propagation.fans.len(), &propagation.outs.len()];
            propagation.starts.push(ends.map(|&end| end as u32));
        }
        propagation.idle.extend(idle.gates.iter().map(|&(_, lit)| layout.lit(lit)));
        for range in net.loops() {
            if let Some(start) = gate_of(range.start) {
                let starts = range.clone().map(|node| net.start(node)).collect();
                propagation.loops.push((n_moves + start..n_moves + start + range.len(), starts));
            }
        }
        propagation
    }

    pub fn n_nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// Flips in `changes` the facts that these moves make different from their
    /// idle values. `value` returns the values of literals of the state alone.
    pub fn play(
        &self,
        joint: impl Iterator<Item = usize>,
        marks: &mut Marks,
        mut value: impl FnMut(Lit) -> bool,
        changes: &mut [u64],
    ) {
        if self.has_loop {
            return self.play_plainly(joint, marks, value, changes);
        }
        for mv in joint {
            self.change(mv, true, marks, changes);
        }
        while let Some(node) = marks.bit_queue.pop() {
            let [start, ..] = self.starts[node];
            let [end, ..] = self.starts[node + 1];
            let inputs = &self.inputs[start as usize..end as usize];
            let new = inputs.iter().all(|&lit| self.value(lit, marks, &mut value));
            if new != value(self.idle[node]) {
                self.change(node, new, marks, changes);
            }
        }
        marks.clear();
    }

    #[inline]
    fn value(&self, lit: Lit, marks: &Marks, value: &mut impl FnMut(Lit) -> bool) -> bool {
        let Some(node) = lit.node().checked_sub(self.first_node) else { return value(lit) };
        let found = match marks.marks[node] {
            0 => value(self.idle[node]),
            mark => mark == 3,
        };
        found != lit.is_negated()
    }

    /// Marks a node whose value differs from idle, and its outputs.
    fn change(&self, node: usize, new: bool, marks: &mut Marks, changes: &mut [u64]) {
        marks.set(node, new);
        let [_, fans, outs] = self.starts[node];
        let [_, fans_end, outs_end] = self.starts[node + 1];
        for &fan in &self.fans[fans as usize..fans_end as usize] {
            marks.bit_queue.insert(fan as usize);
        }
        for lit in &self.outs[outs as usize..outs_end as usize] {
            changes[lit.node() / 64] ^= 1 << (lit.node() % 64);
        }
    }

    /// As [`Self::play`], by computing every gate, loops by iteration.
    fn play_plainly(
        &self,
        joint: impl Iterator<Item = usize>,
        marks: &mut Marks,
        mut value: impl FnMut(Lit) -> bool,
        changes: &mut [u64],
    ) {
        joint.for_each(|mv| marks.set(mv, true));
        for (members, starts) in &self.loops {
            members.clone().zip(starts).for_each(|(node, &start)| marks.set(node, start));
        }
        let mut loops = self.loops.iter().peekable();
        let mut node = self.n_moves;
        while node < self.n_nodes() {
            let members = match loops.next_if(|(members, _)| members.start == node) {
                Some((members, _)) => members.clone(),
                None => node..node + 1,
            };
            node = members.end;
            let mut changed = true;
            while changed {
                changed = false;
                for node in members.clone() {
                    let inputs = self.starts[node][0] as usize..self.starts[node + 1][0] as usize;
                    let mut inputs = self.inputs[inputs].iter();
                    let new = inputs.all(|&lit| self.value(lit, marks, &mut value));
                    changed |= members.len() > 1 && marks.marks[node] != 2 | u8::from(new);
                    marks.set(node, new);
                }
            }
        }
        for node in 0..self.n_nodes() {
            for lit in &self.outs[self.starts[node][2] as usize..self.starts[node + 1][2] as usize]
            {
                if (marks.marks[node] == 3) != lit.is_negated() {
                    changes[lit.node() / 64] ^= 1 << (lit.node() % 64);
                }
            }
        }
        marks.clear();
    }
}

impl Marks {
    /// Memory for `n_nodes` nodes.
    pub fn new(n_nodes: usize) -> Self {
        Self { marks: vec![0; n_nodes], marked: Vec::new(), bit_queue: BitQueue::new(n_nodes) }
    }

    #[inline]
    fn set(&mut self, node: usize, value: bool) {
        self.marks[node] = 2 | u8::from(value);
        self.marked.push(node as u32);
    }

    fn clear(&mut self) {
        for node in self.marked.drain(..) {
            self.marks[node as usize] = 0;
        }
    }
}
