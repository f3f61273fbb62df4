//! What is certain about facts where a gate holds.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{Circuit, GateKind, Lit};

/// How far to look behind a gate.
const DEPTH_MAX: u32 = 8;

/// Finds the facts that hold, and those that do not, wherever a gate does.
pub(crate) struct Certain<'a> {
    circuit: &'a Circuit,
    known: FxHashMap<Lit, BTreeSet<Lit>>,
}

impl<'a> Certain<'a> {
    pub(crate) fn new(circuit: &'a Circuit) -> Self {
        Self { circuit, known: FxHashMap::default() }
    }

    /// Values of base facts that are certain wherever something holds; not all.
    pub(crate) fn by(&mut self, lit: Lit) -> BTreeSet<Lit> {
        self.of(lit, DEPTH_MAX)
    }

    fn of(&mut self, lit: Lit, depth: u32) -> BTreeSet<Lit> {
        let (node, circuit) = (lit.node(), self.circuit);
        if node == 0 || depth == 0 {
            return BTreeSet::new();
        }
        if node <= circuit.n_bases {
            return BTreeSet::from([lit]);
        }
        let Some(gate) = node.checked_sub(circuit.first_gate()) else { return BTreeSet::new() };
        if circuit.loops.iter().any(|range| range.contains(&node)) {
            return BTreeSet::new();
        }
        if let Some(known) = self.known.get(&lit) {
            return known.clone();
        }
        // Where a disjunction fails, all that it joins do.
        let is_negated = lit.is_negated();
        let inputs = circuit.inputs_of(gate).iter();
        let inputs = inputs.map(|&input| if is_negated { !input } else { input });
        let mut sets = inputs.map(|input| self.of(input, depth - 1)).collect::<Vec<_>>();
        let first = sets.pop().unwrap_or_default();
        let joins_all = (circuit.kinds[gate] == GateKind::And) != is_negated;
        let implied = sets.iter().fold(first, |all, set| match joins_all {
            true => &all | set,
            false => &all & set,
        });
        self.known.insert(lit, implied.clone());
        implied
    }
}
