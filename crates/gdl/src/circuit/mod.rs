//! Propositional circuits: rules as AND and OR gates over the facts of a state
//! and the moves made in it.
//!
//! Grounding finds all facts and moves that can ever occur and all rule
//! instances over them; [`Builder`] turns these into shared, simplified gates;
//! [`Circuit`] is the result, in evaluation order. The fast engines live in
//! other modules; this one has the plain evaluator, [`Circuit::evaluate`], that
//! they are compared with.

mod assemble;
mod autonomous;
mod builder;
mod factor;
mod ground;
mod grounded;
mod implied;
mod instances;
mod rebuild;
mod split;

pub use assemble::Figures;
pub use builder::{Builder, Outputs};
pub use ground::{Budget, GroundError};
pub use grounded::Grounded;

use std::ops::Range;

/// A literal: a gate or input of a circuit, or its negation.
///
/// ```
/// use ludex_gdl::circuit::Lit;
///
/// let lit = Lit::of_node(7);
/// assert_eq!((lit.node(), lit.is_negated()), (7, false));
/// assert_eq!((!lit).node(), 7);
/// assert_eq!(!Lit::FALSE, Lit::TRUE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(pub u32);

impl Lit {
    /// The constant false.
    pub const FALSE: Lit = Lit(0);
    /// The constant true.
    pub const TRUE: Lit = Lit(1);

    /// The positive literal of a node.
    pub fn of_node(node: usize) -> Self {
        Lit((node as u32) << 1)
    }

    /// The node of the literal.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the literal negates its node.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// The function of a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GateKind {
    /// True if all inputs are true.
    And,
    /// True if some input is true.
    Or,
}

/// A game as a circuit.
///
/// Node 0 is the constant "false". Then come one node for each base fact (does
/// it hold in the state?), one for each move (does its role make it?), and the
/// gates. A gate's inputs have smaller numbers than the gate itself, except
/// within a [loop](Circuit::loops).
#[derive(Clone, Debug, Default)]
pub struct Circuit {
    /// Number of base facts: nodes `1..=n_bases`.
    pub n_bases: usize,
    /// Index of each role's first move in the list of all moves, and the length
    /// of the list: one more entry than there are roles. Moves are the nodes
    /// after the bases.
    pub role_starts: Vec<usize>,
    /// The kind of each gate.
    pub kinds: Vec<GateKind>,
    /// Index of each gate's first input in `inputs`, and the length of
    /// `inputs`.
    pub input_starts: Vec<u32>,
    /// Inputs of all gates, one gate after another.
    pub inputs: Vec<Lit>,
    /// Ranges of nodes that depend on each other: positive recursion. Their
    /// values are the least fixpoint: all false at first, then recomputed until
    /// nothing changes. No input from within the loop is negated.
    pub loops: Vec<Range<usize>>,
    /// Whether each base fact holds in the initial state.
    pub initial: Vec<bool>,
    /// The value of each base fact after the move.
    pub next: Vec<Lit>,
    /// Whether each move is legal.
    pub legal: Vec<Lit>,
    /// Whether the state is terminal.
    pub terminal: Lit,
    /// For each role: goal values in rising order, and when each holds.
    pub goals: Vec<Vec<(u8, Lit)>>,
    /// Further outputs, such as learned patterns.
    pub extras: Vec<Lit>,
}

impl Default for Lit {
    fn default() -> Self {
        Lit::FALSE
    }
}

impl Circuit {
    /// Number of moves of all roles.
    pub fn n_moves(&self) -> usize {
        self.role_starts.last().copied().unwrap_or(0)
    }

    /// Number of roles.
    pub fn n_roles(&self) -> usize {
        self.role_starts.len().saturating_sub(1)
    }

    /// The moves of a role, as indices into the list of all moves.
    pub fn moves_of(&self, role: usize) -> Range<usize> {
        self.role_starts[role]..self.role_starts[role + 1]
    }

    /// Number of gates.
    pub fn n_gates(&self) -> usize {
        self.kinds.len()
    }

    /// Number of gates within loops, which may be evaluated more than once.
    pub fn n_loop_gates(&self) -> usize {
        self.loops.iter().map(|range| range.len()).sum()
    }

    /// Number of nodes: the constant, bases, moves and gates.
    pub fn n_nodes(&self) -> usize {
        self.first_gate() + self.n_gates()
    }

    /// The node of a base fact.
    pub fn base_node(&self, base: usize) -> usize {
        1 + base
    }

    /// Literals that a literal implies, found by a search of bounded depth,
    /// sorted: a legal move implies many facts.
    pub(crate) fn implied_by(&self, lit: Lit) -> Vec<Lit> {
        let gate_of = |lit: Lit| {
            let gate = lit.node().checked_sub(self.first_gate())?;
            Some((self.kinds[gate], self.inputs_of(gate)))
        };
        implied::implied_by(&gate_of, lit, implied::DEPTH_MAX)
    }

    /// The literal of a condition.
    pub(crate) fn condition(&self, condition: ludex_game::Condition) -> Lit {
        let lit = Lit::of_node(self.base_node(condition.fact()));
        if condition.is_absent() { !lit } else { lit }
    }

    /// The node of a move.
    pub fn move_node(&self, mv: usize) -> usize {
        1 + self.n_bases + mv
    }

    /// The node of the first gate.
    pub fn first_gate(&self) -> usize {
        1 + self.n_bases + self.n_moves()
    }

    /// The inputs of a gate, counted from the first gate.
    pub fn inputs_of(&self, gate: usize) -> &[Lit] {
        &self.inputs[self.input_starts[gate] as usize..self.input_starts[gate + 1] as usize]
    }

    /// All outputs that depend on no move: terminal, legal moves, goals,
    /// extras.
    pub fn state_outputs(&self) -> impl Iterator<Item = Lit> + '_ {
        let goals = self.goals.iter().flatten().map(|&(_, lit)| lit);
        std::iter::once(self.terminal)
            .chain(self.legal.iter().copied())
            .chain(goals)
            .chain(self.extras.iter().copied())
    }

    /// The base facts that appear negated in some outcome: terminal, a goal or
    /// a fact after the move. Outcomes are monotone in all other facts.
    pub fn hindrances(&self) -> Vec<usize> {
        let goals = self.goals.iter().flatten().map(|&(_, lit)| lit);
        let mut open: Vec<Lit> =
            std::iter::once(self.terminal).chain(goals).chain(self.next.iter().copied()).collect();
        let mut is_known = vec![[false; 2]; self.n_nodes()];
        while let Some(lit) = open.pop() {
            let known = &mut is_known[lit.node()][usize::from(lit.is_negated())];
            if std::mem::replace(known, true) {
                continue;
            }
            if let Some(gate) = lit.node().checked_sub(self.first_gate()) {
                let inputs = self.inputs_of(gate).iter();
                open.extend(inputs.map(|&input| if lit.is_negated() { !input } else { input }));
            }
        }
        (0..self.n_bases).filter(|&base| is_known[self.base_node(base)][1]).collect()
    }

    /// For each base fact, whether the legality of some move depends on it.
    pub fn asked_by_legality(&self) -> Vec<bool> {
        let mut open: Vec<usize> = self.legal.iter().map(|lit| lit.node()).collect();
        let mut is_known = vec![false; self.n_nodes()];
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut is_known[node], true)
                && let Some(gate) = node.checked_sub(self.first_gate())
            {
                open.extend(self.inputs_of(gate).iter().map(|lit| lit.node()));
            }
        }
        (0..self.n_bases).map(|base| is_known[self.base_node(base)]).collect()
    }

    /// The value of every node, by plain evaluation.
    pub fn evaluate(&self, bases: &[bool], moves: &[bool]) -> Vec<bool> {
        let mut values = vec![false; self.n_nodes()];
        values[1..=self.n_bases].copy_from_slice(bases);
        values[1 + self.n_bases..self.first_gate()].copy_from_slice(moves);
        let mut loops = self.loops.iter();
        let mut node = self.first_gate();
        let mut next_loop = loops.next();
        while node < self.n_nodes() {
            let Some(range) = next_loop.filter(|range| range.start == node) else {
                values[node] = self.gate_value(node, &values);
                node += 1;
                continue;
            };
            let mut changed = true;
            while changed {
                changed = false;
                for member in range.clone() {
                    let value = self.gate_value(member, &values);
                    changed |= value != values[member];
                    values[member] = value;
                }
            }
            node = range.end;
            next_loop = loops.next();
        }
        values
    }

    fn gate_value(&self, node: usize, values: &[bool]) -> bool {
        let gate = node - self.first_gate();
        let mut inputs = self.inputs_of(gate).iter().map(|&lit| Self::value(values, lit));
        match self.kinds[gate] {
            GateKind::And => inputs.all(|value| value),
            GateKind::Or => inputs.any(|value| value),
        }
    }

    /// The value of a literal, given the values of all nodes.
    pub fn value(values: &[bool], lit: Lit) -> bool {
        values[lit.node()] != lit.is_negated()
    }
}
