//! The instrumented game that records which of its rules apply.

use std::ops::Range;
use std::sync::Arc;

use ludex_game::draw::{below, draw};
use ludex_game::{Game, RoleId};

use super::observations::{Observations, has, join, join_at, set};
use super::pattern::{self, PatternUse};
use super::witness::{RuleKind, WatchedRule, with_witnesses};
use super::{UnusedRule, Usage};
use crate::circuit::{Budget, Circuit, GroundError, Grounded, Lit};
use crate::reason::Limits;
use crate::reference::Reference;
use crate::sheet::Sheet;
use crate::single::{CircuitGame, MoveId, Single};
use crate::term::TermId;

/// A sheet instrumented for coverage.
///
/// ```
/// use ludex_gdl::circuit::Budget;
/// use ludex_gdl::usage::Probe;
/// use ludex_gdl::{Limits, Sheet, library};
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
    witnesses: Vec<WatchedRule>,
    /// The base of each witness, or `None` if grounding rules the rule out.
    bases: Vec<Option<usize>>,
    /// Facts and moves that the sheet declares.
    declared: [Vec<TermId>; 2],
}

impl Probe {
    /// Instruments a playable sheet, if it can be grounded.
    pub fn new(sheet: &Sheet, limits: &Limits, budget: &Budget) -> Result<Self, GroundError> {
        let (watched, witnesses) = with_witnesses(sheet);
        let reference = Reference::new(&watched, limits.clone())?;
        let game = CircuitGame::new(Arc::new(Grounded::new(&watched, &reference, budget)?));
        let grounded = Arc::clone(game.grounded());
        let find = |witness: &WatchedRule| {
            let name = grounded.terms.symbols().find(&witness.name)?;
            let term = grounded.terms.constant(name);
            let base = grounded.bases.iter().position(|&fact| fact == term)?;
            (grounded.circuit.next[base] != Lit::FALSE).then_some(base)
        };
        let bases = witnesses.iter().map(find).collect();
        // Without declarations, or with too many, only their patterns are
        // missing.
        let declared = [("base", 1), ("input", 2)].map(|(relation, arity)| {
            let tuples = reference.extension(&watched, relation, arity).unwrap_or_default();
            tuples.iter().filter_map(|tuple| tuple.last().copied()).collect()
        });
        Ok(Self { sheet: sheet.clone(), game, witnesses, bases, declared })
    }

    /// The instrumented circuit, larger than that of the game alone.
    pub fn circuit(&self) -> &Circuit {
        &self.game.grounded().circuit
    }

    /// Plays the random games with these numbers.
    pub fn random_games(&self, seed: u64, numbers: Range<u64>) -> Observations {
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

    /// Replays games given as joint moves by name. A game is followed as far as
    /// its moves are legal here.
    pub fn replay(&self, games: &[Vec<Vec<String>>]) -> Observations {
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

    /// Coverage of the sheet by the observed games.
    pub fn usage(&self, seen: &Observations) -> Usage {
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
            facts: without_redundant(pattern::uses(fact_counts, &self.sheet, pattern::fact_of)),
            moves: without_redundant(pattern::uses(move_counts, &self.sheet, pattern::move_of)),
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

    fn unused_rules(&self, seen: &Observations) -> Vec<UnusedRule> {
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
                place: self.sheet.source().line_column(rule.span.start as usize),
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

/// Removes redundant patterns: if no term of a name was seen, patterns with a
/// fixed word repeat that; and a position with a single word adds nothing to
/// the name.
fn without_redundant(uses: Vec<PatternUse>) -> Vec<PatternUse> {
    let unused: Vec<(String, usize)> = uses
        .iter()
        .filter(|one| one.pattern.fixed.is_none() && one.is_unused())
        .map(|one| (one.pattern.name.clone(), one.pattern.n_args))
        .collect();
    let is_informative = |one: &PatternUse| {
        let name = (one.pattern.name.clone(), one.pattern.n_args);
        one.pattern.fixed.is_none() || !unused.contains(&name)
    };
    uses.into_iter().filter(is_informative).collect()
}

/// Observes one game after another.
struct Watch<'a> {
    probe: &'a Probe,
    single: Single,
    seen: Observations,
    joint: Vec<MoveId>,
}

/// Maximum length of an observed game.
const N_PLIES_MAX: u32 = 10_000;

impl<'a> Watch<'a> {
    fn new(probe: &'a Probe) -> Self {
        Self {
            probe,
            single: probe.game.single(),
            seen: Observations::default(),
            joint: Vec::new(),
        }
    }

    /// Observes one game, to its end or until a role has no move.
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

    /// Rules about states also apply in the last state, where no move is made.
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
