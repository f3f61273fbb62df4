//! The order in which gates are computed.
//!
//! Depth first from the outputs, so that values are used soon after they are
//! computed and their slots can be reused; then nearby gates of the same shape
//! are moved together, so that the kernel decodes a shape once for many gates.

use super::net::{Net, Stage};
use super::program::Shape;

/// One element of the order: a gate or a whole loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Gate(usize),
    Loop(usize),
}

/// Size of the window in which gates of the same shape are searched.
/// Breakthrough, million states/s: 127 without, 150 at 16, 158 at 64, 163 at
/// 256, 172 at 1024; but compile time grows with it.
const WINDOW: usize = 256;

/// All units of a stage, in order.
pub(super) fn schedule(net: &Net, stage: Stage) -> Vec<Unit> {
    let scheduler = Scheduler::new(net, stage);
    let order = scheduler.depth_first();
    scheduler.draw_together(order)
}

struct Scheduler<'a> {
    net: &'a Net,
    stage: Stage,
    /// The loop of each gate, if any.
    loop_of: Vec<Option<usize>>,
}

impl<'a> Scheduler<'a> {
    fn new(net: &'a Net, stage: Stage) -> Self {
        let mut loop_of = vec![None; net.gates.len()];
        for (at, range) in net.loops.iter().enumerate() {
            loop_of[range.clone()].fill(Some(at));
        }
        Self { net, stage, loop_of }
    }

    fn depth_first(&self) -> Vec<Unit> {
        let mut seen = vec![false; self.net.gates.len()];
        let mut order = Vec::new();
        // A unit is visited twice: before its inputs, and after them.
        let mut todo = Vec::new();
        for root in self.roots() {
            todo.push((self.unit_of(root), false));
            while let Some((unit, inputs_done)) = todo.pop() {
                if inputs_done {
                    order.push(unit);
                    continue;
                }
                let members = self.members(unit);
                if seen[members.start] {
                    continue;
                }
                seen[members].fill(true);
                todo.push((unit, true));
                let inputs = self.inputs(unit).filter(|&gate| !seen[gate]);
                todo.extend(inputs.map(|gate| (self.unit_of(gate), false)));
            }
        }
        order
    }

    /// The gates of this stage that are outputs.
    fn roots(&self) -> Vec<usize> {
        let net = self.net;
        let goals = net.goals.iter().flatten().map(|&(_, node)| node);
        let next = net.next.iter().copied().flatten();
        let nodes = net.legal.iter().chain(&net.extras).copied().chain([net.terminal]);
        let outputs = nodes.chain(goals).chain(next).filter_map(|node| self.gate_of(node));
        // Gates that goals and successor share are computed with the state,
        // though no output of that stage needs them.
        let shared = 0..net.gates.len();
        outputs.chain(shared).filter(|&gate| net.stages[gate] == self.stage).collect()
    }

    fn gate_of(&self, node: u32) -> Option<usize> {
        (node as usize).checked_sub(self.net.first_gate)
    }

    fn unit_of(&self, gate: usize) -> Unit {
        self.loop_of[gate].map_or(Unit::Gate(gate), Unit::Loop)
    }

    fn members(&self, unit: Unit) -> std::ops::Range<usize> {
        match unit {
            Unit::Gate(gate) => gate..gate + 1,
            Unit::Loop(at) => self.net.loops[at].clone(),
        }
    }

    /// The gates of this stage that a unit depends on, its own excepted.
    fn inputs(&self, unit: Unit) -> impl Iterator<Item = usize> + '_ {
        let members = self.members(unit);
        let inputs = members.clone().flat_map(|gate| self.net.gates[gate].inputs());
        inputs
            .filter_map(|node| self.gate_of(node))
            .filter(move |gate| self.net.stages[*gate] == self.stage && !members.contains(gate))
    }

    fn draw_together(&self, order: Vec<Unit>) -> Vec<Unit> {
        let mut placed = vec![false; self.net.gates.len()];
        let mut result = Vec::with_capacity(order.len());
        for (at, &unit) in order.iter().enumerate() {
            if placed[self.members(unit).start] {
                continue;
            }
            result.push(unit);
            placed[self.members(unit)].fill(true);
            let Some(shape) = self.shape(unit) else { continue };
            for &other in order[at + 1..].iter().take(WINDOW) {
                if self.shape(other) == Some(shape)
                    && !placed[self.members(other).start]
                    && self.inputs(other).all(|gate| placed[gate])
                {
                    result.push(other);
                    placed[self.members(other)].fill(true);
                }
            }
        }
        result
    }

    fn shape(&self, unit: Unit) -> Option<Shape> {
        match unit {
            Unit::Gate(gate) => Some(Shape::of(&self.net.gates[gate])),
            Unit::Loop(_) => None,
        }
    }
}
