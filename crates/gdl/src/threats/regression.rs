//! Conditions before a move under which a fact holds after it.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::budget::Budget;
use super::cube::{Cube, Size, contains};
use super::idle::Idle;
use super::implicants::{DEPTH_MAX, Implicants, Known, combine};
use crate::circuit::{Circuit, Lit};

/// The largest disjunctions of conditions on one fact after a move.
const SIZE: Size = Size { n_cubes: 64, n_lits: 8 };

/// A move in a state that is not terminal, and what is known there: its conditions of
/// legality, and those under which the other roles wait.
pub(super) struct Regression<'a> {
    circuit: &'a Circuit,
    /// For each node, whether it depends on the moves of this step.
    is_moved: Vec<bool>,
    now: Implicants<'a>,
    /// What is implied by the state being not terminal.
    open: Vec<Lit>,
    /// What the legality of each move implies.
    implied: Vec<Vec<Lit>>,
    idle: Idle,
    /// The literals known to hold before the move.
    holds: FxHashSet<Lit>,
    /// Conditions on facts under which the other roles wait.
    when: Vec<Lit>,
    /// For each move, whether it is made; `None` if that is not known.
    made: Vec<Option<bool>>,
    found: FxHashMap<Lit, Rc<[Cube]>>,
}

impl<'a> Regression<'a> {
    pub(super) fn new(circuit: &'a Circuit, budget: &mut Budget) -> Self {
        let open = circuit.implied_by(!circuit.terminal);
        let implied: Vec<Vec<Lit>> =
            circuit.legal.iter().map(|&legal| circuit.implied_by(legal)).collect();
        budget.spend(implied.iter().map(Vec::len).sum());
        Self {
            is_moved: circuit.moved_at_once(),
            now: Implicants::new(circuit, SIZE, &open, Known::True),
            idle: Idle::new(circuit, &implied),
            made: vec![None; circuit.n_moves()],
            holds: FxHashSet::default(),
            when: Vec::new(),
            found: FxHashMap::default(),
            circuit,
            open,
            implied,
        }
    }

    /// What is implied by a state being not terminal, sorted.
    pub(super) fn open(&self) -> &[Lit] {
        &self.open
    }

    /// What the legality of a move implies, sorted.
    pub(super) fn implied(&self, mv: usize) -> &[Lit] {
        &self.implied[mv]
    }

    /// Turns to a move of a role. `false` if it is never legal.
    pub(super) fn begin(&mut self, role: usize, mv: usize, budget: &mut Budget) -> bool {
        let circuit = self.circuit;
        self.found.clear();
        self.when.clear();
        self.holds.clear();
        self.holds.extend(self.open.iter().chain(&self.implied[mv]));
        for other in (0..circuit.n_roles()).filter(|&other| other != role) {
            let waiting = self.idle.waiting(other, &self.holds);
            self.when.extend(&waiting.when);
            self.holds.extend(&waiting.when);
            for one in circuit.moves_of(other) {
                self.made[one] = waiting.mv.map(|only| only == one);
            }
        }
        for one in circuit.moves_of(role) {
            self.made[one] = Some(one == mv);
        }
        let is_possible = |lit: &Lit| *lit != Lit::FALSE && !self.holds.contains(&!*lit);
        budget.spend(self.made.len()) && self.holds.iter().all(is_possible)
    }

    /// Conditions on facts, beside legality, under which the other roles wait.
    pub(super) fn when(&self) -> &[Lit] {
        &self.when
    }

    /// Whether a literal is known to hold before the move.
    pub(super) fn holds(&self, lit: Lit) -> bool {
        self.holds.contains(&lit)
    }

    /// Whether the fact of a literal depends on moves.
    pub(super) fn is_moved(&self, fact: Lit) -> bool {
        self.is_moved[self.next(fact).node()]
    }

    /// Cubes of facts before the move, each of which implies that a literal of a fact
    /// holds after it. Known literals are left out.
    pub(super) fn after(&mut self, fact: Lit, budget: &mut Budget) -> Rc<[Cube]> {
        self.before(self.next(fact), DEPTH_MAX, budget)
    }

    /// The ways in which the move makes a literal of a fact true that is not known to
    /// hold: those cubes that do not have it.
    pub(super) fn making(&mut self, fact: Lit, budget: &mut Budget) -> Vec<Cube> {
        if !self.is_moved(fact) || self.holds(fact) {
            return Vec::new();
        }
        let after = self.after(fact, budget);
        after.iter().filter(|cube| cube.binary_search(&fact).is_err()).cloned().collect()
    }

    /// Whether a literal of a fact that holds before the move holds after it.
    pub(super) fn keeps(&mut self, fact: Lit, budget: &mut Budget) -> bool {
        self.holds(!fact) || self.after(fact, budget).iter().any(|cube| contains(&[fact], cube))
    }

    fn next(&self, fact: Lit) -> Lit {
        let next = self.circuit.next[fact.node() - 1];
        if fact.is_negated() { !next } else { next }
    }

    /// The cubes of a literal of this step, given the moves made.
    fn before(&mut self, lit: Lit, depth: u32, budget: &mut Budget) -> Rc<[Cube]> {
        if let Some(found) = self.found.get(&lit) {
            return Rc::clone(found);
        }
        let cubes: Rc<[Cube]> = self.compute(lit, depth, budget).into();
        self.found.insert(lit, Rc::clone(&cubes));
        cubes
    }

    fn compute(&mut self, lit: Lit, depth: u32, budget: &mut Budget) -> Vec<Cube> {
        let (circuit, node) = (self.circuit, lit.node());
        if self.holds.contains(&lit) {
            return vec![Cube::new()];
        }
        if self.holds.contains(&!lit) || depth == 0 || !budget.spend(1) {
            return Vec::new();
        }
        if !self.is_moved[node] {
            let cubes = self.now.of(lit, budget);
            budget.spend(cubes.len());
            return cubes.iter().filter_map(|cube| self.unknown_part(cube)).collect();
        }
        let Some(gate) = node.checked_sub(circuit.first_gate()) else {
            let is_made = self.made[node - 1 - circuit.n_bases];
            let is_true = is_made.is_some_and(|made| made != lit.is_negated());
            return if is_true { vec![Cube::new()] } else { Vec::new() };
        };
        if circuit.loops.iter().any(|range| range.contains(&node)) {
            return Vec::new();
        }
        let inputs = circuit.inputs_of(gate).iter();
        let inputs = inputs.map(|&input| if lit.is_negated() { !input } else { input });
        combine(circuit.kinds[gate], lit.is_negated(), inputs, SIZE, budget, |input, budget| {
            self.before(input, depth - 1, budget)
        })
    }

    /// A cube without the literals known to hold, or `None` if one is known not to.
    fn unknown_part(&self, cube: &Cube) -> Option<Cube> {
        if cube.iter().any(|lit| self.holds.contains(&!*lit)) {
            return None;
        }
        Some(cube.iter().copied().filter(|lit| !self.holds.contains(lit)).collect())
    }
}
