//! A circuit normalised for the kernel, before it is laid out.
//!
//! All gates get one form: all of some inputs hold and none of some others, or
//! the negation of that. An AND is such a gate, and by De Morgan's law an OR is
//! a negated one. Outputs become nodes: a negated output gets a gate of its
//! own.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::circuit::{Circuit, GateKind, Lit};

#[derive(Debug)]
pub(super) struct Net {
    pub(super) n_bases: usize,
    pub(super) first_gate: usize,
    pub(super) gates: Vec<NetGate>,
    /// Ranges of gates that depend on each other, counted from the first gate.
    pub(super) loops: Vec<Range<usize>>,
    /// The stage of each gate.
    pub(super) stages: Vec<Stage>,
    pub(super) legal: Vec<u32>,
    pub(super) terminal: u32,
    pub(super) goals: Vec<Vec<(u8, u32)>>,
    pub(super) extras: Vec<u32>,
    /// The gate that computes each base's next value and nothing else, or
    /// `None` for a base that keeps its value.
    pub(super) next: Vec<Option<u32>>,
}

/// Holds if all of `all` hold and none of `none`; if inverted, the negation.
#[derive(Clone, Debug, Default)]
pub(super) struct NetGate {
    pub(super) all: Vec<u32>,
    pub(super) none: Vec<u32>,
    pub(super) inverted: bool,
}

/// When a gate's value is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// In every state: for terminal, legal moves and extras.
    State,
    /// In terminal states only.
    Goal,
    /// For the successor only.
    Next,
}

impl Net {
    pub(super) fn new(circuit: &Circuit) -> Self {
        let gate = |at| NetGate::new(circuit.kinds[at], circuit.inputs_of(at));
        let mut net = Self {
            n_bases: circuit.n_bases,
            first_gate: circuit.first_gate(),
            gates: (0..circuit.n_gates()).map(gate).collect(),
            loops: circuit
                .loops
                .iter()
                .map(|range| range.start - circuit.first_gate()..range.end - circuit.first_gate())
                .collect(),
            stages: stages(circuit),
            legal: Vec::new(),
            terminal: 0,
            goals: Vec::new(),
            extras: Vec::new(),
            next: Vec::new(),
        };
        net.add_outputs(circuit);
        net.add_next(circuit);
        net
    }

    fn add_outputs(&mut self, circuit: &Circuit) {
        let mut opposites = FxHashMap::default();
        // Goals come last: a gate belongs to the first stage that needs it.
        self.terminal = self.positive(circuit.terminal, Stage::State, &mut opposites);
        for &lit in &circuit.legal {
            let node = self.positive(lit, Stage::State, &mut opposites);
            self.legal.push(node);
        }
        for &lit in &circuit.extras {
            let node = self.positive(lit, Stage::State, &mut opposites);
            self.extras.push(node);
        }
        for goals in &circuit.goals {
            let nodes = goals
                .iter()
                .map(|&(value, lit)| (value, self.positive(lit, Stage::Goal, &mut opposites)));
            let nodes = nodes.collect();
            self.goals.push(nodes);
        }
    }

    fn positive(&mut self, lit: Lit, stage: Stage, known: &mut FxHashMap<Lit, u32>) -> u32 {
        if !lit.is_negated() {
            return lit.node() as u32;
        }
        *known.entry(lit).or_insert_with(|| self.push(lit, stage))
    }

    /// Each base that changes gets a gate of its own in the last stage, which
    /// can then write to the base's slot.
    fn add_next(&mut self, circuit: &Circuit) {
        let mut free: Vec<bool> = self.stages.iter().map(|&stage| stage == Stage::Next).collect();
        self.loops.iter().for_each(|range| free[range.clone()].fill(false));
        for (base, &lit) in circuit.next.iter().enumerate() {
            let gate = lit
                .node()
                .checked_sub(self.first_gate)
                .filter(|&gate| free.get(gate) == Some(&true));
            let next = match gate {
                _ if lit == Lit::of_node(circuit.base_node(base)) => None,
                Some(gate) if !lit.is_negated() => {
                    free[gate] = false;
                    Some(lit.node() as u32)
                }
                _ => Some(self.push(lit, Stage::Next)),
            };
            self.next.push(next);
        }
    }

    /// Adds a gate for the value of a literal.
    fn push(&mut self, lit: Lit, stage: Stage) -> u32 {
        self.gates.push(NetGate::new(GateKind::And, &[lit]));
        self.stages.push(stage);
        (self.first_gate + self.gates.len() - 1) as u32
    }
}

impl NetGate {
    fn new(kind: GateKind, inputs: &[Lit]) -> Self {
        let inverted = kind == GateKind::Or;
        let nodes = |negated: bool| {
            let inputs = inputs.iter().filter(|lit| lit.is_negated() == negated);
            inputs.map(|lit| lit.node() as u32).collect()
        };
        Self { all: nodes(inverted), none: nodes(!inverted), inverted }
    }

    pub(super) fn inputs(&self) -> impl Iterator<Item = u32> + '_ {
        self.all.iter().chain(&self.none).copied()
    }
}

fn stages(circuit: &Circuit) -> Vec<Stage> {
    let state = std::iter::once(circuit.terminal)
        .chain(circuit.legal.iter().copied())
        .chain(circuit.extras.iter().copied());
    let in_state = cone(circuit, state);
    let in_goal = cone(circuit, circuit.goals.iter().flatten().map(|&(_, lit)| lit));
    let in_next = cone(circuit, circuit.next.iter().copied());
    let stage = |gate: usize| match (in_state[gate], in_goal[gate], in_next[gate]) {
        // Goals are not computed in every step: gates that both goals and
        // successor need belong to the state.
        (true, _, _) | (_, true, true) => Stage::State,
        (_, true, false) => Stage::Goal,
        (_, false, _) => Stage::Next,
    };
    (0..circuit.n_gates()).map(stage).collect()
}

/// The gates that some outputs depend on.
fn cone(circuit: &Circuit, outputs: impl Iterator<Item = Lit>) -> Vec<bool> {
    let mut inside = vec![false; circuit.n_gates()];
    let gate_of = |lit: Lit| lit.node().checked_sub(circuit.first_gate());
    let mut todo: Vec<usize> = outputs.filter_map(gate_of).collect();
    while let Some(gate) = todo.pop() {
        if !std::mem::replace(&mut inside[gate], true) {
            todo.extend(circuit.inputs_of(gate).iter().copied().filter_map(gate_of));
        }
    }
    inside
}
