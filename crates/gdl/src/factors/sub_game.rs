//! The game that one factor is.
//!
//! It has the facts of the factor and those that all factors share. The facts of the
//! other factors are as in the initial position, for good. A role that moves elsewhere
//! passes.
//!
//! The rules end the whole game, and may not end a part of it: a full board, while
//! another one is open. A part is *settled* when none of its moves can change it any
//! more, in no phase. If its goals then tell no role from another by more than the
//! least goal, each role gets the middle of its goals.
//!
//! In a game of one role whose best goal is a conjunction, the part of a factor is won when
//! its [conditions](super::conjuncts) hold.

use std::sync::Arc;

use super::{Factor, Factors};
use crate::circuit::{Builder, Circuit, Grounded, Lit, Outputs};
use crate::term::TermId;

/// The game of one factor, and what its inputs are in the whole game.
pub(super) struct SubGame {
    pub(super) grounded: Grounded,
    /// For each of its bases, that of the whole game.
    pub(super) bases: Vec<usize>,
    /// For each of its moves, that of the whole game; `None` for passing.
    pub(super) moves: Vec<Option<usize>>,
}

impl SubGame {
    /// The game of a factor. With `target`, the only role wins when all of its literals hold.
    pub(super) fn new(
        whole: &Grounded,
        factors: &Factors,
        at: usize,
        target: Option<&[Lit]>,
    ) -> Option<Self> {
        let (circuit, factor) = (&whole.circuit, &factors.factors[at]);
        let mut bases = [&factor.bases[..], &factors.shared].concat();
        bases.sort_unstable();
        let (mut moves, mut role_starts) = (Vec::new(), vec![0]);
        let own = factor.moves();
        for role in 0..circuit.n_roles() {
            let range = circuit.moves_of(role);
            moves.extend(own.iter().copied().filter(|mv| range.contains(mv)).map(Some));
            moves.push(None);
            role_starts.push(moves.len());
        }
        let builder = Builder::new(bases.len(), role_starts);
        let mut maker =
            Maker { circuit, factors, factor, target, builder, bases: &bases, moves: &moves };
        let outputs = maker.outputs();
        let circuit = maker.builder.finish(outputs)?;
        let grounded = Grounded {
            bases: bases.iter().map(|&base| whole.bases[base]).collect(),
            moves: terms(whole, &circuit, &moves),
            circuit,
            roles: whole.roles.clone(),
            terms: Arc::clone(&whole.terms),
            rules: Arc::clone(&whole.rules),
            figures: whole.figures,
        };
        Some(Self { grounded, bases, moves })
    }
}

/// The terms of moves. The store of terms takes no new names, so passing is named after a
/// keyword of which the role has no move.
fn terms(whole: &Grounded, circuit: &Circuit, moves: &[Option<usize>]) -> Vec<TermId> {
    let mut terms = Vec::new();
    for role in 0..circuit.n_roles() {
        let own = moves[circuit.moves_of(role)].iter().flatten().map(|&mv| whole.moves[mv]);
        let own: Vec<TermId> = own.collect();
        let mut names = whole.terms.symbols().names();
        let mut passes = std::iter::from_fn(|| whole.terms.symbols().find(names.next()?));
        let mut passes = passes.by_ref().map(|name| whole.terms.constant(name));
        let pass = passes.find(|pass| !own.contains(pass)).expect("a keyword that is no move");
        terms.extend(own);
        terms.push(pass);
    }
    terms
}

struct Maker<'a> {
    circuit: &'a Circuit,
    factors: &'a Factors,
    factor: &'a Factor,
    target: Option<&'a [Lit]>,
    builder: Builder,
    bases: &'a [usize],
    moves: &'a [Option<usize>],
}

impl Maker<'_> {
    fn outputs(&mut self) -> Outputs {
        let circuit = self.circuit;
        let inputs = self.inputs();
        let lits = circuit.rebuild(&mut self.builder, |node| inputs[node]);
        let by_phase: Vec<Vec<Lit>> =
            (0..self.factors.n_phases()).map(|phase| self.in_phase(&inputs, phase)).collect();
        let legal = self.legal(&lits, &by_phase);
        let settled = self.settled(&by_phase);
        let mut terminal = circuit.terminal.rebuilt(&lits);
        let goals = match self.target {
            None => self.goals(&lits, settled, terminal),
            Some(target) => {
                let target: Vec<Lit> = target.iter().map(|lit| lit.rebuilt(&lits)).collect();
                let is_won = self.builder.and(&target);
                terminal = self.builder.or(&[terminal, is_won]);
                vec![vec![(100, is_won), (0, !is_won)]]
            }
        };
        Outputs {
            initial: self.bases.iter().map(|&base| circuit.initial[base]).collect(),
            next: self.bases.iter().map(|&base| circuit.next[base].rebuilt(&lits)).collect(),
            legal,
            terminal: self.builder.or(&[terminal, settled]),
            goals,
            extras: Vec::new(),
        }
    }

    /// The literal of each input of the whole game.
    fn inputs(&mut self) -> Vec<Lit> {
        let circuit = self.circuit;
        let constant = |value: bool| if value { Lit::TRUE } else { Lit::FALSE };
        let mut inputs = vec![Lit::FALSE; circuit.first_gate()];
        for base in 0..circuit.n_bases {
            inputs[circuit.base_node(base)] = constant(circuit.initial[base]);
        }
        for (at, &base) in self.bases.iter().enumerate() {
            inputs[circuit.base_node(base)] = self.builder.base(at);
        }
        for (role, range) in self.builder.moves_by_role().into_iter().enumerate() {
            let own = range.clone().filter_map(|at| Some((at, self.moves[at]?)));
            for (at, mv) in own {
                inputs[circuit.move_node(mv)] = self.builder.mv(at);
            }
            // One move in another factor stands for all of them: none touches a fact of
            // this one in its phase.
            let pass = self.builder.mv(range.end - 1);
            for phase in 0..self.factors.n_phases() {
                if let Some(mv) = self.elsewhere(role, phase) {
                    let is_phase = self.is_phase(phase);
                    let when = self.builder.and(&[pass, is_phase]);
                    let node = circuit.move_node(mv);
                    inputs[node] = self.builder.or(&[inputs[node], when]);
                }
            }
        }
        inputs
    }

    /// A move of a role in a phase that does not belong to the factor.
    fn elsewhere(&self, role: usize, phase: usize) -> Option<usize> {
        let (moves, own) = (self.circuit.moves_of(role), &self.factor.moves[phase]);
        let mut possible = self.factors.possible[phase].iter().copied();
        possible.find(|mv| moves.contains(mv) && own.binary_search(mv).is_err())
    }

    /// The literals of the whole game in a phase.
    fn in_phase(&mut self, inputs: &[Lit], phase: usize) -> Vec<Lit> {
        let mut inputs = inputs.to_vec();
        if let Some(phases) = &self.factors.phases {
            for (base, value) in phases.values_of(phase) {
                inputs[self.circuit.base_node(base)] = if value { Lit::TRUE } else { Lit::FALSE };
            }
        }
        self.circuit.rebuild(&mut self.builder, |node| inputs[node])
    }

    /// Moves are legal in those phases in which they belong to the factor. Passing is
    /// legal if no move is.
    fn legal(&mut self, lits: &[Lit], by_phase: &[Vec<Lit>]) -> Vec<Lit> {
        let (circuit, factor) = (self.circuit, self.factor);
        let mut legal = Vec::new();
        for range in self.builder.moves_by_role() {
            let first = legal.len();
            for mv in range.clone().filter_map(|at| self.moves[at]) {
                let is_own = |phase: usize| factor.moves[phase].binary_search(&mv).is_ok();
                let is_legal =
                    |phase: usize| circuit.legal[mv].rebuilt(&by_phase[phase]) != Lit::FALSE;
                let phases = 0..by_phase.len();
                let when = match phases.clone().all(|phase| is_own(phase) || !is_legal(phase)) {
                    true => Lit::TRUE,
                    false => {
                        let own: Vec<usize> = phases.filter(|&phase| is_own(phase)).collect();
                        let own: Vec<Lit> =
                            own.into_iter().map(|phase| self.is_phase(phase)).collect();
                        self.builder.or(&own)
                    }
                };
                legal.push(self.builder.and(&[circuit.legal[mv].rebuilt(lits), when]));
            }
            let any = self.builder.or(&legal[first..]);
            legal.push(!any);
        }
        legal
    }

    /// Whether the game is in a phase.
    fn is_phase(&mut self, phase: usize) -> Lit {
        let Some(phases) = &self.factors.phases else { return Lit::TRUE };
        let literal = |(base, value): (usize, bool)| {
            let at = self.bases.binary_search(&base).expect("facts of phases are shared");
            if value { self.builder.base(at) } else { !self.builder.base(at) }
        };
        let lits: Vec<Lit> = phases.values_of(phase).map(literal).collect();
        self.builder.and(&lits)
    }

    /// Whether no move changes the factor any more, in no phase.
    fn settled(&mut self, by_phase: &[Vec<Lit>]) -> Lit {
        let circuit = self.circuit;
        let active = self.factor.active.iter().zip(by_phase);
        let legal: Vec<Lit> = active
            .flat_map(|(moves, lits)| moves.iter().map(|&mv| circuit.legal[mv].rebuilt(lits)))
            .collect();
        !self.builder.or(&legal)
    }

    fn goals(&mut self, lits: &[Lit], settled: Lit, terminal: Lit) -> Vec<Vec<(u8, Lit)>> {
        let goals = |goals: &Vec<(u8, Lit)>| -> Vec<(u8, Lit)> {
            goals.iter().map(|&(value, lit)| (value, lit.rebuilt(lits))).collect()
        };
        let goals: Vec<Vec<(u8, Lit)>> = self.circuit.goals.iter().map(goals).collect();
        let least = |goals: &Vec<(u8, Lit)>| goals.iter().map(|&(value, _)| value).min();
        let above = goals.iter().flat_map(|goals| {
            let least = least(goals);
            goals.iter().filter(move |&&(value, _)| Some(value) > least).map(|&(_, lit)| lit)
        });
        let above: Vec<Lit> = above.collect();
        let is_told = self.builder.or(&above);
        let is_even = self.builder.and(&[settled, !terminal, !is_told]);
        let mut of_roles = Vec::new();
        for goals in goals {
            let most = goals.iter().map(|&(value, _)| value).max().unwrap_or(0);
            let middle = least(&goals).unwrap_or(0).midpoint(most);
            let mut own: Vec<(u8, Lit)> = goals
                .iter()
                .map(|&(value, lit)| (value, self.builder.and(&[lit, !is_even])))
                .collect();
            match own.iter_mut().find(|(value, _)| *value == middle) {
                Some((_, lit)) => *lit = self.builder.or(&[*lit, is_even]),
                None => own.push((middle, is_even)),
            }
            of_roles.push(own);
        }
        of_roles
    }
}
