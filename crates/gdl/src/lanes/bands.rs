//! Hints as gates: for each move with a hint, whether one applies.

use std::collections::BTreeSet;

use game::Hints;
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
/// move is legal and one of its patterns holds, and none of a stronger band.
pub(super) fn with_bands(circuit: &Circuit, hints: &Hints<MoveId>) -> (Circuit, Vec<Entry>) {
    let mut moves: Vec<_> = hints.patterns().collect();
    moves.sort_by_key(|&(role, mv, _)| (role, mv));
    // Step 1. Patterns without what legality says already, each once.
    let mut implied = Implied { circuit, known: FxHashMap::default() };
    let mut patterns = Vec::new();
    for (_, mv, list) in &moves {
        let by_legality = implied.of(circuit.legal[mv.index()], DEPTH_MAX);
        patterns.extend(list.iter().map(|pattern| {
            let lits = pattern.when.iter().map(|one| match one.is_absent() {
                true => !Lit::of_node(circuit.base_node(one.fact())),
                false => Lit::of_node(circuit.base_node(one.fact())),
            });
            lits.filter(|lit| !by_legality.contains(lit)).collect::<Vec<Lit>>()
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
            let legal = circuit.legal[mv.index()];
            let inputs: Vec<Lit> = [legal, some].into_iter().chain(stronger.clone()).collect();
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

/// How far to look behind a legal move.
const DEPTH_MAX: u32 = 8;

/// Finds the facts that hold, and those that do not, wherever a gate does.
struct Implied<'a> {
    circuit: &'a Circuit,
    known: FxHashMap<Lit, BTreeSet<Lit>>,
}

impl Implied<'_> {
    fn of(&mut self, lit: Lit, depth: u32) -> BTreeSet<Lit> {
        let (node, circuit) = (lit.node(), self.circuit);
        if node == 0 || depth == 0 {
            return BTreeSet::new();
        }
        if node <= circuit.n_bases {
            return BTreeSet::from([lit]);
        }
        let Some(gate) = node.checked_sub(circuit.first_gate()) else { return BTreeSet::new() };
        if circuit.loops.iter().any(|range| range.contains(&node)) {
            return BTreeSet::new();
        }
        if let Some(known) = self.known.get(&lit) {
            return known.clone();
        }
        // Where a disjunction fails, all that it joins do.
        let is_negated = lit.is_negated();
        let inputs = circuit.inputs_of(gate).iter();
        let inputs = inputs.map(|&input| if is_negated { !input } else { input });
        let mut sets = inputs.map(|input| self.of(input, depth - 1)).collect::<Vec<_>>();
        let first = sets.pop().unwrap_or_default();
        let joins_all = (circuit.kinds[gate] == GateKind::And) != is_negated;
        let implied = sets.iter().fold(first, |all, set| match joins_all {
            true => &all | set,
            false => &all & set,
        });
        self.known.insert(lit, implied.clone());
        implied
    }
}
