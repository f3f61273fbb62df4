//! Hints as gates: for each move with a hint, whether one applies.

use game::{Band, Hints};
use rustc_hash::FxHashMap;

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
    fn conjunctions(&mut self, mut lists: Vec<Vec<Lit>>) -> Vec<Lit> {
        let mut n_uses = FxHashMap::<Lit, u32>::default();
        lists.iter().flatten().for_each(|&lit| *n_uses.entry(lit).or_default() += 1);
        // Frequent ones first, so that lists begin alike.
        for list in &mut lists {
            list.sort_by_key(|lit| (std::cmp::Reverse(n_uses[lit]), *lit));
        }
        let mut order: Vec<usize> = (0..lists.len()).collect();
        order.sort_by(|&one, &other| lists[one].cmp(&lists[other]));
        let mut lits = vec![Lit::TRUE; lists.len()];
        self.branch(&lists, &order, 0, Lit::TRUE, &mut lits);
        lits
    }

    /// Gates for lists that begin alike, for which there is one.
    fn branch(
        &mut self,
        lists: &[Vec<Lit>],
        order: &[usize],
        depth: usize,
        so_far: Lit,
        lits: &mut [Lit],
    ) {
        let next = |at: &usize| lists[*at].get(depth);
        for group in order.chunk_by(|one, other| next(one) == next(other)) {
            let (first, last) = (&lists[group[0]], &lists[group[group.len() - 1]]);
            // Lists are sorted: what first and last agree in, all do.
            let n_common = first.iter().zip(last).take_while(|(one, other)| one == other).count();
            let own = first[depth..n_common].iter().copied();
            let inputs: Vec<Lit> = std::iter::once(so_far).chain(own).collect();
            let common = self.and(&inputs);
            let n_done = group.iter().take_while(|&&at| lists[at].len() == n_common).count();
            group[..n_done].iter().for_each(|&at| lits[at] = common);
            if n_done < group.len() {
                self.branch(lists, &group[n_done..], n_common, common, lits);
            }
        }
    }
}
