//! The cubes under which a gate of a state holds.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::budget::Budget;
use super::cube::{Cube, Size, both, either};
use crate::circuit::{Circuit, GateKind, Lit};

/// The cubes of gates that depend on no move, as far as they are small.
///
/// All cubes imply their gate. They need not be all that do: of gates with too
/// many, and of gates in loops, there are none.
pub(super) struct Implicants<'a> {
    circuit: &'a Circuit,
    size: Size,
    /// Literals that are taken to be known.
    given: FxHashSet<Lit>,
    known: Known,
    found: FxHashMap<Lit, Rc<[Cube]>>,
}

/// What is made of literals that are taken to be known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// They hold: the empty cube.
    True,
    /// They are literals of cubes, like those of facts.
    Atom,
}

/// Maximum depth of gates that are examined.
pub(super) const DEPTH_MAX: u32 = 100;

impl<'a> Implicants<'a> {
    pub(super) fn new(circuit: &'a Circuit, size: Size, given: &[Lit], known: Known) -> Self {
        let given = given.iter().copied().collect();
        Self { circuit, size, given, known, found: FxHashMap::default() }
    }

    /// The cubes of a literal.
    pub(super) fn of(&mut self, lit: Lit, budget: &mut Budget) -> Rc<[Cube]> {
        self.within(lit, DEPTH_MAX, budget)
    }

    fn within(&mut self, lit: Lit, depth: u32, budget: &mut Budget) -> Rc<[Cube]> {
        if let Some(found) = self.found.get(&lit) {
            return Rc::clone(found);
        }
        let cubes: Rc<[Cube]> = self.compute(lit, depth, budget).into();
        self.found.insert(lit, Rc::clone(&cubes));
        cubes
    }

    fn compute(&mut self, lit: Lit, depth: u32, budget: &mut Budget) -> Vec<Cube> {
        let circuit = self.circuit;
        if self.given.contains(&lit) {
            return match self.known {
                Known::True => vec![Cube::new()],
                Known::Atom => vec![Cube::from_slice(&[lit])],
            };
        }
        if self.known == Known::True && self.given.contains(&!lit) {
            return Vec::new();
        }
        let node = lit.node();
        let Some(gate) = node.checked_sub(circuit.first_gate()) else {
            return input(circuit, lit);
        };
        if depth == 0 || circuit.loops.iter().any(|range| range.contains(&node)) {
            return Vec::new();
        }
        let size = self.size;
        let inputs = circuit.inputs_of(gate).iter();
        let inputs = inputs.map(|&input| if lit.is_negated() { !input } else { input });
        combine(circuit.kinds[gate], lit.is_negated(), inputs, size, budget, |input, budget| {
            self.within(input, depth - 1, budget)
        })
    }
}

/// The cubes of an input of the circuit: none of moves, about which nothing is known
/// here.
fn input(circuit: &Circuit, lit: Lit) -> Vec<Cube> {
    match lit {
        Lit::TRUE => vec![Cube::new()],
        Lit::FALSE => Vec::new(),
        _ if lit.node() <= circuit.n_bases => vec![Cube::from_slice(&[lit])],
        _ => Vec::new(),
    }
}

/// The cubes of a gate, or of its negation, from those of its inputs: of their
/// negations for a negated gate, by De Morgan.
pub(super) fn combine(
    kind: GateKind,
    is_negated: bool,
    inputs: impl Iterator<Item = Lit>,
    size: Size,
    budget: &mut Budget,
    mut cubes_of: impl FnMut(Lit, &mut Budget) -> Rc<[Cube]>,
) -> Vec<Cube> {
    let is_and = (kind == GateKind::And) != is_negated;
    let mut parts = Vec::new();
    for input in inputs {
        if !budget.spend(1) {
            return Vec::new();
        }
        let part = cubes_of(input, budget);
        let is_true = part.first().is_some_and(|cube| cube.is_empty());
        match is_and {
            // One input settles the gate.
            true if part.is_empty() => return Vec::new(),
            false if is_true => return vec![Cube::new()],
            true if is_true => {}
            false if part.is_empty() => {}
            _ => parts.push(part),
        }
    }
    if !is_and {
        return either(parts.iter().flat_map(|part| part.iter().cloned()).collect(), size, budget);
    }
    parts.sort_by_key(|part| part.len());
    let mut all = vec![Cube::new()];
    for part in parts {
        all = both(&all, &part, size, budget);
        if all.is_empty() {
            break;
        }
    }
    all
}
