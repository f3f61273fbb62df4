//! Proof-number search: proves or refutes claims about a position.
//!
//! To prove that a role can reach a goal, one move must be proven at each of its turns, and all
//! moves at each turn of the opponents. The *proof number* of a position is the minimum number
//! of further positions to prove for that, the *disproof number* the minimum number to disprove
//! for a refutation. The search always expands the position that may settle most, and so
//! follows forced lines. After Allis (1994); depth first and with a table, so that memory is
//! bounded, after Nagai (2002).
//!
//! **Cycles.** A repetition of a position on the path counts as not proving the claim. A proof
//! never depends on a repetition, so it holds on every path. A refutation may, and is stored
//! with the positions that it needs on the path (the "graph history interaction"; Kishimoto and
//! Müller 2004 store paths, here the relevant positions suffice). Where a refutation depends on
//! a repetition, a second search tests whether the opponents can force an end that refutes the
//! claim; if not, neither side can force its end, and play can be endless.

mod basis;
mod numbers;
mod table;

use std::hash::BuildHasher;
use std::sync::Arc;

use ludex_game::{Choices, Goal, Playable, RoleId, Turn};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::{Assumption, Limits, NodeBudget, Probe, Seen};
use basis::{Basis, Refutations};
use numbers::{FINITE_MAX, INFINITE, Numbers};
use table::Table;

/// A solver for games without chance in which roles take turns.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Game, RoleId, examples::Nim};
/// use ludex_search::{Limits, ProofSearch, Verdict};
///
/// let nim = Arc::new(Nim::new(&[3, 4, 5]));
/// let mut search = ProofSearch::new(nim.clone(), 1 << 20);
/// let solved = search.solve(&nim.initial(), RoleId(0), &Limits::default());
/// assert_eq!(solved.value(), Some(100));
/// ```
pub struct ProofSearch<G: Playable> {
    game: Arc<G>,
    table: Table,
    refutations: Refutations,
    budget: NodeBudget,
    claim: Claim,
    /// The positions from the root to the one being searched, by key.
    path: FxHashMap<u64, G::State>,
    /// Whether two different positions had the same key on the path: keys omit facts that
    /// seldom matter.
    has_merged: bool,
    /// False if roles moved at the same time, chance took part or no role could move.
    has_turns: bool,
    /// The role's goals in the terminal positions seen: the greatest that does not fulfil the
    /// claim, and the least that does.
    goals_seen: (Option<u8>, Option<u8>),
    /// The root move that is easiest to prove.
    root_option: usize,
    /// Properties of the terminal positions of all searches.
    seen: Seen,
    probe: Option<Arc<dyn Probe<G>>>,
}

/// The claim that a role can reach at least some goal, or that its opponents can keep it below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Claim {
    role: RoleId,
    goal_min: u8,
    /// Whether it is the claim of the opponents.
    is_of_others: bool,
    /// Whether positions are compared in full rather than by [`Playable::key`].
    is_exact: bool,
}

impl Claim {
    fn new(role: RoleId, goal_min: u8) -> Self {
        Self { role, goal_min, is_of_others: false, is_exact: false }
    }

    /// Separates the table entries of different claims.
    fn key(self) -> u64 {
        let flags = u64::from(self.is_of_others) << 1 | u64::from(self.is_exact);
        ludex_game::draw::mix(flags << 16 | u64::from(self.goal_min) << 8 | u64::from(self.role.0))
    }
}

/// The result of a search for a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim holds.
    Proven,
    /// The claim does not hold: the opponents can force an end that refutes it.
    Refuted,
    /// Neither the role nor its opponents can force an end in their favour: play can be
    /// endless.
    Endless,
    /// A limit was reached, or the game is outside the method.
    Unknown,
}

/// The known bounds of a position's value.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved<M> {
    /// The greatest goal that the role is proven to reach.
    pub low: u8,
    /// The greatest goal that is not refuted.
    pub high: u8,
    /// Whether `low` and `high` are final. If they differ then, play can be endless.
    pub is_settled: bool,
    /// A move with which the role reaches `low`, if that is not 0; else the move that is
    /// hardest to refute. `None` where the role cannot move.
    pub mv: Option<M>,
    /// Number of positions searched.
    pub nodes: u64,
}

impl<M> Solved<M> {
    /// The value, if it is known exactly.
    pub fn value(&self) -> Option<u8> {
        (self.low == self.high).then_some(self.low)
    }
}

/// The goals that are not settled yet.
#[derive(Clone, Copy, Debug)]
struct Question {
    low: u8,
    high: u8,
    /// The least goal that the role cannot force.
    unforced: u8,
    /// The greatest goal below which the opponents cannot hold the role.
    unheld: u8,
}

impl Question {
    const ALL: Self = Self { low: 0, high: 100, unforced: 101, unheld: 0 };

    /// The next claim to settle: a win, then half, then bisection of the rest.
    fn next(self) -> Option<u8> {
        let Self { low, high, unforced, unheld } = self;
        let (least, greatest) = match low + 1 < unforced {
            true => (low + 1, unforced - 1),
            false => (unheld + 1, high),
        };
        match least..=greatest {
            goals if goals.is_empty() => None,
            _ if greatest == 100 && least == 1 => Some(100),
            goals if goals.contains(&50) => Some(50),
            _ => Some(least + (greatest - least).div_ceil(2)),
        }
    }
}

/// The result of the search at the root.
enum Outcome {
    Proven,
    Refuted(Basis),
    Unsettled,
}

impl<G: Playable> ProofSearch<G> {
    /// A solver with a table of `table_bytes`.
    pub fn new(game: Arc<G>, table_bytes: usize) -> Self {
        let seen = Seen::new(&*game);
        Self {
            game,
            table: Table::new(table_bytes / 4 * 3),
            refutations: Refutations::new(table_bytes / 4),
            budget: NodeBudget::default(),
            claim: Claim::new(RoleId(0), 100),
            path: FxHashMap::default(),
            has_merged: false,
            has_turns: true,
            seen,
            goals_seen: (None, None),
            root_option: 0,
            probe: None,
        }
    }

    /// Takes values below the root from exactly known positions.
    pub fn with_probe(self, probe: Arc<dyn Probe<G>>) -> Self {
        Self { probe: Some(probe), ..self }
    }

    /// Finds the value of a position to a role by proving and refuting claims: first a win,
    /// then half, then the goals between.
    ///
    /// The result is not settled only if a limit is reached or the game is outside the method.
    pub fn solve(&mut self, state: &G::State, role: RoleId, limits: &Limits) -> Solved<G::Move> {
        self.budget = NodeBudget::new(limits);
        let moves = self.moves(state, role);
        let mut mv = moves.first().copied();
        let (mut question, mut is_settled) = (Question::ALL, true);
        while let Some(goal_min) = question.next() {
            // The goals seen are not stored in the table, so each claim starts with an empty
            // one.
            self.forget();
            let verdict = self.run(state, role, goal_min);
            let easiest = moves.get(self.root_option).copied().or(mv);
            // The goals of the terminal positions seen also settle the neighbouring claims.
            match verdict {
                Verdict::Proven => {
                    question.low = self.goals_seen.1.unwrap_or(goal_min).max(goal_min);
                    question.unheld = question.low;
                    mv = easiest;
                }
                Verdict::Refuted => {
                    question.high = self.goals_seen.0.unwrap_or(0);
                    question.unforced = question.high + 1;
                }
                Verdict::Endless => {
                    question.unforced = question.unforced.min(goal_min);
                    question.unheld = question.unheld.max(goal_min);
                }
                Verdict::Unknown => is_settled = false,
            }
            if question.low == 0 {
                mv = easiest;
            }
            if !is_settled {
                break;
            }
        }
        let Question { low, high, .. } = question;
        Solved { low, high, is_settled, mv, nodes: self.budget.n_nodes() }
    }

    /// Whether a role can reach at least a goal. Uses the results of earlier calls.
    pub fn prove(
        &mut self,
        state: &G::State,
        role: RoleId,
        goal_min: Goal,
        limits: &Limits,
    ) -> Verdict {
        self.budget = NodeBudget::new(limits);
        self.run(state, role, goal_min.value())
    }

    /// Whether the greatest goal of one player leaves 0 to the other in all ends that were
    /// seen, so that the value of a proven win is known to both.
    pub(crate) fn wins_leave_nothing(&self) -> bool {
        self.seen.sum() == Some(1.0)
    }

    /// The move of a role that was easiest to prove in the last search, from the position of
    /// that search.
    pub(crate) fn easiest(&self, state: &G::State, role: RoleId) -> Option<G::Move> {
        self.moves(state, role).get(self.root_option).copied()
    }

    /// The assumption of a value found for a position: where goals do not have a constant sum,
    /// that the opponent plays against the role.
    pub fn assumption(&self, state: &G::State, value: f64) -> Option<Assumption> {
        self.seen.assumption_below(&*self.game, state, value)
    }

    /// Number of positions of the last search.
    pub fn n_nodes(&self) -> u64 {
        self.budget.n_nodes()
    }

    fn forget(&mut self) {
        self.table.clear();
        self.refutations.clear();
    }

    fn moves(&self, state: &G::State, role: RoleId) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if !self.game.is_terminal(state) {
            self.game.legal_moves(state, role, &mut moves);
        }
        moves
    }

    /// Settles a claim, first with keys that omit facts that seldom matter; if these may have
    /// changed the result, with exact keys.
    fn run(&mut self, state: &G::State, role: RoleId, goal_min: u8) -> Verdict {
        self.has_merged = false;
        let claim = Claim::new(role, goal_min);
        match self.settle(state, claim) {
            Verdict::Endless if self.has_merged => {
                self.settle(state, Claim { is_exact: true, ..claim })
            }
            verdict => verdict,
        }
    }

    fn settle(&mut self, state: &G::State, claim: Claim) -> Verdict {
        match self.root(state, claim) {
            Outcome::Proven => return Verdict::Proven,
            Outcome::Refuted(basis) if !basis.is_endless => return Verdict::Refuted,
            Outcome::Refuted(basis) if basis.is_free() => {}
            _ => return Verdict::Unknown,
        }
        let easiest = self.root_option;
        let outcome = self.root(state, Claim { is_of_others: true, ..claim });
        self.root_option = easiest;
        match outcome {
            Outcome::Proven => Verdict::Refuted,
            Outcome::Refuted(basis) if basis.is_free() => Verdict::Endless,
            _ => Verdict::Unknown,
        }
    }

    fn root(&mut self, state: &G::State, claim: Claim) -> Outcome {
        self.claim = claim;
        (self.has_turns, self.goals_seen, self.root_option) = (true, (None, None), 0);
        self.path.clear();
        let (numbers, basis) = match self.settled(state) {
            Some(numbers) => (numbers, Basis::default()),
            None => self.search(state, self.key(state), Numbers::UNLIMITED),
        };
        match numbers {
            _ if !self.has_turns => Outcome::Unsettled,
            Numbers { proof: 0, .. } => Outcome::Proven,
            Numbers { disproof: 0, .. } => Outcome::Refuted(basis),
            _ => Outcome::Unsettled,
        }
    }

    fn key(&self, state: &G::State) -> u64 {
        let key = match self.claim.is_exact {
            true => FxBuildHasher.hash_one(state),
            false => self.game.key(state),
        };
        ludex_game::draw::mix(key ^ self.claim.key())
    }

    /// The numbers of a terminal position.
    fn settled(&mut self, state: &G::State) -> Option<Numbers> {
        if !self.game.is_terminal(state) {
            return None;
        }
        self.seen.see_end(&*self.game, state);
        Some(self.numbers_of(self.game.goal(state, self.claim.role).value()))
    }

    /// The numbers of a position whose known value settles the claim.
    fn probed(&mut self, state: &G::State) -> Option<Numbers> {
        let known = self.probe.as_ref()?.probe(&self.game, state, self.claim.role)?;
        let goal_min = f64::from(self.claim.goal_min);
        match known {
            // Goals are whole numbers.
            known if known.low >= goal_min => Some(self.numbers_of(known.low.ceil() as u8)),
            known if known.high < goal_min => Some(self.numbers_of(known.high.floor() as u8)),
            _ => None,
        }
    }

    /// The numbers of a position with a goal of the claim's role.
    fn numbers_of(&mut self, goal: u8) -> Numbers {
        let is_enough = goal >= self.claim.goal_min;
        let (below, above) = &mut self.goals_seen;
        if is_enough {
            *above = Some(above.map_or(goal, |least| least.min(goal)));
        } else {
            *below = Some(below.map_or(goal, |greatest| greatest.max(goal)));
        }
        let is_proven = is_enough != self.claim.is_of_others;
        if is_proven { Numbers::PROVEN } else { Numbers::REFUTED }
    }

    /// Searches below a position until one of its numbers reaches its limit. Returns a
    /// refutation with its basis.
    fn search(&mut self, state: &G::State, key: u64, limit: Numbers) -> (Numbers, Basis) {
        stacker::maybe_grow(STACK_RED_ZONE, STACK_SIZE, || self.search_below(state, key, limit))
    }

    fn search_below(&mut self, state: &G::State, key: u64, limit: Numbers) -> (Numbers, Basis) {
        if !self.budget.spend() {
            let known = self.table.get(key).map(|(numbers, _)| numbers);
            let open = known.filter(|numbers| !numbers.is_settled());
            return (open.unwrap_or(Numbers::NEW), Basis::default());
        }
        // Step 1. All moves. A position on the path is a repetition.
        self.path.insert(key, state.clone());
        let Some((is_own, mut children)) = self.expand(state) else {
            self.has_turns = false;
            return (Numbers::NEW, Basis::default());
        };
        let n_nodes = self.budget.n_nodes();
        let numbers = loop {
            // Step 2. Update the successors' numbers from the table.
            for child in children.iter_mut().filter(|child| !child.numbers.is_settled()) {
                self.look_up(child);
            }
            let numbers = combine(is_own, &children);
            let is_done = numbers.proof >= limit.proof || numbers.disproof >= limit.disproof;
            if is_done || numbers.is_settled() || self.budget.is_over() || !self.has_turns {
                break numbers;
            }
            // Step 3. Search the most promising move.
            let (at, limit) = select(is_own, &children, numbers, limit);
            let child = &mut children[at];
            if self.path.len() == LENGTH_MAX {
                (child.numbers, child.basis) = (Numbers::REFUTED, Basis::too_deep());
            } else {
                (child.numbers, child.basis) = self.search(&child.state, child.key, limit);
            }
        };
        // Step 4. Store the result.
        self.path.remove(&key);
        if self.path.is_empty() {
            self.root_option = easiest(&children);
        }
        if !numbers.is_refuted() {
            self.table.put(key, numbers, false, self.budget.n_nodes() - n_nodes);
            return (numbers, Basis::default());
        }
        let basis = rests_on(is_own, &children).without(key);
        if basis.is_free() {
            self.table.put(key, numbers, basis.is_endless, self.budget.n_nodes() - n_nodes);
        } else {
            self.refutations.put(key, basis.clone());
        }
        (numbers, basis)
    }

    /// Updates the numbers of a successor from the table.
    fn look_up(&self, child: &mut Child<G>) {
        if let Some((numbers, is_endless)) = self.table.get(child.key) {
            child.numbers = numbers;
            child.basis.is_endless = is_endless;
        }
        if !child.numbers.is_settled() {
            let is_on_path = |key| self.path.contains_key(&key);
            if let Some(basis) = self.refutations.get(child.key, &is_on_path) {
                (child.numbers, child.basis) = (Numbers::REFUTED, basis.clone());
            }
        }
    }

    /// The successors, and whether the claim's side chooses among them. `None` where several
    /// roles choose at once, or none can move.
    fn expand(&mut self, state: &G::State) -> Option<(bool, Vec<Child<G>>)> {
        let mut choices = Choices::default();
        let mover = match choices.read(&*self.game, state) {
            Turn::Player(role) => role,
            Turn::Forced => self.claim.role,
            _ => return None,
        };
        let mut joint = Vec::new();
        let is_own = (mover == self.claim.role) != self.claim.is_of_others;
        let mut children = Vec::with_capacity(choices.of(mover).len());
        for option in 0..choices.of(mover).len() {
            choices.joint(mover, option, &mut joint);
            let mut next = state.clone();
            self.game.apply(&mut next, &joint);
            let child = self.child(next);
            // One move that settles the position is sufficient, but a refutation by repetition
            // is weaker than one by an end.
            let is_enough = child.numbers.seen(is_own).proof == 0 && child.basis.is_free();
            children.push(child);
            if is_enough {
                break;
            }
        }
        Some((is_own, children))
    }

    fn child(&mut self, state: G::State) -> Child<G> {
        let key = self.key(&state);
        let settled = self.settled(&state).or_else(|| self.probed(&state));
        let (numbers, basis) = match (settled, self.path.get(&key)) {
            (Some(numbers), _) => (numbers, Basis::default()),
            (None, Some(repeated)) => {
                self.has_merged |= *repeated != state;
                (Numbers::REFUTED, Basis::repetition(key))
            }
            (None, None) => (Numbers::NEW, Basis::default()),
        };
        Child { state, key, numbers, basis }
    }
}

/// Maximum length of a path: its positions are kept, with their successors.
const LENGTH_MAX: usize = 10_000;

/// The search recurses for each ply. If less than this is left of the stack, another segment is
/// allocated on the heap.
const STACK_RED_ZONE: usize = 64 << 10;
const STACK_SIZE: usize = 1 << 20;

struct Child<G: Playable> {
    state: G::State,
    key: u64,
    numbers: Numbers,
    /// The basis of the refutation, if it is refuted.
    basis: Basis,
}

/// The numbers of a position from those of its successors: the side to move needs one move, the
/// other side must refute all.
fn combine<G: Playable>(is_own: bool, children: &[Child<G>]) -> Numbers {
    let (mut proof, mut disproof) = (INFINITE, 0u32);
    for child in children {
        let numbers = child.numbers.seen(is_own);
        proof = proof.min(numbers.proof);
        disproof = disproof.saturating_add(numbers.disproof).min(FINITE_MAX);
    }
    if proof == 0 {
        disproof = INFINITE;
    }
    if disproof == 0 {
        proof = INFINITE;
    }
    Numbers { proof, disproof }.seen(is_own)
}

/// The basis of a position's refutation: the union over all moves where the claim's side moves,
/// else that of one move.
fn rests_on<G: Playable>(is_own: bool, children: &[Child<G>]) -> Basis {
    let refuted = children.iter().filter(|child| child.numbers.is_refuted());
    let bases = refuted.map(|child| &child.basis);
    if !is_own {
        let best = bases.min_by_key(|basis| (basis.is_endless, basis.len()));
        return best.cloned().unwrap_or_default();
    }
    let mut all = Basis::free(false);
    bases.for_each(|basis| all.join(basis));
    all
}

/// The move that is easiest to prove.
fn easiest<G: Playable>(children: &[Child<G>]) -> usize {
    let ease = |&at: &usize| {
        let Numbers { proof, disproof } = children[at].numbers;
        (proof, std::cmp::Reverse(disproof))
    };
    (0..children.len()).min_by_key(ease).unwrap_or(0)
}

/// The move to search, and its limits: until another one seems easier, or the limits of the
/// position itself are reached.
fn select<G: Playable>(
    is_own: bool,
    children: &[Child<G>],
    numbers: Numbers,
    limit: Numbers,
) -> (usize, Numbers) {
    let (numbers, limit) = (numbers.seen(is_own), limit.seen(is_own));
    let proof = |at: usize| children[at].numbers.seen(is_own).proof;
    let best = (0..children.len()).min_by_key(|&at| proof(at)).expect("there is a move");
    let others = (0..children.len()).filter(|&at| at != best).map(proof);
    let second = others.min().unwrap_or(INFINITE);
    // A quarter more than the second best, since otherwise the search alternates between two
    // moves; after Pawlewicz and Lew (2007).
    let proof = limit.proof.min(second.saturating_add(second / 4 + 1));
    let own = children[best].numbers.seen(is_own).disproof;
    let disproof = (limit.disproof - numbers.disproof.min(limit.disproof)).saturating_add(own);
    let limit = Numbers { proof: proof.min(INFINITE), disproof: disproof.min(INFINITE) };
    (best, limit.seen(is_own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TreeGame;
    use ludex_game::Game;

    fn solve(text: &str) -> Solved<crate::TreeMove> {
        let tree: Arc<TreeGame> = Arc::new(text.parse().unwrap());
        let limits = Limits { nodes: Some(10_000), ..Limits::default() };
        ProofSearch::new(tree.clone(), 1 << 12).solve(&tree.initial(), TreeGame::MAX, &limits)
    }

    #[test]
    fn any_goal_is_found() {
        for (text, value) in [
            ("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))", 3),
            ("(max (min 30 (max 80 60)) (min 70 (max 10 77)))", 70),
            ("(min (max 0 100) 99)", 99),
            ("42", 42),
        ] {
            assert_eq!(solve(text).value(), Some(value), "{text}");
        }
    }

    #[test]
    fn nothing_is_claimed_where_play_may_repeat_or_chance_decides() {
        // Open leaves are repeated for ever, and this is certain.
        let open = solve("(max (min 0.5 3))");
        assert_eq!((open.low, open.high, open.is_settled), (0, 100, true));
        assert_eq!(solve("(max (chance 0 100))").value(), None);
    }
}
