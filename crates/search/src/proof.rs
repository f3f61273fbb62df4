//! Proof-number search: solve a position rather than judge it.
//!
//! To prove that a role can have at least some goal, one of its moves must be
//! proven at each of its turns, and all moves of the opponents at theirs. The
//! *proof number* of a position says how many more positions must at least be
//! proven for that, the *disproof number* how many must be disproved to refute
//! it. Always looking at the position that may settle most goes straight for
//! forced lines. After Allis (1994); depth first and with a table, so that
//! memory is bounded, after Nagai (2002).
//!
//! **Cycles.** Where play can come back to a position, a repetition counts as
//! not proving the claim. A proof never rests on one, so proofs hold; but a
//! refutation may, and depends then on how the position was reached (the
//! "graph history interaction"). Once a search has met a repetition it
//! therefore does not claim refutations.

use std::sync::Arc;

use game::{Choices, Goal, Playable, RoleId, Turn};
use rustc_hash::FxHashSet;

use crate::{Effort, Limits, Sides};

/// A solver for games in which roles take turns and nothing is left to chance.
///
/// ```
/// use std::sync::Arc;
/// use game::{Game, RoleId, examples::Nim};
/// use search::{Limits, ProofSearch, Verdict};
///
/// let nim = Arc::new(Nim::new(&[3, 4, 5]));
/// let mut search = ProofSearch::new(nim.clone(), 1 << 20);
/// let solved = search.solve(&nim.initial(), RoleId(0), &Limits::default());
/// assert_eq!(solved.value(), Some(100));
/// ```
pub struct ProofSearch<G: Playable> {
    game: Arc<G>,
    table: Table,
    effort: Effort,
    claim: Claim,
    sides: Sides,
    /// The positions between the root and the one being searched.
    path: FxHashSet<u64>,
    has_cycle: bool,
    /// Whether roles moved at the same time, or chance took part.
    has_turns: bool,
    /// The goals of the role in the terminal positions seen: the greatest that
    /// does not fulfil the claim, and the least that does.
    goals_seen: (Option<u8>, Option<u8>),
}

/// That a role can have at least some goal.
#[derive(Clone, Copy, Debug)]
struct Claim {
    goal_min: u8,
    /// Sets apart what the table holds for different claims.
    key: u64,
}

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does.
    Proven,
    /// It does not.
    Refuted,
    /// A limit was reached, or the game is none for this search.
    Unknown,
}

/// What is known of a position's value.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved<M> {
    /// The least goal that the role can be sure of, as far as is proven.
    pub low: u8,
    /// The greatest goal that is not refuted.
    pub high: u8,
    /// A move by which the role can be sure of `low`, if it is not 0; else the
    /// move that seems hardest to refute.
    pub mv: M,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl<M> Solved<M> {
    /// The value, if it is known exactly.
    pub fn value(&self) -> Option<u8> {
        (self.low == self.high).then_some(self.low)
    }
}

impl<G: Playable> ProofSearch<G> {
    /// With a table of a size.
    pub fn new(game: Arc<G>, table_bytes: usize) -> Self {
        let sides = Sides::new(&*game, RoleId(0));
        Self {
            game,
            table: Table::new(table_bytes),
            effort: Effort::default(),
            claim: Claim { goal_min: 100, key: 0 },
            sides,
            path: FxHashSet::default(),
            has_cycle: false,
            has_turns: true,
            goals_seen: (None, None),
        }
    }

    /// Finds the value of a position to a role by proving and refuting claims:
    /// first that it wins, then that it has half, then what lies between.
    pub fn solve(&mut self, state: &G::State, role: RoleId, limits: &Limits) -> Solved<G::Move> {
        self.effort = Effort::new(limits);
        let mut choices = Choices::default();
        choices.read(&*self.game, state);
        let mv = choices.of(role)[0];
        let mut solved = Solved { low: 0, high: 100, mv, nodes: 0 };
        let mut goal_min = 100;
        while solved.low < solved.high {
            let (verdict, mv) = self.run(state, role, goal_min);
            // The claims that a terminal position seen would have to tell apart
            // from this one are settled with it.
            match verdict {
                Verdict::Proven => {
                    solved.low = self.goals_seen.1.unwrap_or(goal_min).max(goal_min);
                    solved.mv = mv;
                }
                Verdict::Refuted => solved.high = self.goals_seen.0.unwrap_or(0),
                Verdict::Unknown => {
                    if solved.low == 0 {
                        solved.mv = mv;
                    }
                    break;
                }
            }
            goal_min = match (solved.low, solved.high) {
                (low, high) if low < 50 && high >= 50 => 50,
                (low, high) => low + (high - low).div_ceil(2),
            };
        }
        solved.nodes = self.effort.n_nodes();
        solved
    }

    /// Whether a role can have at least a goal.
    pub fn prove(
        &mut self,
        state: &G::State,
        role: RoleId,
        goal_min: Goal,
        limits: &Limits,
    ) -> Verdict {
        self.effort = Effort::new(limits);
        self.run(state, role, goal_min.value()).0
    }

    /// How many positions the last search looked at.
    pub fn n_nodes(&self) -> u64 {
        self.effort.n_nodes()
    }

    fn run(&mut self, state: &G::State, role: RoleId, goal_min: u8) -> (Verdict, G::Move) {
        let key = game::draw::mix(u64::from(goal_min) << 8 | u64::from(role.0));
        self.claim = Claim { goal_min, key };
        self.sides = Sides::new(&*self.game, role);
        (self.has_cycle, self.has_turns, self.goals_seen) = (false, true, (None, None));
        self.path.clear();
        // What an earlier run knew of the goals in the game is not in the table.
        self.table.clear();
        let root = match self.settled(state) {
            Some(numbers) => numbers,
            None => {
                self.search(state, self.key(state), Numbers { proof: INFINITE, disproof: INFINITE })
            }
        };
        let verdict = match root {
            _ if !self.has_turns => Verdict::Unknown,
            Numbers { proof: 0, .. } => Verdict::Proven,
            Numbers { disproof: 0, .. } if !self.has_cycle => Verdict::Refuted,
            _ => Verdict::Unknown,
        };
        (verdict, self.best_move(state, role))
    }

    /// The role's move that is easiest to prove.
    fn best_move(&self, state: &G::State, role: RoleId) -> G::Move {
        let mut choices = Choices::default();
        choices.read(&*self.game, state);
        let moves = choices.of(role);
        if moves.len() == 1 {
            return moves[0];
        }
        let numbers = |option: usize| {
            let (mut next, mut joint) = (state.clone(), Vec::new());
            choices.joint(role, option, &mut joint);
            self.game.apply(&mut next, &joint);
            match self.game.is_terminal(&next) {
                true => self.terminal(&next),
                false => self.table.get(self.key(&next)).unwrap_or(Numbers::NEW),
            }
        };
        let ease = |&option: &usize| {
            let Numbers { proof, disproof } = numbers(option);
            (proof, std::cmp::Reverse(disproof))
        };
        moves[(0..moves.len()).min_by_key(ease).unwrap_or(0)]
    }

    fn key(&self, state: &G::State) -> u64 {
        game::draw::mix(self.game.key(state) ^ self.claim.key)
    }

    /// The numbers of a terminal position.
    fn terminal(&self, state: &G::State) -> Numbers {
        let goal = self.game.goal(state, self.sides.own()).value();
        if goal >= self.claim.goal_min { Numbers::PROVEN } else { Numbers::REFUTED }
    }

    /// The numbers of a position in which nothing is left to search.
    fn settled(&mut self, state: &G::State) -> Option<Numbers> {
        if !self.game.is_terminal(state) {
            return None;
        }
        let goal = self.game.goal(state, self.sides.own()).value();
        let (below, above) = &mut self.goals_seen;
        if goal >= self.claim.goal_min {
            *above = Some(above.map_or(goal, |least| least.min(goal)));
        } else {
            *below = Some(below.map_or(goal, |greatest| greatest.max(goal)));
        }
        Some(self.terminal(state))
    }

    /// Searches below a position until one of its numbers reaches its limit.
    fn search(&mut self, state: &G::State, key: u64, limit: Numbers) -> Numbers {
        if !self.effort.spend() {
            return self.table.get(key).unwrap_or(Numbers::NEW);
        }
        let Some((is_own, mut children)) = self.expand(state) else {
            self.has_turns = false;
            return Numbers::REFUTED;
        };
        self.path.insert(key);
        let n_nodes = self.effort.n_nodes();
        let numbers = loop {
            for child in &mut children {
                if !child.is_settled {
                    child.numbers = self.table.get(child.key).unwrap_or(child.numbers);
                }
            }
            let numbers = combine(is_own, &children);
            let is_done = numbers.proof >= limit.proof || numbers.disproof >= limit.disproof;
            if is_done || numbers.is_settled() || self.effort.is_over() || !self.has_turns {
                break numbers;
            }
            let (at, limit) = select(is_own, &children, numbers, limit);
            let child = &mut children[at];
            if self.path.contains(&child.key) || self.path.len() == LENGTH_MAX {
                self.has_cycle = true;
                child.numbers = Numbers::REFUTED;
                child.is_settled = true;
            } else {
                child.numbers = self.search(&child.state, child.key, limit);
            }
        };
        self.path.remove(&key);
        let n_nodes = self.effort.n_nodes() - n_nodes;
        self.table.put(key, numbers, n_nodes);
        numbers
    }

    /// The positions after each move, and whether the role chooses among them.
    /// `None` where several choose at once.
    fn expand(&mut self, state: &G::State) -> Option<(bool, Vec<Child<G>>)> {
        let mut choices = Choices::default();
        let mover = match choices.read(&*self.game, state) {
            Turn::Player(role) => role,
            Turn::Forced => self.sides.own(),
            _ => return None,
        };
        let mut joint = Vec::new();
        let is_own = mover == self.sides.own();
        let mut children = Vec::with_capacity(choices.of(mover).len());
        for option in 0..choices.of(mover).len() {
            choices.joint(mover, option, &mut joint);
            let mut next = state.clone();
            self.game.apply(&mut next, &joint);
            let settled = self.settled(&next);
            let (key, numbers) = (self.key(&next), settled.unwrap_or(Numbers::NEW));
            children.push(Child { state: next, key, numbers, is_settled: settled.is_some() });
            // One move that settles the position is enough.
            let enough = if is_own { Numbers::PROVEN } else { Numbers::REFUTED };
            if settled == Some(enough) {
                break;
            }
        }
        Some((is_own, children))
    }
}

/// The search calls itself for each ply. What is deeper counts as a repetition.
const LENGTH_MAX: usize = 1_000;

struct Child<G: Playable> {
    state: G::State,
    key: u64,
    numbers: Numbers,
    is_settled: bool,
}

/// How much is needed at least to prove a claim, and to refute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

/// So much cannot be done. Sums stay far below the end of the type.
const INFINITE: u32 = 1 << 30;

impl Numbers {
    const NEW: Self = Self { proof: 1, disproof: 1 };
    const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    const REFUTED: Self = Self { proof: INFINITE, disproof: 0 };

    fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// For the opponents, to refute is to prove.
    fn seen(self, is_own: bool) -> Self {
        if is_own { self } else { Self { proof: self.disproof, disproof: self.proof } }
    }
}

/// The numbers of a position, from those after its moves: whoever moves needs
/// one move, the other side must cope with all.
fn combine<G: Playable>(is_own: bool, children: &[Child<G>]) -> Numbers {
    let (mut proof, mut disproof) = (INFINITE, 0u32);
    for child in children {
        let numbers = child.numbers.seen(is_own);
        proof = proof.min(numbers.proof);
        disproof = disproof.saturating_add(numbers.disproof).min(INFINITE);
    }
    if proof == 0 {
        disproof = INFINITE;
    }
    if disproof == 0 {
        proof = INFINITE;
    }
    Numbers { proof, disproof }.seen(is_own)
}

/// The move to look into, and how far: until another one seems easier, or the
/// limits of the position itself are reached.
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
    // A quarter more than the second best, or else work goes back and forth
    // between two moves; after Pawlewicz and Lew (2007).
    let proof = limit.proof.min(second.saturating_add(second / 4 + 1));
    let own = children[best].numbers.seen(is_own).disproof;
    let disproof = (limit.disproof - numbers.disproof.min(limit.disproof)).saturating_add(own);
    let limit = Numbers { proof: proof.min(INFINITE), disproof: disproof.min(INFINITE) };
    (best, limit.seen(is_own))
}

/// The numbers of positions, within a fixed amount of memory. What took least
/// work is replaced first.
struct Table {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
    work: u32,
}

const N_ENTRIES: usize = 4;

impl Table {
    fn new(bytes: usize) -> Self {
        let n_buckets = (bytes / (N_ENTRIES * size_of::<Entry>())).max(1);
        Self { entries: vec![Entry::default(); n_buckets * N_ENTRIES] }
    }

    fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    fn get(&self, key: u64) -> Option<Numbers> {
        let entries = &self.entries[self.bucket(key)];
        let found = entries.iter().find(|entry| entry.key == key && entry.work > 0);
        found.map(|&Entry { proof, disproof, .. }| Numbers { proof, disproof })
    }

    fn put(&mut self, key: u64, numbers: Numbers, work: u64) {
        let bucket = self.bucket(key);
        let entries = &mut self.entries[bucket];
        let work = u32::try_from(work + 1).unwrap_or(u32::MAX);
        let Numbers { proof, disproof } = numbers;
        let entry = match entries.iter_mut().find(|entry| entry.key == key) {
            Some(entry) => entry,
            None => entries.iter_mut().min_by_key(|entry| entry.work).expect("there are four"),
        };
        let work = if entry.key == key { work.saturating_add(entry.work) } else { work };
        *entry = Entry { key, proof, disproof, work };
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let n_buckets = self.entries.len() / N_ENTRIES;
        let at = ((u128::from(key) * n_buckets as u128) >> 64) as usize * N_ENTRIES;
        at..at + N_ENTRIES
    }
}
