//! What follows from a move being legal.
//!
//! A rule that asks for a move and then for what made it legal asks twice. Since
//! only legal moves are made, the second question can be left out.

use rustc_hash::FxHashMap;

use super::{Builder, GateKind, Lit};

/// The literals that hold whenever a move is made.
pub(crate) struct Implied {
    legal: Vec<Lit>,
    known: FxHashMap<usize, Vec<Lit>>,
}

/// How far to look into gates.
pub(super) const DEPTH_MAX: u32 = 4;

impl Implied {
    /// By moves that are legal when these hold.
    pub fn new(legal: &[Lit]) -> Self {
        Self { legal: legal.to_vec(), known: FxHashMap::default() }
    }

    /// By no move.
    pub fn nothing() -> Self {
        Self::new(&[])
    }

    /// Simplifies a conjunction: what the moves in it imply is left out, and
    /// if they imply the opposite it never holds.
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

/// What a literal implies, itself included, sorted, given what gates are.
pub(super) fn implied_by<'a>(
    gate_of: &impl Fn(Lit) -> Option<(GateKind, &'a [Lit])>,
    lit: Lit,
    depth: u32,
) -> Vec<Lit> {
    let mut implied = match gate_of(lit) {
        Some((kind, inputs)) if depth > 0 => {
            // The opposite of "some hold" is "all fail".
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
