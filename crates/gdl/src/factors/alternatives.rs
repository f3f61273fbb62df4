//! The alternatives of a condition: which elements occur together in one of them.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::circuit::{Circuit, GateKind, Lit};

/// The elements that occur in one alternative, in rising order.
pub(super) type Set = Vec<usize>;

/// Finds the alternatives of literals.
pub(super) struct Alternatives<'a> {
    circuit: &'a Circuit,
    /// The element of a base fact, if it has one.
    element: &'a dyn Fn(usize) -> Option<usize>,
    is_loop: Vec<bool>,
    known: FxHashMap<Lit, Rc<[Set]>>,
}

/// Maximum number of alternatives of one literal. With more, all of its elements count
/// as one alternative.
const N_SETS_MAX: usize = 512;

/// Maximum depth of gates whose alternatives are told apart.
const DEPTH_MAX: u32 = 200;

impl<'a> Alternatives<'a> {
    pub(super) fn new(circuit: &'a Circuit, element: &'a dyn Fn(usize) -> Option<usize>) -> Self {
        let mut is_loop = vec![false; circuit.n_nodes()];
        circuit.loops.iter().for_each(|range| is_loop[range.clone()].fill(true));
        Self { circuit, element, is_loop, known: FxHashMap::default() }
    }

    /// The alternatives of a literal, without duplicates.
    pub(super) fn of(&mut self, lit: Lit) -> Rc<[Set]> {
        self.find(lit, DEPTH_MAX)
    }

    fn find(&mut self, lit: Lit, depth: u32) -> Rc<[Set]> {
        if let Some(known) = self.known.get(&lit) {
            return Rc::clone(known);
        }
        let circuit = self.circuit;
        let sets = match lit.node().checked_sub(circuit.first_gate()) {
            None => self.of_input(lit),
            Some(_) if self.is_loop[lit.node()] || depth == 0 => vec![self.all(lit)],
            Some(gate) => {
                let inputs: Vec<Lit> = circuit.inputs_of(gate).to_vec();
                let inputs =
                    inputs.iter().map(|&input| if lit.is_negated() { !input } else { input });
                match (circuit.kinds[gate] == GateKind::Or) != lit.is_negated() {
                    true => self.of_any(lit, inputs, depth),
                    false => self.of_both(lit, inputs, depth),
                }
            }
        };
        let sets: Rc<[Set]> = sets.into();
        self.known.insert(lit, Rc::clone(&sets));
        sets
    }

    fn of_input(&self, lit: Lit) -> Vec<Set> {
        match lit.node() {
            0 if !lit.is_negated() => Vec::new(),
            node if (1..=self.circuit.n_bases).contains(&node) => {
                vec![(self.element)(node - 1).into_iter().collect()]
            }
            _ => vec![Set::new()],
        }
    }

    /// All elements that a literal depends on.
    fn all(&self, lit: Lit) -> Set {
        let bases = self.circuit.bases_of(lit).into_iter();
        let all: BTreeSet<usize> = bases.filter_map(|base| (self.element)(base)).collect();
        all.into_iter().collect()
    }

    fn of_any(&mut self, lit: Lit, inputs: impl Iterator<Item = Lit>, depth: u32) -> Vec<Set> {
        let mut sets = BTreeSet::new();
        for input in inputs {
            sets.extend(self.find(input, depth - 1).iter().cloned());
            if sets.len() > N_SETS_MAX {
                return vec![self.all(lit)];
            }
        }
        sets.into_iter().collect()
    }

    fn of_both(&mut self, lit: Lit, inputs: impl Iterator<Item = Lit>, depth: u32) -> Vec<Set> {
        let mut sets = BTreeSet::from([Set::new()]);
        for input in inputs {
            let own = self.find(input, depth - 1);
            let mut joined = BTreeSet::new();
            for (one, other) in
                sets.iter().flat_map(|one| own.iter().map(move |other| (one, other)))
            {
                let both: BTreeSet<usize> = one.iter().chain(other).copied().collect();
                joined.insert(both.into_iter().collect());
                if joined.len() > N_SETS_MAX {
                    return vec![self.all(lit)];
                }
            }
            sets = joined;
        }
        sets.into_iter().collect()
    }
}
