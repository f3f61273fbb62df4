//! Compiles hints into gates: for each hinted move, whether a hint applies.

use std::iter::once;

use ludex_game::{Band, Hints};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

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

/// The patterns of a move in one band, without literals that legality implies.
struct Group {
    role: usize,
    mv: usize,
    band: usize,
    patterns: Vec<Vec<Lit>>,
}

/// The circuit with an extra for each move and band of the hints: the move is
/// legal and one of its patterns holds and, where weights are summed, no
/// pattern of a stronger band does.
pub(super) fn with_bands(circuit: &Circuit, hints: &Hints<MoveId>) -> (Circuit, Vec<BandExtra>) {
    let groups = groups(circuit, hints);
    // Step 1. Gates that tell whether some pattern of a group holds, in the cheaper of
    // two forms.
    let [mut shared, mut factored] = [(); 2].map(|()| Gates::new(circuit));
    let by_prefix = shared.by_prefix(&groups);
    let by_factor: Vec<Lit> =
        groups.iter().map(|group| factored.factor(&branches(group.patterns.clone()))).collect();
    let (mut gates, some) = match shared.n_words() <= factored.n_words() {
        true => (shared, by_prefix),
        false => (factored, by_factor),
    };
    // Step 2. Gates for each move and band.
    let (mut entries, mut stronger) = (Vec::new(), Vec::new());
    for (at, (&Group { role, mv, band, .. }, &some)) in groups.iter().zip(&some).enumerate() {
        if at == 0 || groups[at - 1].mv != mv {
            stronger.clear();
        }
        let mut inputs = vec![circuit.legal[mv], some];
        // Bands that take precedence are resolved when a move is drawn.
        if let Band::Prefer(_) = hints.bands()[band] {
            inputs.extend(&stronger);
        }
        let lit = gates.and(&inputs);
        stronger.push(!some);
        let extra = gates.circuit.extras.len();
        gates.circuit.extras.push(lit);
        entries.push(BandExtra { role, band, mv, extra });
    }
    (gates.circuit, entries)
}

/// The groups in the order of moves, the strongest band of a move first.
fn groups(circuit: &Circuit, hints: &Hints<MoveId>) -> Vec<Group> {
    let mut moves: Vec<_> = hints.patterns().collect();
    moves.sort_by_key(|&(role, mv, _)| (role, mv));
    let mut groups = Vec::new();
    for (role, mv, list) in moves {
        let mv = mv.index();
        let by_legality = circuit.implied_by(circuit.legal[mv]);
        for same in list.chunk_by(|one, other| one.band == other.band) {
            let patterns = same.iter().map(|pattern| {
                let lits = pattern.when.iter().map(|&one| circuit.condition(one));
                lits.filter(|lit| by_legality.binary_search(lit).is_err()).collect()
            });
            let patterns = patterns.collect();
            groups.push(Group { role, mv, band: same[0].band, patterns });
        }
    }
    groups
}

/// A circuit that grows. Equal gates are made once.
struct Gates {
    circuit: Circuit,
    known: FxHashMap<(GateKind, SmallVec<[Lit; 4]>), Lit>,
}

impl Gates {
    fn new(circuit: &Circuit) -> Self {
        let mut circuit = circuit.clone();
        if circuit.input_starts.is_empty() {
            circuit.input_starts.push(0);
        }
        let mut known = FxHashMap::default();
        for gate in 0..circuit.n_gates() {
            let mut inputs = SmallVec::from_slice(circuit.inputs_of(gate));
            inputs.sort_unstable();
            known.insert((circuit.kinds[gate], inputs), Lit::of_node(circuit.first_gate() + gate));
        }
        Self { circuit, known }
    }

    /// The words that all gates read and write.
    fn n_words(&self) -> usize {
        self.circuit.n_gates() + self.circuit.inputs.len()
    }

    fn and(&mut self, lits: &[Lit]) -> Lit {
        self.gate(GateKind::And, lits, Lit::TRUE)
    }

    fn or(&mut self, lits: &[Lit]) -> Lit {
        self.gate(GateKind::Or, lits, Lit::FALSE)
    }

    /// A gate of a kind with its neutral input. Gates follow their inputs, so a new one
    /// can be last.
    fn gate(&mut self, kind: GateKind, lits: &[Lit], neutral: Lit) -> Lit {
        if lits.contains(&!neutral) {
            return !neutral;
        }
        let mut inputs: SmallVec<[Lit; 4]> =
            lits.iter().copied().filter(|&lit| lit != neutral).collect();
        inputs.sort_unstable();
        inputs.dedup();
        match inputs[..] {
            [] => neutral,
            [lit] => lit,
            _ => *self.known.entry((kind, inputs)).or_insert_with_key(|(kind, inputs)| {
                let lit = Lit::of_node(self.circuit.n_nodes());
                self.circuit.kinds.push(*kind);
                self.circuit.inputs.extend(inputs);
                self.circuit.input_starts.push(self.circuit.inputs.len() as u32);
                lit
            }),
        }
    }

    /// For each group, whether some pattern holds. What the patterns of all groups
    /// begin with is computed once.
    fn by_prefix(&mut self, groups: &[Group]) -> Vec<Lit> {
        let lists: Vec<Vec<Lit>> =
            groups.iter().flat_map(|group| group.patterns.iter().cloned()).collect();
        let mut lits = vec![Lit::TRUE; lists.len()];
        self.branch(&branches(lists), Lit::TRUE, &mut lits);
        let mut rest = &lits[..];
        let some = |group: &Group| {
            let (own, others) = rest.split_at(group.patterns.len());
            rest = others;
            self.or(own)
        };
        groups.iter().map(some).collect()
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

    /// Whether some list of a trie holds. What lists have in common is factored out, so
    /// that different factors can have the same rest: a disc of either colour below a
    /// square, and the lines through it.
    fn factor(&mut self, branches: &[Branch<Lit>]) -> Lit {
        let some = |branch: &Branch<Lit>| {
            let mut inputs = branch.own.clone();
            // A list that ends here makes its extensions redundant.
            if branch.ends.is_empty() {
                inputs.push(self.factor(&branch.below));
            }
            self.and(&inputs)
        };
        let lits: Vec<Lit> = branches.iter().map(some).collect();
        self.or(&lits)
    }
}
