//! Compiles hints into gates: for each hinted move, whether a hint applies.

use std::iter::once;

use ludex_game::{Band, Hints};

use crate::branches::{Branch, branches};
use crate::circuit::{Circuit, GateKind, Lit};
use crate::single::MoveId;

/// The circuit output for a hint: whether a move has a hint of a band.
#[derive(Clone, Copy, Debug)]
pub(super) struct BandExtra {
    pub(super) role: usize,
    /// Index of the band in the hints.
    pub(super) band: usize,
    /// Index of the move in the list of all moves.
    pub(super) mv: usize,
    /// Index into the circuit's extras.
    pub(super) extra: usize,
}

/// The circuit with an extra for each move and band of the hints: the move is
/// legal and one of its patterns holds and, where weights are summed, no
/// pattern of a stronger band does.
pub(super) fn with_bands(circuit: &Circuit, hints: &Hints<MoveId>) -> (Circuit, Vec<BandExtra>) {
    let mut moves: Vec<_> = hints.patterns().collect();
    moves.sort_by_key(|&(role, mv, _)| (role, mv));
    // Step 1. Distinct patterns, without literals that legality implies.
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
            // Bands that take precedence are resolved when a move is drawn.
            if let Band::Prefer(_) = hints.bands()[group[0].band] {
                inputs.extend(&stronger);
            }
            let lit = gates.and(&inputs);
            stronger.push(!some);
            let extra = gates.circuit.extras.len();
            gates.circuit.extras.push(lit);
            entries.push(BandExtra { role, band: group[0].band, mv: mv.index(), extra });
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

    /// Appends a gate. Gates follow their inputs, so a new one can be last.
    fn push(&mut self, kind: GateKind, inputs: &[Lit]) -> Lit {
        let lit = Lit::of_node(self.circuit.n_nodes());
        self.circuit.kinds.push(kind);
        self.circuit.inputs.extend(inputs);
        self.circuit.input_starts.push(self.circuit.inputs.len() as u32);
        lit
    }

    /// The conjunction of each list. Common prefixes are computed once.
    fn conjunctions(&mut self, lists: Vec<Vec<Lit>>) -> Vec<Lit> {
        let mut lits = vec![Lit::TRUE; lists.len()];
        self.branch(&branches(lists), Lit::TRUE, &mut lits);
        lits
    }

    /// Adds the gates of lists that continue the prefix `so_far`.
    fn branch(&mut self, branches: &[Branch<Lit>], so_far: Lit, lits: &mut [Lit]) {
        for branch in branches {
            let inputs: Vec<Lit> = once(so_far).chain(branch.own.iter().copied()).collect();
            let common = self.and(&inputs);
            branch.ends.iter().for_each(|&at| lits[at] = common);
            self.branch(&branch.below, common, lits);
        }
    }
}
