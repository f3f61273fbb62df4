//! Literals implied by the legality of a move.
//!
//! Rules often require a move and also the conditions that make it legal. Since
//! only legal moves are made, the latter are redundant.

use rustc_hash::FxHashMap;

use super::{Builder, GateKind, Lit};

/// The literals that hold whenever a move is made.
pub(crate) struct Implied {
    legal: Vec<Lit>,
    known: FxHashMap<usize, Vec<Lit>>,
}

/// Maximum depth of gates that are examined.
pub(super) const DEPTH_MAX: u32 = 4;

impl Implied {
    /// For moves with these legality literals.
    pub fn new(legal: &[Lit]) -> Self {
        Self { legal: legal.to_vec(), known: FxHashMap::default() }
    }

    /// Without any implication.
    pub fn nothing() -> Self {
        Self::new(&[])
    }

    /// Simplifies a conjunction: removes literals that its moves imply, and
    /// makes it false if they imply a literal's negation.
    pub fn simplify(&mut self, builder: &Builder, lits: &mut Vec<Lit>) {
        if self.legal.is_empty() {
            return;
        }
        let moves: Vec<usize> = lits
            .iter()
            .filter(|lit| !lit.is_negated())
            .filter_map(|&lit| builder.as_move(lit))
            .collect();
        for mv in moves {
            let legal = self.legal[mv];
            let implied = self
                .known
                .entry(mv)
                .or_insert_with(|| implied_by(&|lit| builder.gate_of(lit), legal, DEPTH_MAX));
            if lits.iter().any(|&lit| implied.binary_search(&!lit).is_ok()) {
                *lits = vec![Lit::FALSE];
                return;
            }
            lits.retain(|lit| implied.binary_search(lit).is_err());
        }
    }
}

/// The literals that a literal implies, itself included, sorted; `gate_of`
/// returns the kind and inputs of gates.
pub(super) fn implied_by<'a>(
    gate_of: &impl Fn(Lit) -> Option<(GateKind, &'a [Lit])>,
    lit: Lit,
    depth: u32,
) -> Vec<Lit> {
    let mut implied = match gate_of(lit) {
        Some((kind, inputs)) if depth > 0 => {
            // By De Morgan: a false disjunction makes all its inputs false.
            let flip = |input: &Lit| if lit.is_negated() { !*input } else { *input };
            let all = (kind == GateKind::And) != lit.is_negated();
            let mut each = inputs.iter().map(|input| implied_by(gate_of, flip(input), depth - 1));
            match all {
                true => each.flatten().collect(),
                false => {
                    let mut common = each.next().unwrap_or_default();
                    for other in each {
                        common.retain(|lit| other.binary_search(lit).is_ok());
                    }
                    common
                }
            }
        }
        _ => Vec::new(),
    };
    implied.push(lit);
    implied.sort_unstable();
    implied.dedup();
    implied
}
