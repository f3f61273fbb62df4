//! Circuits made again from others, with some inputs replaced.

use super::{Builder, Circuit, GateKind, Lit, Outputs};

impl Circuit {
    /// Makes the gates of this circuit in a builder, with a literal for each base and
    /// move, and returns the literal of each node.
    pub(crate) fn rebuild(&self, builder: &mut Builder, input: impl Fn(usize) -> Lit) -> Vec<Lit> {
        let mut lits: Vec<Lit> = (0..self.n_nodes()).map(Lit::of_node).collect();
        (1..self.first_gate()).for_each(|node| lits[node] = input(node));
        // Members of loops that are used before they are built.
        let mut forwards = vec![None; self.n_nodes()];
        for range in &self.loops {
            for node in range.clone() {
                for input in self.inputs_of(node - self.first_gate()) {
                    if (node..range.end).contains(&input.node()) {
                        let forward =
                            *forwards[input.node()].get_or_insert_with(|| builder.forward());
                        lits[input.node()] = forward;
                    }
                }
            }
        }
        for gate in 0..self.n_gates() {
            let node = self.first_gate() + gate;
            let inputs: Vec<Lit> =
                self.inputs_of(gate).iter().map(|&lit| lit.rebuilt(&lits)).collect();
            let lit = match self.kinds[gate] {
                GateKind::And => builder.and(&inputs),
                GateKind::Or => builder.or(&inputs),
            };
            match forwards[node] {
                Some(forward) => builder.define(forward, &[lit]),
                None => lits[node] = lit,
            }
        }
        lits
    }

    /// The circuit simplified by the known values of some inputs.
    pub(crate) fn specialised(&self, known: &[(usize, bool)]) -> Self {
        let mut builder = Builder::new(self.n_bases, self.role_starts.clone());
        let mut inputs: Vec<Lit> = (0..self.first_gate()).map(Lit::of_node).collect();
        for &(node, value) in known {
            inputs[node] = if value { Lit::TRUE } else { Lit::FALSE };
        }
        let lits = self.rebuild(&mut builder, |node| inputs[node]);
        let all = |from: &[Lit]| from.iter().map(|lit| lit.rebuilt(&lits)).collect();
        let goals = self
            .goals
            .iter()
            .map(|goals| goals.iter().map(|&(value, lit)| (value, lit.rebuilt(&lits))).collect());
        let outputs = Outputs {
            initial: self.initial.clone(),
            next: all(&self.next),
            legal: all(&self.legal),
            terminal: self.terminal.rebuilt(&lits),
            goals: goals.collect(),
            extras: all(&self.extras),
        };
        builder.finish(outputs).expect("no gate depends on its own negation, as before")
    }
}

impl Lit {
    /// The literal in another circuit, given the literals of the nodes there.
    pub(crate) fn rebuilt(self, lits: &[Lit]) -> Lit {
        if self.is_negated() { !lits[self.node()] } else { lits[self.node()] }
    }
}
