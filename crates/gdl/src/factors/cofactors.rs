//! What becomes of a literal when the move of a role is known.

use rustc_hash::FxHashSet;

use crate::circuit::{Builder, Circuit, GateKind, Lit};

/// Literals of a circuit with some moves known, made in one builder: equal functions are
/// mostly equal literals.
pub(super) struct Cofactors<'a> {
    circuit: &'a Circuit,
    builder: Builder,
    /// The literal of each node under the present assumption.
    lits: Vec<Lit>,
    is_loop: Vec<bool>,
    n_left: u64,
}

/// Too many steps were taken, or the rules are recursive.
#[derive(Debug)]
pub(super) struct Unknown;

impl<'a> Cofactors<'a> {
    pub(super) fn new(circuit: &'a Circuit, n_steps_max: u64) -> Self {
        let mut is_loop = vec![false; circuit.n_nodes()];
        circuit.loops.iter().for_each(|range| is_loop[range.clone()].fill(true));
        Self {
            circuit,
            builder: Builder::new(circuit.n_bases, circuit.role_starts.clone()),
            lits: (0..circuit.n_nodes()).map(Lit::of_node).collect(),
            is_loop,
            n_left: n_steps_max,
        }
    }

    /// Steps that may still be taken.
    pub(super) fn n_left(&self) -> u64 {
        self.n_left
    }

    fn spend(&mut self, n_steps: usize) -> Result<(), Unknown> {
        self.n_left = self.n_left.checked_sub(n_steps as u64).ok_or(Unknown)?;
        Ok(())
    }

    /// The nodes that a literal depends on, itself included, inputs first.
    pub(super) fn cone(&mut self, lit: Lit) -> Result<Vec<usize>, Unknown> {
        let mut seen = FxHashSet::from_iter([lit.node()]);
        let mut todo = vec![lit.node()];
        while let Some(node) = todo.pop() {
            if self.is_loop[node] {
                return Err(Unknown);
            }
            self.spend(1)?;
            if let Some(gate) = node.checked_sub(self.circuit.first_gate()) {
                let inputs = self.circuit.inputs_of(gate).iter().map(|input| input.node());
                todo.extend(inputs.filter(|&input| seen.insert(input)));
            }
        }
        let mut cone: Vec<usize> = seen.into_iter().collect();
        cone.sort_unstable();
        Ok(cone)
    }

    /// The moves of a role among the nodes of a cone.
    pub(super) fn moves_in(&self, cone: &[usize], role: usize) -> Vec<usize> {
        let moves = self.circuit.moves_of(role);
        let nodes = self.circuit.move_node(moves.start)..self.circuit.move_node(moves.end);
        let own = cone.iter().filter(|node| nodes.contains(node));
        own.map(|node| node - self.circuit.move_node(0)).collect()
    }

    /// The literal if a role makes a move, given its cone; without a move, if the role
    /// makes one that the cone does not have.
    pub(super) fn given(
        &mut self,
        lit: Lit,
        cone: &[usize],
        role: usize,
        made: Option<usize>,
    ) -> Result<Lit, Unknown> {
        self.spend(cone.len())?;
        let circuit = self.circuit;
        let moves = circuit.moves_of(role);
        for &node in cone {
            self.lits[node] = match node.checked_sub(circuit.first_gate()) {
                Some(gate) => {
                    let inputs = circuit.inputs_of(gate).iter();
                    let inputs: Vec<Lit> = inputs.map(|lit| lit.rebuilt(&self.lits)).collect();
                    match circuit.kinds[gate] {
                        GateKind::And => self.builder.and(&inputs),
                        GateKind::Or => self.builder.or(&inputs),
                    }
                }
                None => match node.checked_sub(circuit.move_node(0)) {
                    Some(mv) if made == Some(mv) => Lit::TRUE,
                    Some(mv) if moves.contains(&mv) => Lit::FALSE,
                    _ => Lit::of_node(node),
                },
            };
        }
        Ok(lit.rebuilt(&self.lits))
    }

    /// The inputs that a literal of this builder depends on.
    pub(super) fn support(&mut self, lit: Lit) -> Result<Vec<usize>, Unknown> {
        let mut seen = FxHashSet::from_iter([lit.node()]);
        let (mut todo, mut inputs) = (vec![lit], Vec::new());
        while let Some(lit) = todo.pop() {
            self.spend(1)?;
            match self.builder.gate_of(lit) {
                Some((_, terms)) => {
                    todo.extend(terms.iter().filter(|term| seen.insert(term.node())))
                }
                None => inputs.push(lit.node()),
            }
        }
        inputs.retain(|&node| node > 0);
        Ok(inputs)
    }
}
