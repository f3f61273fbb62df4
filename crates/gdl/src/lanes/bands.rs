//! Hints as gates: for each move with a hint, whether one applies.

use std::iter::once;

use game::{Band, Hints};

use crate::branches::{Branch, branches};
use crate::circuit::{Circuit, GateKind, Lit};
use crate::single::MoveId;

/// Where the circuit tells whether a move has a hint of a band.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) role: usize,
    /// The band, as a place among those of the hints.
    pub(super) band: usize,
    /// The move, as a place in the list of all moves.
    pub(super) mv: usize,
    /// The place among the circuit's extras.
    pub(super) extra: usize,
}

/// The circuit with an extra for each move and band of some hints: whether the
/// move is legal and one of its patterns holds; where weights are summed, none of
/// a stronger band.
pub(super) fn with_bands(circuit: &Circuit, hints: &Hints<MoveId>) -> (Circuit, Vec<Entry>) {
    let mut moves: Vec<_> = hints.patterns().collect();
    moves.sort_by_key(|&(role, mv, _)| (role, mv));
    // Step 1. Patterns without what legality says already, each once.
    let mut patterns = Vec::new();
    for (_, mv, list) in &moves {
        let by_legality = circuit.implied_by(circuit.legal[mv.index()]);
        patterns.extend(list.iter().map(|pattern| {
            let lits = pattern.when.iter().map(|&one| circuit.condition(one));
            lits.filter(|lit| by_legality.binary_search(lit).is_err()).collect::<Vec<Lit>>()
        }));
    }
    // Step 2. Gates for all patterns.
    let mut gates = Gates { circuit: circuit.clone() };
    if gates.circuit.input_starts.is_empty() {
        gates.circuit.input_starts.push(0);
    }
    let lits = gates.conjunctions(patterns);
    // Step 3. Gates for each move and band.
    let (mut entries, mut at) = (Vec::new(), 0);
    for (role, mv, list) in moves {
        let mut stronger = Vec::new();
        for group in list.chunk_by(|one, other| one.band == other.band) {
            let some = gates.or(&lits[at..at + group.len()]);
            at += group.len();
            let mut inputs = vec![circuit.legal[mv.index()], some];
            // Of bands that go ahead, drawing sees to it.
            if let Band::Prefer(_) = hints.bands()[group[0].band] {
                inputs.extend(&stronger);
            }
            let lit = gates.and(&inputs);
            stronger.push(!some);
            let extra = gates.circuit.extras.len();
            gates.circuit.extras.push(lit);
            entries.push(Entry { role, band: group[0].band, mv: mv.index(), extra });
        }
    }
    (gates.circuit, entries)
}

struct Gates {
    circuit: Circuit,
}

impl Gates {
    fn and(&mut self, lits: &[Lit]) -> Lit {
        let lits: Vec<Lit> = lits.iter().copied().filter(|&lit| lit != Lit::TRUE).collect();
        match lits[..] {
            [] => Lit::TRUE,
            _ if lits.contains(&Lit::FALSE) => Lit::FALSE,
            [lit] => lit,
            _ => self.push(GateKind::And, &lits),
        }
    }

    fn or(&mut self, lits: &[Lit]) -> Lit {
        match lits {
            _ if lits.contains(&Lit::TRUE) => Lit::TRUE,
            [lit] => *lit,
            _ => self.push(GateKind::Or, lits),
        }
    }

    /// Gates come after their inputs, so new ones can be last.
    fn push(&mut self, kind: GateKind, inputs: &[Lit]) -> Lit {
        let lit = Lit::of_node(self.circuit.n_nodes());
        self.circuit.kinds.push(kind);
        self.circuit.inputs.extend(inputs);
        self.circuit.input_starts.push(self.circuit.inputs.len() as u32);
        lit
    }

    /// For each list, whether all hold. What many have in common is computed
    /// once.
    fn conjunctions(&mut self, lists: Vec<Vec<Lit>>) -> Vec<Lit> {
        let mut lits = vec![Lit::TRUE; lists.len()];
        self.branch(&branches(lists), Lit::TRUE, &mut lits);
        lits
    }

    /// Gates for lists that go on from what there is a gate for.
    fn branch(&mut self, branches: &[Branch<Lit>], so_far: Lit, lits: &mut [Lit]) {
        for branch in branches {
            let inputs: Vec<Lit> = once(so_far).chain(branch.own.iter().copied()).collect();
            let common = self.and(&inputs);
            branch.ends.iter().for_each(|&at| lits[at] = common);
            self.branch(&branch.below, common, lits);
        }
    }
}
