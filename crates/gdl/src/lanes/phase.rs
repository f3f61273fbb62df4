//! Phases: cycles of facts that do not depend on moves, such as whose turn it
//! is.
//!
//! If the next values of some facts depend on these facts only, and their
//! values repeat with some period, then a state's phase in that cycle
//! determines them. A circuit specialised for each phase, with these facts
//! replaced by constants, has about half of the gates where two roles take
//! turns.

use std::collections::BTreeSet;

use crate::circuit::{Circuit, Lit};

/// The longest cycle that is searched for.
const PERIOD_MAX: usize = 8;
/// Maximum number of gates that a candidate's next value may depend on.
const N_GATES_MAX: usize = 64;

/// A cycle of the values of some facts, independent of the moves made.
///
/// ```
/// use ludex_gdl::circuit::{Builder, Lit, Outputs};
/// use ludex_gdl::lanes::Phases;
///
/// // Two facts that take turns, and one that a move makes true.
/// let builder = Builder::new(3, vec![0, 1]);
/// let next = vec![builder.base(1), builder.base(0), builder.mv(0)];
/// let initial = vec![true, false, false];
/// let outputs = Outputs { initial, next, legal: vec![Lit::TRUE], ..Outputs::default() };
/// let circuit = builder.finish(outputs).unwrap();
/// let phases = Phases::find(&circuit).unwrap();
/// assert_eq!(phases.period(), 2);
/// assert_eq!(phases.phase_of(&[0b001]), Some(0));
/// assert_eq!(phases.phase_of(&[0b110]), Some(1));
/// assert_eq!(phases.phase_of(&[0b011]), None);
/// ```
#[derive(Clone, Debug)]
pub struct Phases {
    /// The facts in the cycle.
    facts: Vec<usize>,
    /// For each phase, the values of these facts.
    values: Vec<Vec<bool>>,
}

impl Phases {
    /// The best cycle through the initial state, if there is one.
    pub fn find(circuit: &Circuit) -> Option<Self> {
        let depends = independent_facts(circuit);
        let states = simulate(circuit, &depends);
        let periodic = |period: usize| -> Vec<usize> {
            let closed = |base: &usize| {
                closure(&depends, *base).into_iter().all(|at| states[period][at] == states[0][at])
            };
            (0..circuit.n_bases).filter(|base| depends[*base].is_some()).filter(closed).collect()
        };
        let best = (1..=PERIOD_MAX).map(|period| (periodic(period), period));
        let (facts, period) =
            best.max_by_key(|(facts, period)| (facts.len(), std::cmp::Reverse(*period)))?;
        if facts.is_empty() {
            return None;
        }
        let values = states[..period].iter();
        let values = values.map(|state| facts.iter().map(|&base| state[base]).collect()).collect();
        Some(Self { facts, values })
    }

    /// Number of phases.
    pub fn period(&self) -> usize {
        self.values.len()
    }

    /// The phase of a [packed](super::pack) state, if it has one.
    pub fn phase_of(&self, state: &[u64]) -> Option<usize> {
        let holds = |base: usize| state[base / 64] >> (base % 64) & 1 == 1;
        let agrees = |values: &Vec<bool>| {
            self.facts.iter().zip(values).all(|(&base, &value)| holds(base) == value)
        };
        self.values.iter().position(agrees)
    }

    /// The facts in the cycle, with their values in a phase.
    pub(crate) fn values_of(&self, phase: usize) -> impl Iterator<Item = (usize, bool)> + '_ {
        self.facts.iter().copied().zip(self.values[phase].iter().copied())
    }

    /// The circuit specialised for the states of a phase and the moves legal
    /// there.
    pub fn specialise(&self, circuit: &Circuit, phase: usize) -> Circuit {
        let mut known: Vec<(usize, bool)> =
            self.values_of(phase).map(|(base, value)| (circuit.base_node(base), value)).collect();
        let first = circuit.specialised(&known);
        for role in 0..circuit.n_roles() {
            let legal = first.moves_of(role).filter(|&mv| first.legal[mv] != Lit::FALSE);
            let legal: Vec<usize> = legal.collect();
            let only = |mv: usize| legal == [mv] && first.legal[mv] == Lit::TRUE;
            for mv in first.moves_of(role) {
                if only(mv) || !legal.contains(&mv) {
                    known.push((circuit.move_node(mv), only(mv)));
                }
            }
        }
        circuit.specialised(&known)
    }
}

/// For each fact whose next value depends on no move, even indirectly: the
/// facts it directly depends on.
fn independent_facts(circuit: &Circuit) -> Vec<Option<BTreeSet<usize>>> {
    let mut depends: Vec<Option<BTreeSet<usize>>> =
        circuit.next.iter().map(|&lit| support(circuit, lit)).collect();
    loop {
        let lost = |facts: &BTreeSet<usize>| facts.iter().any(|&base| depends[base].is_none());
        let lost: Vec<usize> =
            (0..depends.len()).filter(|&base| depends[base].as_ref().is_some_and(lost)).collect();
        if lost.is_empty() {
            return depends;
        }
        lost.into_iter().for_each(|base| depends[base] = None);
    }
}

/// The facts that a literal depends on, or `None` if it depends on moves or on
/// too many gates.
fn support(circuit: &Circuit, lit: Lit) -> Option<BTreeSet<usize>> {
    let mut facts = BTreeSet::new();
    let mut seen = BTreeSet::from([lit.node()]);
    let mut todo = vec![lit.node()];
    while let Some(node) = todo.pop() {
        if node >= circuit.first_gate() {
            for input in circuit.inputs_of(node - circuit.first_gate()) {
                if seen.insert(input.node()) {
                    todo.push(input.node());
                }
            }
        } else if node > circuit.n_bases || seen.len() > N_GATES_MAX {
            return None;
        } else if node > 0 {
            facts.insert(node - 1);
        }
    }
    Some(facts)
}

/// All facts that a fact depends on, directly or indirectly, itself included.
fn closure(depends: &[Option<BTreeSet<usize>>], base: usize) -> BTreeSet<usize> {
    let mut all = BTreeSet::from([base]);
    let mut todo = vec![base];
    while let Some(base) = todo.pop() {
        for &other in depends[base].iter().flatten() {
            if all.insert(other) {
                todo.push(other);
            }
        }
    }
    all
}

/// The first states, restricted to the independent facts.
fn simulate(circuit: &Circuit, depends: &[Option<BTreeSet<usize>>]) -> Vec<Vec<bool>> {
    let no_moves = vec![false; circuit.n_moves()];
    let mut states = vec![circuit.initial.clone()];
    for _ in 0..PERIOD_MAX {
        let state = &states[states.len() - 1];
        let values = circuit.evaluate(state, &no_moves);
        let next = (0..circuit.n_bases)
            .map(|base| depends[base].is_some() && Circuit::value(&values, circuit.next[base]));
        let next = next.collect();
        states.push(next);
    }
    states
}
