//! Builds a circuit gate by gate.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Circuit, GateKind, Lit};
use crate::scc::components;

/// Makes gates. Equal gates are shared, and cheap simplifications applied.
///
/// ```
/// use ludex_gdl::circuit::{Builder, Lit};
///
/// let mut builder = Builder::new(2, vec![0, 1]);
/// let (x, y) = (builder.base(0), builder.base(1));
/// let both = builder.and(&[x, y]);
/// assert_eq!(builder.and(&[y, x, Lit::TRUE]), both);
/// assert_eq!(builder.and(&[x, !x]), Lit::FALSE);
/// assert_eq!(builder.or(&[x, both]), x);
/// ```
#[derive(Debug)]
pub struct Builder {
    n_bases: usize,
    role_starts: Vec<usize>,
    gates: Vec<Gate>,
    known: FxHashMap<Gate, Lit>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Gate {
    kind: GateKind,
    inputs: SmallVec<[Lit; 4]>,
}

/// The outputs of a circuit; see [`Circuit`].
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    /// Whether each base fact holds in the initial state.
    pub initial: Vec<bool>,
    /// The value of each base fact after the move.
    pub next: Vec<Lit>,
    /// Whether each move is legal.
    pub legal: Vec<Lit>,
    /// Whether the state is terminal.
    pub terminal: Lit,
    /// For each role: goal values, and when each holds.
    pub goals: Vec<Vec<(u8, Lit)>>,
    /// Further outputs.
    pub extras: Vec<Lit>,
}

impl Builder {
    /// A circuit without gates. `role_starts` has the index of each role's
    /// first move in the list of all moves, and the length of the list.
    pub fn new(n_bases: usize, role_starts: Vec<usize>) -> Self {
        Self { n_bases, role_starts, gates: Vec::new(), known: FxHashMap::default() }
    }

    /// The input of a base fact.
    pub fn base(&self, base: usize) -> Lit {
        Lit::of_node(1 + base)
    }

    /// The input of a move.
    pub fn mv(&self, mv: usize) -> Lit {
        Lit::of_node(1 + self.n_bases + mv)
    }

    /// The move whose input a literal is, if any.
    pub(crate) fn as_move(&self, lit: Lit) -> Option<usize> {
        let at = lit.node().checked_sub(1 + self.n_bases)?;
        (lit.node() < self.first_gate()).then_some(at)
    }

    /// Kind and inputs of a literal's gate, if it has one.
    pub(crate) fn gate_of(&self, lit: Lit) -> Option<(GateKind, &[Lit])> {
        let gate = &self.gates[lit.node().checked_sub(self.first_gate())?];
        Some((gate.kind, &gate.inputs))
    }

    /// The index range of each role's moves.
    pub(crate) fn moves_by_role(&self) -> Vec<std::ops::Range<usize>> {
        self.role_starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
    }

    /// Number of gates made.
    pub fn n_gates(&self) -> usize {
        self.gates.len()
    }

    fn first_gate(&self) -> usize {
        1 + self.n_bases + self.role_starts.last().copied().unwrap_or(0)
    }

    /// The conjunction of literals.
    pub fn and(&mut self, lits: &[Lit]) -> Lit {
        self.gate(GateKind::And, lits)
    }

    /// The disjunction of literals.
    pub fn or(&mut self, lits: &[Lit]) -> Lit {
        self.gate(GateKind::Or, lits)
    }

    fn gate(&mut self, kind: GateKind, lits: &[Lit]) -> Lit {
        // The neutral and the absorbing value of the gate kind.
        let (neutral, settling) = match kind {
            GateKind::And => (Lit::TRUE, Lit::FALSE),
            GateKind::Or => (Lit::FALSE, Lit::TRUE),
        };
        let mut inputs: SmallVec<[Lit; 4]> =
            lits.iter().copied().filter(|&lit| lit != neutral).collect();
        inputs.sort_unstable();
        inputs.dedup();
        // A literal and its negation are neighbours in this order.
        if inputs.contains(&settling) || inputs.windows(2).any(|pair| pair[0] == !pair[1]) {
            return settling;
        }
        self.absorb(kind, &mut inputs);
        match inputs[..] {
            [] => neutral,
            [single] => single,
            _ => {
                let gate = Gate { kind, inputs };
                if let Some(&lit) = self.known.get(&gate) {
                    return lit;
                }
                let lit = Lit::of_node(self.first_gate() + self.gates.len());
                self.gates.push(gate.clone());
                self.known.insert(gate, lit);
                lit
            }
        }
    }

    /// Absorption: `x or (x and y)` is `x`, and the dual.
    fn absorb(&self, kind: GateKind, inputs: &mut SmallVec<[Lit; 4]>) {
        if inputs.len() > 32 {
            return;
        }
        let mut at = 0;
        while at < inputs.len() {
            let lit = inputs[at];
            // Recursive gates may refer to themselves or each other: only
            // another literal that stays can make this one redundant.
            let absorbed = match self.gate_of(lit) {
                Some((inner, terms)) if !lit.is_negated() && inner != kind => {
                    terms.iter().any(|term| *term != lit && inputs.contains(term))
                }
                _ => false,
            };
            if absorbed {
                inputs.remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// A gate to be [defined](Self::define) later, for recursion.
    pub fn forward(&mut self) -> Lit {
        let lit = Lit::of_node(self.first_gate() + self.gates.len());
        self.gates.push(Gate { kind: GateKind::Or, inputs: SmallVec::new() });
        lit
    }

    /// Defines a forward gate as the disjunction of literals.
    pub fn define(&mut self, forward: Lit, lits: &[Lit]) {
        let at = forward.node() - self.first_gate();
        self.gates[at].inputs = lits.iter().copied().filter(|&lit| lit != Lit::FALSE).collect();
    }

    /// The circuit of all gates that the outputs need, or `None` if some gate
    /// would depend on its own negation.
    pub fn finish(self, mut outputs: Outputs) -> Option<Circuit> {
        let first_gate = self.first_gate();
        let order = self.order(&outputs)?;
        let mut place = vec![u32::MAX; self.gates.len()];
        for (at, &gate) in order.gates.iter().enumerate() {
            place[gate] = (first_gate + at) as u32;
        }
        let moved = |lit: Lit| match lit.node().checked_sub(first_gate) {
            Some(gate) => Lit(place[gate] << 1 | lit.0 & 1),
            None => lit,
        };
        let mut circuit = Circuit {
            n_bases: self.n_bases,
            role_starts: self.role_starts,
            input_starts: vec![0],
            loops: order
                .loops
                .into_iter()
                .map(|at| first_gate + at.start..first_gate + at.end)
                .collect(),
            ..Circuit::default()
        };
        for &gate in &order.gates {
            circuit.kinds.push(self.gates[gate].kind);
            circuit.inputs.extend(self.gates[gate].inputs.iter().map(|&lit| moved(lit)));
            circuit.input_starts.push(circuit.inputs.len() as u32);
        }
        outputs.for_each(&mut |lit| *lit = moved(*lit));
        outputs.goals.iter_mut().for_each(|goals| goals.sort_unstable());
        circuit.initial = outputs.initial;
        circuit.next = outputs.next;
        circuit.legal = outputs.legal;
        circuit.terminal = outputs.terminal;
        circuit.goals = outputs.goals;
        circuit.extras = outputs.extras;
        Some(circuit)
    }

    /// The gates that outputs need in topological order, strongly connected
    /// components contiguous.
    fn order(&self, outputs: &Outputs) -> Option<Order> {
        let first_gate = self.first_gate();
        let edges: Vec<Vec<u32>> = self
            .gates
            .iter()
            .map(|gate| {
                let gates = gate.inputs.iter().filter_map(|lit| lit.node().checked_sub(first_gate));
                gates.map(|at| at as u32).collect()
            })
            .collect();
        let component = components(&edges);
        let needed = needed(&edges, outputs, first_gate);
        // Components are numbered inputs first, depth first: neighbours in this
        // order tend to use the same values.
        let mut gates: Vec<usize> = (0..self.gates.len()).filter(|&gate| needed[gate]).collect();
        gates.sort_by_key(|&gate| (component[gate], gate));
        let mut loops = Vec::new();
        let mut start = 0;
        for group in gates.chunk_by(|&a, &b| component[a] == component[b]) {
            let end = start + group.len();
            if group.len() > 1 || edges[group[0]].contains(&(group[0] as u32)) {
                let negates = |&gate: &usize| {
                    self.gates[gate].inputs.iter().any(|lit| {
                        let inner = lit.node().checked_sub(first_gate);
                        lit.is_negated()
                            && inner.is_some_and(|inner| component[inner] == component[gate])
                    })
                };
                if group.iter().any(negates) {
                    return None;
                }
                loops.push(start..end);
            }
            start = end;
        }
        Some(Order { gates, loops })
    }
}

struct Order {
    gates: Vec<usize>,
    loops: Vec<std::ops::Range<usize>>,
}

fn needed(edges: &[Vec<u32>], outputs: &Outputs, first_gate: usize) -> Vec<bool> {
    let mut needed = vec![false; edges.len()];
    let mut todo = Vec::new();
    outputs.clone().for_each(&mut |lit| todo.extend(lit.node().checked_sub(first_gate)));
    while let Some(gate) = todo.pop() {
        if !std::mem::replace(&mut needed[gate], true) {
            todo.extend(edges[gate].iter().map(|&input| input as usize));
        }
    }
    needed
}

impl Outputs {
    fn for_each(&mut self, visit: &mut dyn FnMut(&mut Lit)) {
        self.next.iter_mut().for_each(&mut *visit);
        self.legal.iter_mut().for_each(&mut *visit);
        visit(&mut self.terminal);
        self.goals.iter_mut().flatten().for_each(|(_, lit)| visit(lit));
        self.extras.iter_mut().for_each(&mut *visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recursive_gates_do_not_absorb_themselves_or_each_other() {
        let mut builder = Builder::new(1, vec![0]);
        let base = builder.base(0);
        let (own, left, right) = (builder.forward(), builder.forward(), builder.forward());
        builder.define(own, &[own]);
        builder.define(left, &[right, base]);
        builder.define(right, &[left]);
        assert_eq!(builder.and(&[Lit::TRUE, own]), own);
        assert_eq!(builder.and(&[left, right]), right);
    }
}
