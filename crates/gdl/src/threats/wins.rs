//! Moves that win at once.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::budget::Budget;
use super::cube::{Cube, Size, both, conjoin, merged};
use super::implicants::{Implicants, Known};
use super::regression::Regression;
use crate::circuit::{Circuit, Lit};

/// The largest disjunction of cubes that is a won end, and its longest cube.
const SIZE_OF_END: Size = Size { n_cubes: 4096, n_lits: 8 };

/// The same of the conditions under which a move wins.
const SIZE_OF_WIN: Size = Size { n_cubes: 1024, n_lits: 12 };

/// The cubes of states in which a role has won.
pub(super) struct WonEnds {
    cubes: Rc<[Cube]>,
    /// For each literal of a fact in some cube, the cubes that have it.
    by_lit: Vec<(Lit, Vec<usize>)>,
    /// For each gate in some cube: the literals of facts on which it depends.
    supports: FxHashMap<Lit, Vec<Lit>>,
}

impl WonEnds {
    /// The won ends of a role, as far as they have short cubes.
    ///
    /// A gate that holds in all states that are not terminal, such as *the other has
    /// no line*, is a literal of cubes: moves rarely change it.
    pub(super) fn new(circuit: &Circuit, role: usize, open: &[Lit], budget: &mut Budget) -> Self {
        let mut implicants = Implicants::new(circuit, SIZE_OF_END, open, Known::Atom);
        let won = circuit.goals[role].iter().filter(|goal| goal.0 == 100);
        let won = won.map(|&(_, lit)| lit).next().unwrap_or(Lit::FALSE);
        let cubes: Rc<[Cube]> = match implicants.of(won, budget) {
            won if won.is_empty() => won,
            won => {
                let terminal = implicants.of(circuit.terminal, budget);
                both(&won, &terminal, SIZE_OF_END, budget).into()
            }
        };
        let mut by_lit = FxHashMap::<Lit, Vec<usize>>::default();
        let mut supports = FxHashMap::default();
        for (at, cube) in cubes.iter().enumerate() {
            for &lit in cube {
                if lit.node() < circuit.first_gate() {
                    by_lit.entry(lit).or_default().push(at);
                } else {
                    supports.entry(lit).or_insert_with(|| support(circuit, lit));
                }
            }
        }
        let mut by_lit: Vec<_> = by_lit.into_iter().collect();
        by_lit.sort_unstable();
        Self { cubes, by_lit, supports }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cubes.is_empty()
    }

    /// The conditions under which the move of a regression wins at once.
    pub(super) fn won_by(&self, move_: &mut Regression<'_>, budget: &mut Budget) -> Vec<Cube> {
        let mut all = Vec::new();
        let when = sorted(move_.when().iter().copied().collect());
        let mut kept = FxHashMap::default();
        for (lit, places) in &self.by_lit {
            let making = move_.making(*lit, budget);
            if making.is_empty() {
                continue;
            }
            for &at in places {
                if budget.is_spent() {
                    return Vec::new();
                }
                let mut cubes: Vec<Cube> = making.clone();
                for &other in self.cubes[at].iter().filter(|other| *other != lit) {
                    cubes = if let Some(support) = self.supports.get(&other) {
                        let is_kept = kept.entry(other).or_insert_with(|| {
                            support.iter().all(|&fact| move_.keeps(fact, budget))
                        });
                        if *is_kept { cubes } else { Vec::new() }
                    } else {
                        both(&cubes, &move_.after(other, budget), SIZE_OF_WIN, budget)
                    };
                    if cubes.is_empty() {
                        break;
                    }
                }
                all.extend(
                    cubes.iter().filter_map(|cube| conjoin(cube, &when, SIZE_OF_WIN.n_lits)),
                );
            }
        }
        budget.spend(all.len());
        merged(all)
    }
}

pub(super) fn sorted(mut cube: Cube) -> Cube {
    cube.sort_unstable();
    cube.dedup();
    cube
}

/// Literals of facts such that the given literal still holds if none of those that
/// held ceases to: it is monotone in them.
fn support(circuit: &Circuit, lit: Lit) -> Vec<Lit> {
    let (mut open, mut known, mut facts) = (vec![lit], FxHashSet::default(), Vec::new());
    while let Some(lit) = open.pop() {
        if !known.insert(lit) {
            continue;
        }
        match lit.node().checked_sub(circuit.first_gate()) {
            Some(gate) => {
                let inputs = circuit.inputs_of(gate).iter();
                open.extend(inputs.map(|&one| if lit.is_negated() { !one } else { one }));
            }
            None if lit.node() > 0 => facts.push(lit),
            None => {}
        }
    }
    facts.sort_unstable();
    facts
}
