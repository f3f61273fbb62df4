//! The conditions that the factors of a puzzle have to fulfil.
//!
//! The best goal of a puzzle is often a conjunction: this board solved, and that one. If each
//! condition depends on one factor alone, each factor can be solved by itself, and the moves of
//! one after those of another solve the puzzle, as far as nothing ends it earlier.

use super::Factors;
use crate::circuit::{Circuit, GateKind, Lit};

/// For each factor, the conditions of the best goal that depend on it. `None` if the game has
/// several roles, if a condition depends on several factors, or a factor has none.
pub(super) fn conjuncts(circuit: &Circuit, factors: &Factors) -> Option<Vec<Vec<Lit>>> {
    let [goals] = &circuit.goals[..] else { return None };
    let &(_, best) = goals.iter().find(|(value, _)| *value == 100)?;
    let (mut open, mut conditions) = (vec![best], Vec::new());
    while let Some(lit) = open.pop() {
        let gate = lit.node().checked_sub(circuit.first_gate());
        match gate.filter(|&gate| (circuit.kinds[gate] == GateKind::And) != lit.is_negated()) {
            Some(gate) => {
                let inputs = circuit.inputs_of(gate).iter();
                open.extend(inputs.map(|&input| if lit.is_negated() { !input } else { input }));
            }
            None => conditions.push(lit),
        }
    }
    let mut of_factors = vec![Vec::new(); factors.factors.len()];
    for lit in conditions {
        let bases = circuit.bases_of(lit);
        let depends = |at: &usize| {
            let own = &factors.factors[*at].bases;
            bases.iter().any(|base| own.binary_search(base).is_ok())
        };
        let mut those = (0..of_factors.len()).filter(depends);
        match (those.next(), those.next()) {
            (Some(at), None) => of_factors[at].push(lit),
            (Some(_), Some(_)) => return None,
            // It depends on facts that moves do not change.
            (None, _) => of_factors.iter_mut().for_each(|conditions| conditions.push(lit)),
        }
    }
    of_factors.iter().all(|conditions| !conditions.is_empty()).then_some(of_factors)
}
