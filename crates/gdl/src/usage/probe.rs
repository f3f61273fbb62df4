//! A game that tells which of its rules apply.

use std::ops::Range;
use std::sync::Arc;

use game::draw::{below, draw};
use game::{Game, RoleId};

use super::pattern::{self, PatternUse};
use super::seen::{Seen, has, join, join_at, set};
use super::witness::{RuleKind, Witness, with_witnesses};
use super::{UnusedRule, Usage};
use crate::circuit::{Budget, Circuit, GroundError, Grounded, Lit};
use crate::reason::Limits;
use crate::reference::Reference;
use crate::sheet::Sheet;
use crate::single::{CircuitGame, MoveId, Single};
use crate::term::TermId;

/// A sheet ready to be watched in play.
///
/// ```
/// use gdl::circuit::Budget;
/// use gdl::usage::Probe;
/// use gdl::{Limits, Sheet, library};
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let probe = Probe::new(&sheet, &Limits::default(), &Budget::default()).unwrap();
/// let usage = probe.usage(&probe.random_games(1, 0..200));
/// assert_eq!(usage.n_games, 200);
/// assert!(usage.rules.is_empty(), "every rule of tic-tac-toe is of use");
/// ```
pub struct Probe {
    sheet: Sheet,
    game: CircuitGame,
    witnesses: Vec<Witness>,
    /// The base of each witness, unless grounding rules the rule out.
    bases: Vec<Option<usize>>,
    /// Facts and moves that the sheet declares.
    declared: [Vec<TermId>; 2],
}

impl Probe {
    /// Prepares a sheet that can be played, if it grounds.
    pub fn new(sheet: &Sheet, limits: &Limits, budget: &Budget) -> Result<Self, GroundError> {
        let (watched, witnesses) = with_witnesses(sheet);
        let reference = Reference::new(&watched, limits.clone())?;
        let game = CircuitGame::new(Arc::new(Grounded::new(&watched, &reference, budget)?));
        let grounded = Arc::clone(game.grounded());
        let find = |witness: &Witness| {
            let name = grounded.terms.symbols().find(&witness.name)?;
            let term = grounded.terms.constant(name);
            let base = grounded.bases.iter().position(|&fact| fact == term)?;
            (grounded.circuit.next[base] != Lit::FALSE).then_some(base)
        };
        let bases = witnesses.iter().map(find).collect();
        // Whoever declares nothing, or too much, loses no more than this.
        let declared = [("base", 1), ("input", 2)].map(|(relation, arity)| {
            let tuples = reference.extension(&watched, relation, arity).unwrap_or_default();
            tuples.iter().filter_map(|tuple| tuple.last().copied()).collect()
        });
        Ok(Self { sheet: sheet.clone(), game, witnesses, bases, declared })
    }

    /// The circuit that it plays on, larger than that of the game alone.
    pub fn circuit(&self) -> &Circuit {
        &self.game.grounded().circuit
    }

    /// Plays random games with these numbers.
    pub fn random_games(&self, seed: u64, numbers: Range<u64>) -> Seen {
        let mut watch = Watch::new(self);
        for number in numbers {
            watch.play(&mut |single, role, ply| {
                let n_legal = single.count_legal(role);
                let random = draw(seed, number, ply, role.index());
                (n_legal > 0).then(|| single.nth_legal(role, below(random, n_legal)))
            });
        }
        watch.seen
    }

    /// Watches games that were played, given as joint moves by name. A game is
    /// followed as far as its moves are legal here.
    pub fn replay(&self, games: &[Vec<Vec<String>>]) -> Seen {
        let mut watch = Watch::new(self);
        for moves in games {
            watch.play(&mut |single, role, ply| {
                let name = moves.get(ply as usize)?.get(role.index())?;
                let mv = self.game.find_move(role, self.game.terms().read(name).ok()?).ok()?;
                single.legal_moves(role).find(|&legal| legal == mv)
            });
        }
        watch.seen
    }

    /// What was used and what was not.
    pub fn usage(&self, seen: &Seen) -> Usage {
        let grounded = self.game.grounded();
        let (circuit, terms) = (&grounded.circuit, &grounded.terms);
        let show = |term: TermId| terms.show(term).to_string();
        let is_witness = |base: &usize| {
            self.bases.contains(&Some(*base))
                || self.witnesses.iter().any(|witness| witness.name == show(grounded.bases[*base]))
        };
        let facts: Vec<usize> = (0..grounded.bases.len())
            .filter(|&base| circuit.initial[base] || circuit.next[base] != Lit::FALSE)
            .filter(|base| !is_witness(base))
            .collect();
        let moves: Vec<usize> =
            (0..grounded.moves.len()).filter(|&mv| circuit.legal[mv] != Lit::FALSE).collect();
        let role_of = |mv: usize| {
            let role = circuit.role_starts.partition_point(|&start| start <= mv) - 1;
            grounded.roles[role].name.clone()
        };
        let named = |mv: usize| (role_of(mv), show(grounded.moves[mv]));
        let seen_fact = |base: usize| (grounded.bases[base], has(&seen.facts, base));
        let seen_move = |mv: usize| (grounded.moves[mv], has(&seen.legal, mv));
        let mut fact_counts = pattern::count(terms, facts.iter().map(|&base| seen_fact(base)));
        let mut move_counts = pattern::count(terms, moves.iter().map(|&mv| seen_move(mv)));
        pattern::declare(terms, &mut fact_counts, &self.declared[0]);
        pattern::declare(terms, &mut move_counts, &self.declared[1]);
        let unseen = facts.iter().filter(|&&base| !has(&seen.facts, base));
        let is_legal = |mv: &usize| has(&seen.legal, *mv);
        let is_made = |mv: &usize| has(&seen.made, *mv);
        Usage {
            n_games: seen.n_games,
            n_plies: seen.n_plies,
            n_rules: self.witnesses.len(),
            rules: self.unused_rules(seen),
            facts: told(pattern::uses(fact_counts, &self.sheet, pattern::fact_of)),
            moves: told(pattern::uses(move_counts, &self.sheet, pattern::move_of)),
            unseen_facts: unseen.map(|&base| show(grounded.bases[base])).collect(),
            unseen_moves: moves.iter().copied().filter(|mv| !is_legal(mv)).map(named).collect(),
            unmade_moves: moves
                .iter()
                .copied()
                .filter(|mv| is_legal(mv) && !is_made(mv))
                .map(named)
                .collect(),
        }
    }

    fn unused_rules(&self, seen: &Seen) -> Vec<UnusedRule> {
        let mut unused = Vec::new();
        for (witness, base) in self.witnesses.iter().zip(&self.bases) {
            let is_used = base.is_some_and(|base| {
                let in_play = witness.kind != RuleKind::Goal && has(&seen.facts, base);
                let at_end = witness.kind != RuleKind::Play && witness.is_of_state;
                in_play || at_end && has(&seen.ends, base)
            });
            if is_used {
                continue;
            }
            let rule = &self.sheet.rules()[witness.rule];
            let text = self.sheet.source().slice(rule.span);
            unused.push(UnusedRule {
                place: self.sheet.source().position(rule.span.start as usize),
                text: one_line(text),
                kind: witness.kind,
                is_proven: base.is_none(),
            });
        }
        unused
    }
}

/// A rule without its comments and line breaks.
fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or(""));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Only what a name alone does not tell: where nothing of a name was seen, each
/// word in each place would say so again; and a name that has no more than one
/// word in a place says as much by itself.
fn told(uses: Vec<PatternUse>) -> Vec<PatternUse> {
    let unused: Vec<(String, usize)> = uses
        .iter()
        .filter(|one| one.pattern.fixed.is_none() && one.is_unused())
        .map(|one| (one.pattern.name.clone(), one.pattern.n_args))
        .collect();
    let is_told = |one: &PatternUse| {
        let name = (one.pattern.name.clone(), one.pattern.n_args);
        one.pattern.fixed.is_none() || !unused.contains(&name)
    };
    uses.into_iter().filter(is_told).collect()
}

/// Watches one game after another.
struct Watch<'a> {
    probe: &'a Probe,
    single: Single,
    seen: Seen,
    joint: Vec<MoveId>,
}

/// Where a game that goes on and on is left.
const N_PLIES_MAX: u32 = 10_000;

impl<'a> Watch<'a> {
    fn new(probe: &'a Probe) -> Self {
        Self { probe, single: probe.game.single(), seen: Seen::default(), joint: Vec::new() }
    }

    /// Watches one game, to its end or until someone has no move.
    fn play(&mut self, choose: &mut dyn FnMut(&Single, RoleId, u32) -> Option<MoveId>) {
        let circuit = &self.probe.game.grounded().circuit;
        self.seen.n_games += 1;
        self.single.turn_to(&self.probe.game.initial());
        for ply in 0..N_PLIES_MAX {
            join(&mut self.seen.facts, self.single.state().words());
            if self.single.is_terminal() {
                self.look_at_end(circuit);
                return;
            }
            self.joint.clear();
            for role in (0..circuit.n_roles()).map(RoleId::new) {
                let first = circuit.role_starts[role.index()];
                join_at(&mut self.seen.legal, first, self.single.legal_words(role));
                let Some(mv) = choose(&self.single, role, ply) else { return };
                self.joint.push(mv);
            }
            self.joint.iter().for_each(|mv| set(&mut self.seen.made, mv.index()));
            self.single.play(&self.joint);
            self.seen.n_plies += 1;
        }
    }

    /// Where no more moves are made, rules about states still apply.
    fn look_at_end(&mut self, circuit: &Circuit) {
        let bases: Vec<bool> =
            (0..circuit.n_bases).map(|base| self.single.state().contains(base)).collect();
        let values = circuit.evaluate(&bases, &vec![false; circuit.n_moves()]);
        for &base in self.probe.bases.iter().flatten() {
            if Circuit::value(&values, circuit.next[base]) {
                set(&mut self.seen.ends, base);
            }
        }
    }
}
