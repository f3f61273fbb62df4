//! Slot allocation: where values are kept while the gates are computed.
//!
//! A slot is reused as soon as its value is no longer needed: the fewer slots,
//! the more of them stay in the cache. Slot 0 holds "false", then come the
//! bases; a gate that computes a base's next value writes to the base's own
//! slot if the old value is no longer needed.

use super::net::Net;
use super::schedule::Unit;

#[derive(Debug)]
pub(super) struct Slots {
    /// The slot of each node.
    pub(super) of_node: Vec<u32>,
    /// Next values to be copied to their base's slot at the end: from, to.
    pub(super) copies: Vec<(u32, u32)>,
    /// A slot that is never read.
    pub(super) unused: u32,
    /// Number of slots.
    pub(super) n_slots: usize,
}

impl Slots {
    /// Allocates slots for all nodes, given the order of the units computed
    /// before moves are made (state) and after (goals, next).
    pub(super) fn new(net: &Net, order: [&[Unit]; 3]) -> Self {
        let mut allocator = Allocator::new(net, order);
        let mut at = 0;
        for (stage, units) in order.into_iter().enumerate() {
            for &unit in units {
                allocator.place_unit(unit, at);
                at += 1;
            }
            if stage == 0 {
                allocator.place_moves(at);
            }
            at += 1;
        }
        allocator.finish()
    }
}

struct Allocator<'a> {
    net: &'a Net,
    of_node: Vec<u32>,
    /// For each node, the position in the order of its last use.
    last_use: Vec<usize>,
    /// The base whose next value a gate computes.
    target: Vec<Option<usize>>,
    free: Vec<u32>,
    n_slots: u32,
}

const NOWHERE: u32 = u32::MAX;

impl<'a> Allocator<'a> {
    fn new(net: &'a Net, order: [&[Unit]; 3]) -> Self {
        let n_nodes = net.first_gate + net.gates.len();
        let mut target = vec![None; net.gates.len()];
        for (base, &node) in net.next.iter().enumerate() {
            if let Some(node) = node {
                target[node as usize - net.first_gate] = Some(base);
            }
        }
        let mut of_node = vec![NOWHERE; n_nodes];
        (0..=net.n_bases).for_each(|node| of_node[node] = node as u32);
        let n_slots = 1 + net.n_bases as u32;
        let last_use = last_uses(net, order);
        Self { net, of_node, last_use, target, free: Vec::new(), n_slots }
    }

    fn place_unit(&mut self, unit: Unit, at: usize) {
        match unit {
            Unit::Gate(gate) => {
                // A gate reads before it writes, so it may write to the slot of
                // an input that is no longer needed.
                self.release_inputs(gate, at);
                self.place_gate(gate, at);
            }
            Unit::Loop(range) => {
                let range = self.net.loops[range].clone();
                for gate in range.clone() {
                    self.place_gate(gate, at);
                }
                for gate in range.clone() {
                    self.release_inputs(gate, at);
                }
            }
        }
    }

    fn place_gate(&mut self, gate: usize, at: usize) {
        let place = match self.target[gate] {
            Some(base) if self.last_use[1 + base] <= at => 1 + base as u32,
            _ => self.take(),
        };
        self.of_node[self.net.first_gate + gate] = place;
    }

    fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.n_slots += 1;
            self.n_slots - 1
        })
    }

    fn release_inputs(&mut self, gate: usize, at: usize) {
        for node in self.net.gates[gate].inputs() {
            self.release(node, at);
        }
    }

    /// Frees the slot of a node at its last use.
    fn release(&mut self, node: u32, at: usize) {
        let node = node as usize;
        let slot = self.of_node[node];
        if slot as usize > self.net.n_bases && slot != NOWHERE && self.last_use[node] == at {
            self.free.push(slot);
            // It must not be freed again when it is an input twice.
            self.last_use[node] = usize::MAX;
        }
    }

    /// A move's slot is that of its legality if that is no longer needed and no
    /// other value is read from it while moves are made.
    fn place_moves(&mut self, at: usize) {
        let net = self.net;
        let mut n_uses = rustc_hash::FxHashMap::<u32, u32>::default();
        net.legal.iter().chain(&net.extras).for_each(|&node| *n_uses.entry(node).or_default() += 1);
        let first_move = 1 + net.n_bases;
        for (mv, &legal) in net.legal.iter().enumerate() {
            let ends_here = self.last_use[legal as usize] == at && n_uses[&legal] == 1;
            self.of_node[first_move + mv] = match legal {
                0 => 0,
                _ if ends_here && legal as usize >= net.first_gate => {
                    self.last_use[legal as usize] = usize::MAX;
                    self.of_node[legal as usize]
                }
                _ => self.take(),
            };
        }
        let outputs = net.legal.iter().chain(&net.extras).chain([&net.terminal]);
        outputs.for_each(|&node| self.release(node, at));
        for mv in first_move..net.first_gate {
            self.release(mv as u32, at);
        }
    }

    fn finish(mut self) -> Slots {
        let mut copies = Vec::new();
        for (base, &node) in self.net.next.iter().enumerate() {
            let to = 1 + base as u32;
            let from = node.map_or(to, |node| self.of_node[node as usize]);
            if from != to {
                copies.push((from, to));
            }
        }
        let unused = self.n_slots;
        self.n_slots += 1;
        let n_slots = self.n_slots as usize;
        Slots { of_node: self.of_node, copies, unused, n_slots }
    }
}

/// Positions of the last uses. Each stage ends with a position of its own, at
/// which its outputs are used: after the first stage, moves are made.
fn last_uses(net: &Net, order: [&[Unit]; 3]) -> Vec<usize> {
    let mut last_use = vec![0; net.first_gate + net.gates.len()];
    let mut at = 0;
    let mut stage_ends = [0; 3];
    for (units, stage_end) in order.into_iter().zip(&mut stage_ends) {
        for &unit in units {
            let gates = match unit {
                Unit::Gate(gate) => gate..gate + 1,
                Unit::Loop(range) => net.loops[range].clone(),
            };
            for gate in gates {
                // An unused value still needs its slot when it is written.
                last_use[net.first_gate + gate] = at;
                net.gates[gate].inputs().for_each(|node| last_use[node as usize] = at);
            }
            at += 1;
        }
        *stage_end = at;
        at += 1;
    }
    let moves = 1 + net.n_bases as u32..net.first_gate as u32;
    let nodes = net.legal.iter().chain(&net.extras).chain([&net.terminal]).copied().chain(moves);
    let goals = net.goals.iter().flatten().map(|&(_, node)| node);
    let next = net.next.iter().copied().flatten();
    let uses = nodes.map(|node| (node, stage_ends[0]));
    let uses = uses.chain(goals.map(|node| (node, stage_ends[1])));
    for (node, at) in uses.chain(next.map(|node| (node, usize::MAX))) {
        let last = &mut last_use[node as usize];
        *last = (*last).max(at);
    }
    last_use
}
