//! A circuit of one kind of gate: ANDs over signed inputs, equal gates shared.

use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::circuit::Lit;

/// Gates under construction. Node 0 is "false"; then come bases, moves, gates.
///
/// With one kind of gate the engine's inner loop has no branches on the kind:
/// an OR is the negated AND of negated inputs.
pub(super) struct Net {
    n_bases: usize,
    n_moves: usize,
    gates: Vec<Gate>,
    known: FxHashMap<Inputs, Lit>,
    loops: Vec<Range<usize>>,
}

pub(super) type Inputs = SmallVec<[Lit; 4]>;

struct Gate {
    inputs: Inputs,
    /// Whether it depends on moves.
    has_moves: bool,
    /// For members of loops: the initial value of the iteration.
    start: bool,
}

impl Net {
    pub fn new(n_bases: usize, n_moves: usize) -> Self {
        let known = FxHashMap::default();
        Self { n_bases, n_moves, gates: Vec::new(), known, loops: Vec::new() }
    }

    pub fn n_nodes(&self) -> usize {
        self.first_gate() + self.gates.len()
    }

    pub fn first_gate(&self) -> usize {
        1 + self.n_bases + self.n_moves
    }

    /// Ranges of gates that depend on each other.
    pub fn loops(&self) -> &[Range<usize>] {
        &self.loops
    }

    /// The loop of a node, if any.
    pub fn loop_of(&self, node: usize) -> Option<Range<usize>> {
        let at = self.loops.partition_point(|range| range.end <= node);
        self.loops.get(at).filter(|range| range.contains(&node)).cloned()
    }

    /// The move of a node, if it is a move.
    pub fn move_of(&self, node: usize) -> Option<usize> {
        node.checked_sub(1 + self.n_bases).filter(|&mv| mv < self.n_moves)
    }

    /// The node of a move.
    pub fn move_node(&self, mv: usize) -> usize {
        1 + self.n_bases + mv
    }

    /// The inputs of a node: empty unless it is a gate.
    pub fn inputs(&self, node: usize) -> &[Lit] {
        node.checked_sub(self.first_gate()).map_or(&[], |gate| &self.gates[gate].inputs)
    }

    pub fn is_gate(&self, node: usize) -> bool {
        node >= self.first_gate()
    }

    pub fn has_moves(&self, node: usize) -> bool {
        match node.checked_sub(self.first_gate()) {
            Some(gate) => self.gates[gate].has_moves,
            None => self.move_of(node).is_some(),
        }
    }

    /// The initial value of a member of a loop.
    pub fn start(&self, node: usize) -> bool {
        self.gates[node - self.first_gate()].start
    }

    /// The conjunction of literals.
    pub fn and(&mut self, lits: &[Lit]) -> Lit {
        let mut inputs: Inputs = lits.iter().copied().filter(|&lit| lit != Lit::TRUE).collect();
        inputs.sort_unstable();
        inputs.dedup();
        // A literal and its negation are neighbours in this order.
        if inputs.contains(&Lit::FALSE) || inputs.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Lit::FALSE;
        }
        self.absorb(&mut inputs);
        match inputs[..] {
            [] => Lit::TRUE,
            [single] => single,
            _ => match self.known.get(&inputs) {
                Some(&lit) => lit,
                None => self.push(inputs),
            },
        }
    }

    /// The disjunction of literals.
    pub fn or(&mut self, lits: &[Lit]) -> Lit {
        let opposites: Inputs = lits.iter().map(|&lit| !lit).collect();
        !self.and(&opposites)
    }

    /// The exclusive or of a literal and a base fact.
    pub fn differs(&mut self, lit: Lit, base: usize) -> Lit {
        let fact = Lit::of_node(1 + base);
        let (without, with) = (self.given(lit, fact, 3), self.given(lit, !fact, 3));
        let rises = self.and(&[!fact, without]);
        let falls = self.and(&[fact, !with]);
        self.or(&[rises, falls])
    }

    /// Simplifies a literal given that another is false, a few gates deep.
    fn given(&mut self, lit: Lit, is_false: Lit, depth: u32) -> Lit {
        if lit.node() == is_false.node() {
            return if lit == is_false { Lit::FALSE } else { Lit::TRUE };
        }
        if depth == 0 || !self.is_gate(lit.node()) || self.loop_of(lit.node()).is_some() {
            return lit;
        }
        let inputs = Inputs::from_slice(self.inputs(lit.node()));
        let inputs: Inputs =
            inputs.into_iter().map(|lit| self.given(lit, is_false, depth - 1)).collect();
        let found = self.and(&inputs);
        if lit.is_negated() { !found } else { found }
    }

    fn push(&mut self, inputs: Inputs) -> Lit {
        let lit = Lit::of_node(self.n_nodes());
        let has_moves = inputs.iter().any(|lit| self.has_moves(lit.node()));
        self.known.insert(inputs.clone(), lit);
        self.gates.push(Gate { inputs, has_moves, start: false });
        lit
    }

    /// Absorption: `x and (x or y)` is `x`, unless the second `x` is a loop's
    /// own.
    fn absorb(&self, inputs: &mut Inputs) {
        if inputs.len() > 32 {
            return;
        }
        let all = inputs.clone();
        inputs.retain(|lit| {
            let is_or = lit.is_negated() && self.loop_of(lit.node()).is_none();
            let inner = if is_or { self.inputs(lit.node()) } else { &[] };
            !inner.iter().any(|&input| all.contains(&!input))
        });
    }

    /// Gates that may depend on each other, to be defined by [`Self::define`];
    /// `starts` has the initial value of each.
    pub fn forward(&mut self, starts: impl Iterator<Item = bool>, has_moves: bool) -> Range<usize> {
        let first = self.n_nodes();
        let gate = |start| Gate { inputs: Inputs::new(), has_moves, start };
        self.gates.extend(starts.map(gate));
        let range = first..self.n_nodes();
        self.loops.push(range.clone());
        range
    }

    /// Defines a forward gate as the AND of its inputs.
    pub fn define(&mut self, node: usize, inputs: Inputs) {
        let gate = node - self.first_gate();
        self.gates[gate].inputs = inputs;
    }
}
