//! The compiled form of a circuit for the single-state engine: gates laid out
//! for propagation, and the outputs of each phase.

use std::ops::Range;

use super::BitState;
use super::cofactor::{Cofactor, Cofactors};
use super::net::Net;
use super::step::{Step, Transition};
use crate::circuit::{Circuit, Lit};

/// A circuit compiled for one state at a time.
///
/// Nodes are renumbered: the constant, the bases, the *counted* gates whose
/// values are kept up to date, then the *lazy* gates that are computed on
/// demand (those of goals, extras, and of conditions on moves).
pub(super) struct SinglePlan {
    pub n_bases: usize,
    /// Number of nodes with a count of false inputs.
    pub n_counted: usize,
    /// Counted gates from here on feed outputs only.
    pub first_leaf: usize,
    pub n_nodes: usize,
    /// Start of each counted node's fan-out, and the end.
    pub fans: Vec<Fan>,
    /// Gates that a node is an input of: twice their number, plus one where the
    /// input is negated.
    pub edges: Vec<u32>,
    /// Twice the indices of the output bits that follow a node, plus one where
    /// negated. Indices beyond the last bit stand for loops to be recomputed.
    pub outs: Vec<u32>,
    /// Number of words of output bits.
    pub n_words: usize,
    /// Start of each node's inputs in `inputs`, and the end.
    pub input_starts: Vec<u32>,
    pub inputs: Vec<Lit>,
    pub loops: Vec<Loop>,
    /// The facts that phases fix.
    pub modes: Vec<usize>,
    /// The phase for each combination of modes, the first mode in the lowest
    /// bit; [`NO_PHASE`] for those without one.
    pub phase_of: Vec<u8>,
    pub phases: Vec<Phase>,
}

pub(super) const NO_PHASE: u8 = u8::MAX;

#[derive(Clone, Copy, Default)]
pub(super) struct Fan {
    pub edges: u32,
    pub outs: u32,
}

/// Gates that depend on each other.
pub(super) struct Loop {
    pub members: Range<usize>,
    /// The initial value of each member.
    pub starts: Vec<bool>,
    /// For each member, the other members it is an input of, as in `edges`.
    pub inner: Vec<Vec<u32>>,
}

/// The outputs of one phase.
pub(super) struct Phase {
    /// For each role, the words of output bits that hold its legal moves.
    pub legal: Vec<Range<usize>>,
    /// The part of these words in which a bit can be set.
    pub legal_tight: Vec<Range<usize>>,
    /// The moves that can be legal at all, as bits.
    pub possible: Vec<u64>,
    /// The first word of output bits of the facts that hold after "no move",
    /// and the words and bits of these that differ from the facts before.
    pub idle: usize,
    pub idle_masks: Vec<(usize, u64)>,
    pub transition: Transition,
    pub terminal: Lit,
    pub goals: Vec<Vec<(u8, Lit)>>,
    pub extras: Vec<Lit>,
}

impl SinglePlan {
    /// A plan with a phase for each of these combinations of `modes`. With
    /// `only_legal` it is valid only for moves that can be legal in a phase.
    pub fn new(circuit: &Circuit, modes: &[usize], patterns: &[usize], only_legal: bool) -> Self {
        let mut cofactor = Cofactor::new(circuit, modes);
        let mut outputs = Vec::new();
        let mut phase_of = vec![NO_PHASE; 1 << modes.len()];
        for (phase, &pattern) in patterns.iter().enumerate() {
            let value = |(at, &base): (usize, &usize)| (base, pattern >> at & 1 == 1);
            let fixed: Vec<_> = modes.iter().enumerate().map(value).collect();
            outputs.push(cofactor.outputs(&fixed, only_legal));
            phase_of[pattern] = phase as u8;
        }
        let mut net = cofactor.net;
        let steps: Vec<Step> = outputs.iter().map(|outputs| Step::new(&mut net, outputs)).collect();

        let layout = Layout::new(&net, circuit.n_bases, &outputs, &steps);
        let mut plan = layout.plan(&net);
        plan.modes = modes.to_vec();
        plan.phase_of = phase_of;
        let mut bits: Vec<(Lit, u32)> = Vec::new();
        for (outputs, step) in outputs.iter().zip(&steps) {
            plan.add_phase(circuit, &net, &layout, outputs, step, &mut bits);
        }
        plan.add_fans(bits);
        plan
    }

    /// The phase of the state with these facts.
    #[inline]
    pub fn phase(&self, words: &[u64]) -> u8 {
        let mut pattern = 0;
        for (at, &base) in self.modes.iter().enumerate() {
            pattern |= ((words[base / 64] >> (base % 64) & 1) as usize) << at;
        }
        self.phase_of[pattern]
    }

    /// Whether the plan is valid for a state.
    pub fn has_phase(&self, state: &BitState) -> bool {
        self.phase(state.words()) != NO_PHASE
    }

    /// Number of gates and outputs that a base fact feeds.
    pub fn n_touched_by(&self, base: usize) -> u32 {
        let (fan, end) = (self.fans[1 + base], self.fans[2 + base]);
        end.edges - fan.edges + end.outs - fan.outs
    }

    pub fn n_edges(&self) -> usize {
        self.edges.len()
    }

    pub fn inputs_of(&self, node: usize) -> &[Lit] {
        &self.inputs[self.input_starts[node] as usize..self.input_starts[node + 1] as usize]
    }

    /// Reserves the output bits of a phase; `bits` collects the literal of
    /// each.
    fn add_phase(
        &mut self,
        circuit: &Circuit,
        net: &Net,
        layout: &Layout,
        outputs: &Cofactors,
        step: &Step,
        bits: &mut Vec<(Lit, u32)>,
    ) {
        let mut phase = Phase {
            legal: Vec::new(),
            legal_tight: Vec::new(),
            possible: vec![0; circuit.n_moves().div_ceil(64)],
            idle: 0,
            idle_masks: Vec::new(),
            transition: step.transition(net, layout, circuit.n_moves()),
            terminal: layout.lit(outputs.terminal),
            goals: outputs.goals.clone(),
            extras: outputs.extras.iter().map(|&lit| layout.lit(lit)).collect(),
        };
        phase.goals.iter_mut().flatten().for_each(|(_, lit)| *lit = layout.lit(*lit));
        for role in 0..circuit.n_roles() {
            let start = self.n_words;
            let mut tight = 0..0;
            for (at, mv) in circuit.moves_of(role).enumerate() {
                let lit = layout.lit(outputs.legal[mv]);
                if lit != Lit::FALSE {
                    let word = start + at / 64;
                    tight = if tight.is_empty() { word..word + 1 } else { tight.start..word + 1 };
                    bits.push((lit, (start * 64 + at) as u32));
                    phase.possible[mv / 64] |= 1 << (mv % 64);
                }
            }
            self.n_words += circuit.moves_of(role).len().div_ceil(64);
            phase.legal.push(start..self.n_words);
            phase.legal_tight.push(tight);
        }
        phase.idle = self.n_words;
        let mut masks = vec![0u64; circuit.n_bases.div_ceil(64)];
        for (base, &lit) in step.idle.next.iter().enumerate() {
            let lit = layout.lit(lit);
            if lit != Lit::of_node(1 + base) {
                masks[base / 64] |= 1 << (base % 64);
                bits.push((lit, (phase.idle * 64 + base) as u32));
            }
        }
        self.n_words += masks.len();
        for (&mv, changes) in &step.armed {
            for (at, &(_, lit)) in changes.iter().enumerate() {
                bits.push((layout.lit(lit), (self.n_words * 64 + at) as u32));
            }
            phase.transition.effects.arm(mv, self.n_words, changes);
            self.n_words += changes.len().div_ceil(64);
        }
        phase.idle_masks = masks.into_iter().enumerate().filter(|&(_, mask)| mask != 0).collect();
        self.phases.push(phase);
    }

    /// Lists the fan-out of every counted node.
    fn add_fans(&mut self, bits: Vec<(Lit, u32)>) {
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); self.n_counted];
        let mut outs: Vec<Vec<u32>> = vec![Vec::new(); self.n_counted];
        let mut loop_of = vec![None; self.n_counted];
        for (at, cycle) in self.loops.iter().enumerate() {
            loop_of[cycle.members.clone()].fill(Some(at));
        }
        for gate in 1 + self.n_bases..self.n_counted {
            for &lit in self.inputs_of(gate) {
                let edge = (gate as u32) << 1 | lit.0 & 1;
                match loop_of[gate] {
                    None => edges[lit.node()].push(edge),
                    Some(at) if loop_of[lit.node()] == Some(at) => {}
                    Some(at) => outs[lit.node()].push(((self.n_words * 64 + at) as u32) << 1),
                }
            }
        }
        for (lit, place) in bits {
            outs[lit.node()].push(place << 1 | lit.0 & 1);
        }
        for (edges, mut outs) in edges.into_iter().zip(outs) {
            outs.sort_unstable();
            outs.dedup();
            self.fans.push(Fan { edges: self.edges.len() as u32, outs: self.outs.len() as u32 });
            self.edges.extend(edges);
            self.outs.extend(outs);
        }
        self.fans.push(Fan { edges: self.edges.len() as u32, outs: self.outs.len() as u32 });
    }
}

/// The renumbering of a net's nodes.
pub(super) struct Layout {
    n_bases: usize,
    /// The net's gates in their new order: counted gates that feed others,
    /// other counted gates, lazy gates.
    gates: Vec<usize>,
    n_inner_gates: usize,
    n_counted_gates: usize,
    /// The new number of each node of the net; moves have none.
    place: Vec<u32>,
}

impl Layout {
    fn new(net: &Net, n_bases: usize, outputs: &[Cofactors], steps: &[Step]) -> Self {
        let mut counted = vec![false; net.n_nodes()];
        for (outputs, step) in outputs.iter().zip(steps) {
            mark(
                net,
                &mut counted,
                outputs
                    .legal
                    .iter()
                    .chain(&step.idle.next)
                    .chain([&outputs.terminal])
                    .chain(step.armed.values().flatten().map(|(_, lit)| lit)),
            );
        }
        let mut wanted = counted.clone();
        for (outputs, step) in outputs.iter().zip(steps) {
            let goals = outputs.goals.iter().flatten().map(|(_, lit)| lit);
            mark(net, &mut wanted, goals.chain(&outputs.extras));
            mark(net, &mut wanted, step.lits());
        }
        // Lazy values are computed by recursion, so lazy gates must not be
        // deep; loops are always counted.
        let mut depth = vec![0u32; net.n_nodes()];
        for node in (net.first_gate()..net.n_nodes()).filter(|&node| wanted[node]) {
            let lazy = net.inputs(node).iter().filter(|lit| !counted[lit.node()]);
            depth[node] = 1 + lazy.map(|lit| depth[lit.node()]).max().unwrap_or(0);
        }
        let deep = (net.first_gate()..net.n_nodes()).filter(|&node| depth[node] > LAZY_DEPTH_MAX);
        let members = net.loops().iter().flat_map(Range::clone).filter(|&node| wanted[node]);
        let forced = deep.chain(members).filter(|&node| !net.has_moves(node));
        let forced: Vec<Lit> = forced.map(Lit::of_node).collect();
        mark(net, &mut counted, forced.iter());

        let is_state = |node: &usize| !net.has_moves(*node);
        let all = || (net.first_gate()..net.n_nodes()).filter(is_state);
        let mut feeds = vec![false; net.n_nodes()];
        for node in all().filter(|&node| counted[node]) {
            feeds[node] |= net.loop_of(node).is_some();
            net.inputs(node).iter().for_each(|lit| feeds[lit.node()] = true);
        }
        let mut gates: Vec<usize> = all().filter(|&node| counted[node] && feeds[node]).collect();
        let n_inner_gates = gates.len();
        gates.extend(all().filter(|&node| counted[node] && !feeds[node]));
        let n_counted_gates = gates.len();
        gates.extend(all().filter(|&node| wanted[node] && !counted[node]));
        let mut place: Vec<u32> = (0..net.n_nodes() as u32).collect();
        for (at, &node) in gates.iter().enumerate() {
            place[node] = (1 + n_bases + at) as u32;
        }
        Self { n_bases, gates, n_inner_gates, n_counted_gates, place }
    }

    /// A literal of the net that depends on no move, renumbered.
    pub fn lit(&self, lit: Lit) -> Lit {
        Lit(self.place[lit.node()] << 1 | lit.0 & 1)
    }

    pub fn n_nodes(&self) -> usize {
        1 + self.n_bases + self.gates.len()
    }

    fn plan(&self, net: &Net) -> SinglePlan {
        let mut plan = SinglePlan {
            n_bases: self.n_bases,
            n_counted: 1 + self.n_bases + self.n_counted_gates,
            first_leaf: 1 + self.n_bases + self.n_inner_gates,
            n_nodes: self.n_nodes(),
            fans: Vec::new(),
            edges: Vec::new(),
            outs: Vec::new(),
            n_words: 0,
            input_starts: vec![0; 2 + self.n_bases],
            inputs: Vec::new(),
            loops: Vec::new(),
            modes: Vec::new(),
            phase_of: Vec::new(),
            phases: Vec::new(),
        };
        for &node in &self.gates {
            plan.inputs.extend(net.inputs(node).iter().map(|&lit| self.lit(lit)));
            plan.input_starts.push(plan.inputs.len() as u32);
        }
        let inner_gates = &self.gates[..self.n_inner_gates];
        for members in net.loops() {
            if inner_gates.binary_search(&members.start).is_ok() {
                let start = self.place[members.start] as usize;
                let starts: Vec<bool> = members.clone().map(|node| net.start(node)).collect();
                let members = start..start + members.len();
                let inner = inner(&plan, members.clone());
                plan.loops.push(Loop { members, starts, inner });
            }
        }
        plan
    }
}

/// Deeper gates are counted; far more than games have.
const LAZY_DEPTH_MAX: u32 = 500;

fn inner(plan: &SinglePlan, members: Range<usize>) -> Vec<Vec<u32>> {
    let mut inner = vec![Vec::new(); members.len()];
    for gate in members.clone() {
        for lit in plan.inputs_of(gate).iter().filter(|lit| members.contains(&lit.node())) {
            inner[lit.node() - members.start].push((gate as u32) << 1 | lit.0 & 1);
        }
    }
    inner
}

/// Marks the nodes that these literals depend on, whole loops at a time.
fn mark<'a>(net: &Net, marked: &mut [bool], lits: impl Iterator<Item = &'a Lit>) {
    let mut todo: Vec<usize> = lits.map(|lit| lit.node()).collect();
    while let Some(node) = todo.pop() {
        if !std::mem::replace(&mut marked[node], true) {
            todo.extend(net.inputs(node).iter().map(|lit| lit.node()));
            todo.extend(net.loop_of(node).into_iter().flatten());
        }
    }
}
