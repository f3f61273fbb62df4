//! Factors: parts of a game that are independent of each other until it ends.
//!
//! In a game on two boards, what happens on one of them has no effect on the other. The
//! rules do not mark the boards, but their circuit shows which facts and moves ever meet:
//!
//! 1. A move *touches* a fact if the fact's next value, given the move, is not the fact
//!    itself. It then meets all facts on which that value depends.
//! 2. A move meets the facts on which its legality depends.
//! 3. What meets, directly or indirectly, is one element. Facts that do not depend on
//!    moves, such as whose turn it is, are shared by all elements.
//!
//! Elements can be small: a column of connect four is one. What makes several of them one
//! board is either
//!
//! - the *turn*: elements in which a role has moves in the same phase belong together, with
//!   its waiting moves. If
//!   more than one factor is left, and each has moves of all players, they are *parallel*:
//!   each is a game of its own ([`sub_game`]), in which moves can be chosen without regard
//!   to the others. Or
//! - the *result*: elements that occur in one alternative of `terminal` or of a goal, such
//!   as a line of four, belong together, unless all of them occur in it. Such factors are
//!   interleaved: a move in one is a tempo in another.
//!
//! Moves are considered in each [phase](Phases) on its own: a role's only waiting move may
//! belong to one board in one ply, and to the other in the next.
//!
//! After Cox, Schkufza, Madsen and Genesereth, *Factoring General Games using
//! Propositional Automata* (2009).

mod alternatives;
mod cofactors;
mod conjuncts;
mod part;
mod sub_game;
mod union_find;

use std::collections::BTreeMap;
use std::rc::Rc;

pub(crate) use self::part::parts;

use self::alternatives::{Alternatives, Set};
use self::cofactors::{Cofactors, Unknown};
use self::union_find::UnionFind;
use crate::circuit::{Circuit, Lit};
use crate::lanes::Phases;

/// The independent parts of a game.
///
/// ```
/// use ludex_gdl::circuit::{Budget, Grounded};
/// use ludex_gdl::{Factors, Limits, Reference, Sheet, Source};
///
/// // Two lamps, and a role that switches one of them at a time.
/// let rules = "(role r) (lamp a) (lamp b) (<= (legal r (switch ?x)) (lamp ?x))
///     (<= (next (on ?x)) (does r (switch ?x)) (not (true (on ?x))))
///     (<= (next (on ?x)) (true (on ?x)) (not (does r (switch ?x))))
///     (<= terminal (true (on a)) (true (on b))) (<= (goal r 100) (true (on a)))";
/// let (sheet, _) = Sheet::parse(Source::new("lamps", rules));
/// let reference = Reference::new(&sheet, Limits::default()).unwrap();
/// let grounded = Grounded::new(&sheet, &reference, &Budget::default()).unwrap();
/// let factors = Factors::find(&grounded.circuit).unwrap();
/// assert_eq!(factors.factors.len(), 2);
/// // Each move changes one lamp, and leaves the other as it is.
/// assert!(!factors.is_parallel);
/// ```
#[derive(Clone, Debug)]
pub struct Factors {
    /// The factors: at least two, in the order of their first facts.
    pub factors: Vec<Factor>,
    /// The facts that do not depend on moves, in rising order.
    pub shared: Vec<usize>,
    /// Whether in each phase each role moves in one factor at most, and all players move
    /// in each factor.
    pub is_parallel: bool,
    phases: Option<Phases>,
    /// For each phase, the moves that are legal in some state, in rising order.
    possible: Vec<Vec<usize>>,
}

/// One of the parts.
#[derive(Clone, Debug, Default)]
pub struct Factor {
    /// Its facts, in rising order.
    pub bases: Vec<usize>,
    /// For each phase, its moves, in rising order.
    moves: Vec<Vec<usize>>,
    /// For each phase, those of its moves that change some fact.
    active: Vec<Vec<usize>>,
}

/// Maximum number of steps in which factors are sought: about half a second.
const N_STEPS_MAX: u64 = 20_000_000;

impl Factor {
    /// Its moves, in rising order.
    ///
    /// ```
    /// # use ludex_gdl::circuit::{Budget, Grounded};
    /// # use ludex_gdl::{Factors, Limits, Reference, Sheet, Source};
    /// # let rules = "(role r) (lamp a) (lamp b) (<= (legal r (switch ?x)) (lamp ?x))
    /// #     (<= (next (on ?x)) (does r (switch ?x)) (not (true (on ?x))))
    /// #     (<= (next (on ?x)) (true (on ?x)) (not (does r (switch ?x))))
    /// #     (<= terminal (true (on a)) (true (on b))) (<= (goal r 100) (true (on a)))";
    /// # let (sheet, _) = Sheet::parse(Source::new("lamps", rules));
    /// # let reference = Reference::new(&sheet, Limits::default()).unwrap();
    /// # let grounded = Grounded::new(&sheet, &reference, &Budget::default()).unwrap();
    /// let factors = Factors::find(&grounded.circuit).unwrap();
    /// assert_eq!(factors.factors[0].moves(), [0]);
    /// ```
    pub fn moves(&self) -> Vec<usize> {
        let mut moves = self.moves.concat();
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}

impl Factors {
    /// The factors of a circuit, if there are at least two. `None` as well if that takes
    /// too many steps to find out.
    pub fn find(circuit: &Circuit) -> Option<Self> {
        let phases = Phases::find(circuit);
        let n_phases = phases.as_ref().map_or(1, Phases::period);
        let mut links = Links::new(circuit, n_phases);
        for phase in 0..n_phases {
            let known = phases.as_ref().map(|phases| phases.specialise(circuit, phase));
            links.add_phase(known.as_ref().unwrap_or(circuit), phase).ok()?;
            if links.n_groups() < 2 {
                return None;
            }
        }
        let elements = links.groups.clone();
        links.join_turns();
        let mut factors = links.factors();
        let is_parallel = factors.len() > 1 && links.are_played_by_all(&factors);
        if !is_parallel {
            links.groups = elements;
            links.join_results();
            factors = links.factors();
        }
        let is_own = |base: &usize| factors.iter().any(|factor| factor.bases.contains(base));
        let shared = (0..circuit.n_bases).filter(|base| !is_own(base)).collect();
        let possible = links.possible;
        (factors.len() > 1).then_some(Self { factors, shared, is_parallel, phases, possible })
    }

    fn n_phases(&self) -> usize {
        self.phases.as_ref().map_or(1, Phases::period)
    }
}

/// What meets what. Elements are the bases, and the moves of each phase.
struct Links<'a> {
    circuit: &'a Circuit,
    is_shared: Vec<bool>,
    groups: UnionFind,
    /// For each phase, the moves that are legal in some state.
    possible: Vec<Vec<usize>>,
    /// For each phase, the moves that touch some fact.
    active: Vec<Vec<bool>>,
    n_left: u64,
}

impl<'a> Links<'a> {
    fn new(circuit: &'a Circuit, n_phases: usize) -> Self {
        let own = |base: usize| circuit.next[base] == Lit::of_node(circuit.base_node(base));
        let mut is_shared: Vec<bool> = (0..circuit.n_bases).map(own).collect();
        circuit.autonomous_facts().into_iter().for_each(|base| is_shared[base] = true);
        Self {
            groups: UnionFind::new(circuit.n_bases + n_phases * circuit.n_moves()),
            possible: vec![Vec::new(); n_phases],
            active: vec![vec![false; circuit.n_moves()]; n_phases],
            n_left: N_STEPS_MAX,
            circuit,
            is_shared,
        }
    }

    fn element(&self, phase: usize, mv: usize) -> usize {
        self.circuit.n_bases + phase * self.circuit.n_moves() + mv
    }

    /// Joins an element with the inputs of a literal.
    fn meet(&mut self, element: usize, inputs: &[usize], phase: usize) {
        for &node in inputs {
            let other = match node.checked_sub(self.circuit.move_node(0)) {
                Some(mv) => self.element(phase, mv),
                None if self.is_shared[node - 1] => continue,
                None => node - 1,
            };
            self.groups.join(element, other);
        }
    }

    /// Joins what meets in a phase. The circuit is that of the phase.
    fn add_phase(&mut self, circuit: &Circuit, phase: usize) -> Result<(), Unknown> {
        let mut cofactors = Cofactors::new(circuit, self.n_left);
        let possible = (0..circuit.n_moves()).filter(|&mv| circuit.legal[mv] != Lit::FALSE);
        self.possible[phase] = possible.collect();
        for mv in self.possible[phase].clone() {
            let cone = cofactors.cone(circuit.legal[mv])?;
            let inputs = cone.into_iter().filter(|node| (1..circuit.first_gate()).contains(node));
            self.meet(self.element(phase, mv), &inputs.collect::<Vec<_>>(), phase);
        }
        for base in (0..circuit.n_bases).filter(|&base| !self.is_shared[base]).collect::<Vec<_>>() {
            self.add_fact(&mut cofactors, circuit, phase, base)?;
            if self.n_groups() < 2 {
                break;
            }
        }
        self.n_left = cofactors.n_left();
        Ok(())
    }

    /// Joins a fact with the moves that touch it and what its value depends on then.
    fn add_fact(
        &mut self,
        cofactors: &mut Cofactors<'_>,
        circuit: &Circuit,
        phase: usize,
        base: usize,
    ) -> Result<(), Unknown> {
        let next = circuit.next[base];
        let own = Lit::of_node(circuit.base_node(base));
        let cone = cofactors.cone(next)?;
        let mut is_moved = false;
        for role in 0..circuit.n_roles() {
            let in_cone = cofactors.moves_in(&cone, role);
            if in_cone.is_empty() {
                continue;
            }
            is_moved = true;
            let legal = circuit.moves_of(role).filter(|&mv| circuit.legal[mv] != Lit::FALSE);
            let others: Vec<usize> = legal.filter(|mv| !in_cone.contains(mv)).collect();
            let each = in_cone.into_iter().map(|mv| (Some(mv), vec![mv]));
            for (made, moves) in each.chain((!others.is_empty()).then_some((None, others))) {
                let value = cofactors.given(next, &cone, role, made)?;
                if value == own {
                    continue;
                }
                let inputs = cofactors.support(value)?;
                self.meet(base, &inputs, phase);
                for mv in moves {
                    self.active[phase][mv] = true;
                    self.groups.join(base, self.element(phase, mv));
                }
            }
        }
        if !is_moved && next != own {
            let inputs = cone.into_iter().filter(|node| (1..circuit.first_gate()).contains(node));
            self.meet(base, &inputs.collect::<Vec<_>>(), phase);
        }
        Ok(())
    }

    /// Joins all moves of each role in each phase in which it changes something: those
    /// that change nothing are another choice in the same place.
    fn join_turns(&mut self) {
        for phase in 0..self.possible.len() {
            for role in 0..self.circuit.n_roles() {
                let moves = self.circuit.moves_of(role);
                let own = self.possible[phase].iter().copied().filter(|mv| moves.contains(mv));
                let own: Vec<usize> = own.collect();
                if own.iter().any(|&mv| self.active[phase][mv]) {
                    for pair in own.windows(2) {
                        let [one, other] = [pair[0], pair[1]].map(|mv| self.element(phase, mv));
                        self.groups.join(one, other);
                    }
                }
            }
        }
    }

    /// Whether each role that changes something does so in each factor.
    fn are_played_by_all(&self, factors: &[Factor]) -> bool {
        let plays = |active: &[Vec<usize>], role: usize| {
            let moves = self.circuit.moves_of(role);
            active.iter().flatten().any(|mv| moves.contains(mv))
        };
        let in_all = |role: usize| {
            let n_played = factors.iter().filter(|factor| plays(&factor.active, role)).count();
            n_played == 0 || n_played == factors.len()
        };
        (0..self.circuit.n_roles()).all(in_all)
    }

    /// Joins the facts that occur in one alternative of a result.
    fn join_results(&mut self) {
        let n_groups = self.n_groups();
        let roots = |base: usize| (!self.is_shared[base]).then(|| self.groups.root_of(base));
        let mut alternatives = Alternatives::new(self.circuit, &roots);
        let goals = self.circuit.goals.iter().flatten().map(|&(_, lit)| lit);
        let results: Vec<Lit> = std::iter::once(self.circuit.terminal).chain(goals).collect();
        let sets: Vec<Rc<[Set]>> = results.into_iter().map(|lit| alternatives.of(lit)).collect();
        for set in sets.iter().flat_map(|sets| sets.iter()).filter(|set| set.len() < n_groups) {
            set.windows(2).for_each(|pair| self.groups.join(pair[0], pair[1]));
        }
    }

    /// The number of groups of facts that are not shared.
    fn n_groups(&mut self) -> usize {
        let bases = (0..self.circuit.n_bases).filter(|&base| !self.is_shared[base]);
        let mut roots: Vec<usize> = bases.map(|base| self.groups.root(base)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots.len()
    }

    /// The groups that have facts, and moves that change them.
    fn factors(&mut self) -> Vec<Factor> {
        let n_phases = self.possible.len();
        let empty = || Factor {
            bases: Vec::new(),
            moves: vec![Vec::new(); n_phases],
            active: vec![Vec::new(); n_phases],
        };
        let mut of_root: BTreeMap<usize, Factor> = BTreeMap::new();
        for base in (0..self.circuit.n_bases).filter(|&base| !self.is_shared[base]) {
            of_root.entry(self.groups.root(base)).or_insert_with(empty).bases.push(base);
        }
        for phase in 0..n_phases {
            for &mv in &self.possible[phase] {
                let root = self.groups.root(self.element(phase, mv));
                let Some(factor) = of_root.get_mut(&root) else { continue };
                factor.moves[phase].push(mv);
                if self.active[phase][mv] {
                    factor.active[phase].push(mv);
                }
            }
        }
        let mut factors: Vec<Factor> = of_root.into_values().collect();
        factors.retain(|factor| factor.active.iter().any(|moves| !moves.is_empty()));
        factors.sort_by_key(|factor| factor.bases[0]);
        factors
    }
}
