//! A circuit laid out for the kernel.

use std::ops::Range;

use super::bands::BandExtra;
use super::guided::RoleBands;
use super::net::{Net, NetGate, Stage};
use super::schedule::{Unit, schedule};
use super::slots::Slots;
use crate::circuit::{Circuit, Lit};
use ludex_game::Band;

/// A circuit compiled for the lanes: the order in which gates are computed, and
/// the slots of their values. Any number of threads can share one.
///
/// ```
/// use ludex_gdl::circuit::{Builder, Outputs};
/// use ludex_gdl::lanes::Program;
///
/// let mut builder = Builder::new(2, vec![0, 2]);
/// let legal = builder.and(&[builder.base(0), !builder.base(1)]);
/// let next = vec![builder.base(1), builder.mv(0)];
/// let outputs = Outputs { next, legal: vec![legal, !legal], ..Outputs::default() };
/// let program = Program::new(&builder.finish(outputs).unwrap());
/// assert!(program.n_slots() > 2);
/// ```
#[derive(Debug)]
pub struct Program {
    /// For each gate: the slot of its value, then the slots of its inputs.
    pub(super) code: Vec<u32>,
    pub(super) runs: Vec<Run>,
    pub(super) state: Segment,
    pub(super) goal: Segment,
    pub(super) next: Segment,
    pub(super) n_slots: usize,
    pub(super) n_bases: usize,
    pub(super) roles: Vec<RoleMoves>,
    pub(super) terminal: u32,
    /// For each role: goal values and the slots of whether they hold, highest first.
    pub(super) goals: Vec<Vec<(u8, u32)>>,
    pub(super) extras: Vec<u32>,
    /// A slot that is never read.
    pub(super) unused: u32,
    /// The hints of each role, if playouts may be guided.
    pub(super) bands: Vec<RoleBands>,
}

/// The gates that are computed together.
#[derive(Debug, Default)]
pub(super) struct Segment {
    pub(super) parts: Vec<Part>,
}

/// Runs of gates, as a range of the list of all runs.
#[derive(Debug)]
pub(super) enum Part {
    /// Computed once.
    Straight(Range<usize>),
    /// Computed until a fixpoint is reached.
    Loop {
        /// Slots that are false at first.
        members: Vec<u32>,
        /// The same gates forwards and backwards.
        sweeps: [Range<usize>; 2],
    },
}

/// Gates of one shape, contiguous in the code.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) shape: Shape,
    pub(super) code: Range<usize>,
}

/// The shape of a gate: how the kernel reads its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) n_all: usize,
    pub(super) n_none: usize,
    pub(super) inverted: bool,
}

/// The moves of a role that can ever be legal.
#[derive(Debug, Default)]
pub(super) struct RoleMoves {
    /// The moves, as indices into the list of all moves.
    pub(super) ids: Vec<u32>,
    /// The slot of each move's legality, padded to a multiple of eight with a
    /// slot that is always false.
    pub(super) legal: Vec<u32>,
    /// The slot of whether each move is made.
    pub(super) made: Vec<u32>,
    /// The slots of legality for all moves of the role, in order.
    pub(super) legal_of_all: Vec<u32>,
    pub(super) made_of_all: Vec<u32>,
}

/// Work of drawing for 64 lanes in each part of a word, and the work that each
/// move adds.
const WORK_OF_DRAW: usize = 600;
const WORK_OF_MOVE: usize = 20;

impl Program {
    /// Lays out a circuit.
    pub fn new(circuit: &Circuit) -> Self {
        let net = Net::new(circuit);
        let [state, goal, next] =
            [Stage::State, Stage::Goal, Stage::Next].map(|stage| schedule(&net, stage));
        let slots = Slots::new(&net, [&state, &goal, &next]);
        let slot = |node: u32| slots.of_node[node as usize];
        let mut emitter = Emitter { net: &net, slots: &slots, code: Vec::new(), runs: Vec::new() };
        let [state, goal, mut next] = [state, goal, next].map(|units| emitter.segment(&units));
        next.parts.push(emitter.copies());
        let goals = net
            .goals
            .iter()
            .map(|goals| goals.iter().rev().map(|&(value, node)| (value, slot(node))).collect());
        Self {
            state,
            goal,
            next,
            n_slots: slots.n_slots,
            n_bases: circuit.n_bases,
            roles: (0..circuit.n_roles())
                .map(|role| RoleMoves::new(circuit, role, &net, &slots))
                .collect(),
            terminal: slot(net.terminal),
            goals: goals.collect(),
            extras: net.extras.iter().map(|&node| slot(node)).collect(),
            code: emitter.code,
            runs: emitter.runs,
            unused: slots.unused,
            bands: Vec::new(),
        }
    }

    /// Lays out a circuit some of whose extras are hints.
    pub(super) fn guided(circuit: &Circuit, bands: &[Band], entries: &[BandExtra]) -> Self {
        let mut program = Self::new(circuit);
        program.bands = RoleBands::of_program(&mut program, circuit, bands, entries);
        program
    }

    /// Work of a step, roughly, in words read or written.
    pub(super) fn work(&self) -> usize {
        let of_part = |part: &Part| match part {
            Part::Straight(runs) => self.code_of(runs),
            Part::Loop { sweeps, .. } => sweeps.iter().map(|runs| self.code_of(runs)).sum(),
        };
        let gates: usize = self.state.parts.iter().chain(&self.next.parts).map(of_part).sum();
        let choosing = self.roles.iter().filter(|moves| moves.ids.len() > 1);
        let drawing: usize =
            choosing.map(|moves| WORK_OF_DRAW + WORK_OF_MOVE * moves.ids.len()).sum();
        let hints: usize = self.bands.iter().map(RoleBands::work).sum();
        gates + drawing + hints
    }

    fn code_of(&self, runs: &Range<usize>) -> usize {
        self.runs[runs.clone()].iter().map(|run| run.code.len()).sum()
    }

    /// Number of slots for words of lanes.
    pub fn n_slots(&self) -> usize {
        self.n_slots
    }

    /// Number of runs of gates of the same shape.
    pub fn n_runs(&self) -> usize {
        self.runs.len()
    }
}

impl Shape {
    pub(super) fn of(gate: &NetGate) -> Self {
        Self { n_all: gate.all.len(), n_none: gate.none.len(), inverted: gate.inverted }
    }
}

impl RoleMoves {
    fn new(circuit: &Circuit, role: usize, net: &Net, slots: &Slots) -> Self {
        let mut moves = Self::default();
        for mv in circuit.moves_of(role) {
            let legal = slots.of_node[net.legal[mv] as usize];
            let made = slots.of_node[circuit.move_node(mv)];
            moves.legal_of_all.push(legal);
            moves.made_of_all.push(made);
            if circuit.legal[mv] != Lit::FALSE {
                moves.ids.push(mv as u32);
                moves.legal.push(legal);
                moves.made.push(made);
            }
        }
        let n_filled = moves.ids.len().next_multiple_of(8);
        moves.legal.resize(n_filled, 0);
        moves.made.resize(n_filled, slots.unused);
        moves
    }
}

struct Emitter<'a> {
    net: &'a Net,
    slots: &'a Slots,
    code: Vec<u32>,
    runs: Vec<Run>,
}

impl Emitter<'_> {
    fn segment(&mut self, units: &[Unit]) -> Segment {
        let is_loop = |unit: &Unit| matches!(unit, Unit::Loop(_));
        let mut parts = Vec::new();
        for group in units.chunk_by(|a, b| !is_loop(a) && !is_loop(b)) {
            parts.push(match group[0] {
                Unit::Gate(_) => Part::Straight(self.gates(group.iter().map(|unit| match unit {
                    Unit::Gate(gate) => *gate,
                    Unit::Loop(_) => unreachable!("loops are in groups of their own"),
                }))),
                Unit::Loop(at) => {
                    let gates = self.net.loops[at].clone();
                    let slots = gates.clone().map(|gate| self.slot(self.net.first_gate + gate));
                    Part::Loop {
                        members: slots.collect(),
                        sweeps: [self.gates(gates.clone()), self.gates(gates.rev())],
                    }
                }
            });
        }
        Segment { parts }
    }

    fn gates(&mut self, gates: impl Iterator<Item = usize>) -> Range<usize> {
        let first_run = self.runs.len();
        for gate in gates {
            let (net, slots) = (self.net, self.slots);
            let inputs = net.gates[gate].inputs().map(|node| slots.of_node[node as usize]);
            let to = self.slot(net.first_gate + gate);
            self.gate(first_run, Shape::of(&net.gates[gate]), to, inputs);
        }
        first_run..self.runs.len()
    }

    fn copies(&mut self) -> Part {
        let first_run = self.runs.len();
        let shape = Shape { n_all: 1, n_none: 0, inverted: false };
        for &(from, to) in &self.slots.copies {
            self.gate(first_run, shape, to, [from].into_iter());
        }
        Part::Straight(first_run..self.runs.len())
    }

    fn gate(&mut self, first_run: usize, shape: Shape, to: u32, inputs: impl Iterator<Item = u32>) {
        let start = self.code.len();
        self.code.push(to);
        self.code.extend(inputs);
        let end = self.code.len();
        match self.runs[first_run..].last_mut() {
            Some(run) if run.shape == shape => run.code.end = end,
            _ => self.runs.push(Run { shape, code: start..end }),
        }
    }

    fn slot(&self, node: usize) -> u32 {
        self.slots.of_node[node]
    }
}
