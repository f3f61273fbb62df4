//! Cofactors: a circuit simplified for known values of some of its inputs.

use rustc_hash::FxHashMap;

use super::net::{Inputs, Net};
use crate::circuit::{Circuit, GateKind, Lit};

/// Rewrites a circuit into a [`Net`], once for each phase of the game.
///
/// A *phase* fixes some facts, usually whose turn it is. Gates that do not
/// depend on them are shared between phases; in the others the constants are
/// propagated, so that a phase has no gates for the moves of roles that are not
/// to move.
pub(super) struct Cofactor<'a> {
    circuit: &'a Circuit,
    pub net: Net,
    depends: Vec<Depends>,
    /// The literals of the nodes that depend on no fixed fact.
    shared: Vec<Lit>,
}

/// The outputs of a circuit in one phase.
pub(super) struct Cofactors {
    pub legal: Vec<Lit>,
    pub next: Vec<Lit>,
    pub terminal: Lit,
    pub goals: Vec<Vec<(u8, Lit)>>,
    pub extras: Vec<Lit>,
    /// For each role the moves that it can make.
    pub possible: Vec<Vec<usize>>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Depends {
    modes: bool,
    moves: bool,
}

impl<'a> Cofactor<'a> {
    /// `modes` are the facts that phases fix.
    pub fn new(circuit: &'a Circuit, modes: &[usize]) -> Self {
        let net = Net::new(circuit.n_bases, circuit.n_moves());
        let depends = dependencies(circuit, modes);
        let inputs = 0..circuit.first_gate();
        let mut shared: Vec<Lit> = inputs.map(Lit::of_node).collect();
        shared.resize(circuit.n_nodes(), Lit::FALSE);
        let mut cofactor = Self { circuit, net, depends, shared: Vec::new() };
        cofactor.rewrite(&mut shared, Depends::default(), &[]);
        cofactor.shared = shared;
        cofactor
    }

    /// The outputs when the modes have these values.
    ///
    /// With `only_legal`, moves that can never be legal in this phase are taken
    /// to be never made.
    pub fn outputs(&mut self, modes: &[(usize, bool)], only_legal: bool) -> Cofactors {
        let circuit = self.circuit;
        let mut lits = self.shared.clone();
        for &(base, value) in modes {
            lits[circuit.base_node(base)] = if value { Lit::TRUE } else { Lit::FALSE };
        }
        self.rewrite(&mut lits, Depends { modes: true, moves: false }, &[]);
        let legal: Vec<Lit> = circuit.legal.iter().map(|&lit| at(&lits, lit)).collect();

        let mut possible = Vec::new();
        for role in 0..circuit.n_roles() {
            let moves = circuit.moves_of(role).filter(|&mv| !only_legal || legal[mv] != Lit::FALSE);
            possible.push(moves.collect::<Vec<_>>());
            for mv in circuit.moves_of(role) {
                if only_legal && legal[mv] == Lit::FALSE {
                    lits[circuit.move_node(mv)] = Lit::FALSE;
                }
            }
            if let [single] = possible[role][..] {
                lits[circuit.move_node(single)] = Lit::TRUE;
            }
        }
        self.rewrite(&mut lits, Depends { modes: false, moves: true }, &possible);
        self.rewrite(&mut lits, Depends { modes: true, moves: true }, &possible);
        Cofactors {
            next: circuit.next.iter().map(|&lit| at(&lits, lit)).collect(),
            terminal: at(&lits, circuit.terminal),
            goals: circuit
                .goals
                .iter()
                .map(|goals| goals.iter().map(|&(value, lit)| (value, at(&lits, lit))).collect())
                .collect(),
            extras: circuit.extras.iter().map(|&lit| at(&lits, lit)).collect(),
            legal,
            possible,
        }
    }

    /// Rewrites the gates with these dependencies. `possible` has the moves of
    /// each role, exactly one of which it makes.
    fn rewrite(&mut self, lits: &mut [Lit], depends: Depends, possible: &[Vec<usize>]) {
        let circuit = self.circuit;
        let mut loops = circuit.loops.iter().peekable();
        let mut node = circuit.first_gate();
        while node < circuit.n_nodes() {
            let end = match loops.next_if(|range| range.start == node) {
                Some(range) => range.end,
                None => node,
            };
            if self.depends[node] != depends {
            } else if end > node {
                self.rewrite_loop(lits, node..end);
            } else {
                let gate = node - circuit.first_gate();
                let inputs: Inputs =
                    circuit.inputs_of(gate).iter().map(|&lit| at(lits, lit)).collect();
                lits[node] = match circuit.kinds[gate] {
                    GateKind::And => self.net.and(&inputs),
                    GateKind::Or if depends.moves => self.or_of_moves(inputs, possible),
                    GateKind::Or => self.net.or(&inputs),
                };
            }
            node = end.max(node + 1);
        }
    }

    fn rewrite_loop(&mut self, lits: &mut [Lit], range: std::ops::Range<usize>) {
        let circuit = self.circuit;
        let kind = |node: usize| circuit.kinds[node - circuit.first_gate()];
        // An OR is a negated AND, which therefore starts as true.
        let starts = range.clone().map(|node| kind(node) == GateKind::Or);
        let members = self.net.forward(starts, self.depends[range.start].moves);
        for (node, member) in range.clone().zip(members.clone()) {
            let lit = Lit::of_node(member);
            lits[node] = if kind(node) == GateKind::Or { !lit } else { lit };
        }
        for (node, member) in range.zip(members) {
            let inputs = circuit.inputs_of(node - circuit.first_gate()).iter();
            let inputs = inputs.map(|&lit| at(lits, lit));
            let inputs = match kind(node) {
                GateKind::And => inputs.collect(),
                GateKind::Or => inputs.map(|lit| !lit).collect(),
            };
            self.net.define(member, inputs);
        }
    }

    /// An OR in which moves under the same condition are grouped.
    ///
    /// Many rules have the form "a cell stays as it is if some move elsewhere is made" with a
    /// condition for each of these moves. Since a role makes exactly one move, that is "unless
    /// one of the few other moves is made", which does not depend on most moves.
    fn or_of_moves(&mut self, inputs: Inputs, possible: &[Vec<usize>]) -> Lit {
        let mut groups: FxHashMap<(usize, Inputs), Vec<usize>> = FxHashMap::default();
        let mut order = Vec::new();
        let mut parts = Inputs::new();
        for lit in inputs {
            let Some((mv, rest)) = self.move_and_rest(lit) else {
                parts.push(lit);
                continue;
            };
            let role = self.circuit.role_starts.partition_point(|&start| start <= mv) - 1;
            let group = groups.entry((role, rest.clone())).or_insert_with(|| {
                order.push((role, rest));
                Vec::new()
            });
            group.push(mv);
        }
        for key in order {
            let mut moves = groups.remove(&key).unwrap_or_default();
            moves.sort_unstable();
            moves.dedup();
            let (role, mut rest) = key;
            rest.push(self.some_move(&moves, &possible[role]));
            parts.push(self.net.and(&rest));
        }
        self.net.or(&parts)
    }

    /// Splits a literal into one move and the remaining conditions.
    fn move_and_rest(&self, lit: Lit) -> Option<(usize, Inputs)> {
        if lit.is_negated() {
            return None;
        }
        if let Some(mv) = self.net.move_of(lit.node()) {
            return Some((mv, Inputs::new()));
        }
        let inputs = self.net.inputs(lit.node());
        let is_move = |lit: &Lit| !lit.is_negated() && self.net.move_of(lit.node()).is_some();
        let at = inputs.iter().position(is_move)?;
        let mut rest = Inputs::from_slice(inputs);
        let mv = self.net.move_of(rest.remove(at).node())?;
        Some((mv, rest))
    }

    /// Whether one of `moves` (in rising order) is made, given that one of
    /// `possible` is.
    fn some_move(&mut self, moves: &[usize], possible: &[usize]) -> Lit {
        let lit = |&mv: &usize| Lit::of_node(self.circuit.move_node(mv));
        if moves.len() * 2 <= possible.len() {
            let lits: Vec<Lit> = moves.iter().map(lit).collect();
            return self.net.or(&lits);
        }
        let others = possible.iter().filter(|mv| moves.binary_search(mv).is_err());
        let others: Vec<Lit> = others.map(lit).collect();
        !self.net.or(&others)
    }
}

fn at(lits: &[Lit], lit: Lit) -> Lit {
    let found = lits[lit.node()];
    if lit.is_negated() { !found } else { found }
}

fn dependencies(circuit: &Circuit, modes: &[usize]) -> Vec<Depends> {
    let mut depends = vec![Depends::default(); circuit.n_nodes()];
    for &base in modes {
        depends[circuit.base_node(base)].modes = true;
    }
    for mv in 0..circuit.n_moves() {
        depends[circuit.move_node(mv)].moves = true;
    }
    let mut loops = circuit.loops.iter().peekable();
    let mut node = circuit.first_gate();
    while node < circuit.n_nodes() {
        let end = loops.next_if(|range| range.start == node).map_or(node + 1, |range| range.end);
        let mut all = Depends::default();
        for member in node..end {
            for lit in circuit.inputs_of(member - circuit.first_gate()) {
                all.modes |= depends[lit.node()].modes;
                all.moves |= depends[lit.node()].moves;
            }
        }
        depends[node..end].fill(all);
        node = end;
    }
    depends
}
