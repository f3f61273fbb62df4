//! A game played by its circuit.

use std::cell::{RefCell, RefMut};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ludex_game::{Game, Goal, Hints, Manner, Part, Role, RoleId};
use rustc_hash::FxHashMap;
use thread_local::ThreadLocal;

use super::{BitState, MoveId, Program, Single};
use crate::circuit::Grounded;
use crate::factors::parts;
use crate::lanes::LanePlan;
use crate::matcher::Masks;
use crate::term::{TermId, TermStore};
use crate::threats::Threats;

/// A circuit as a [`Game`].
///
/// Each thread has its own [`Single`], so that threads can share one game.
/// Where speed matters most, as in playouts, use [`CircuitGame::single`].
///
/// ```
/// use std::sync::Arc;
///
/// use ludex_game::{Game, RoleId};
/// use ludex_gdl::circuit::{Budget, Grounded};
/// use ludex_gdl::single::CircuitGame;
/// use ludex_gdl::{Limits, Reference, Sheet, library};
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let reference = Reference::new(&sheet, Limits::default()).unwrap();
/// let grounded = Grounded::new(&sheet, &reference, &Budget::default()).unwrap();
/// let game = CircuitGame::new(Arc::new(grounded));
/// let mut moves = Vec::new();
/// game.legal_moves(&game.initial(), RoleId(0), &mut moves);
/// assert_eq!(moves.len(), 9);
/// assert_eq!(game.fact_names(&game.initial()).len(), game.fact_terms(&game.initial()).len());
/// ```
pub struct CircuitGame {
    program: Arc<Program>,
    base_of: FxHashMap<TermId, usize>,
    move_of: FxHashMap<(RoleId, TermId), MoveId>,
    /// Autonomous facts; see
    /// [`Circuit::autonomous_facts`](crate::circuit::Circuit::autonomous_facts).
    autonomous: OnceLock<Vec<usize>>,
    singles: ThreadLocal<RefCell<Single>>,
    lanes: OnceLock<Arc<LanePlan>>,
    guided: Mutex<Vec<CompiledHints>>,
    threats: OnceLock<Option<Arc<Hints<MoveId>>>>,
    parts: OnceLock<Vec<Box<dyn Part<Self>>>>,
}

/// Hints, compiled for each engine.
#[derive(Clone)]
pub(crate) struct CompiledHints {
    hints: Arc<Hints<MoveId>>,
    pub(crate) plan: Arc<LanePlan>,
    pub(crate) masks: Arc<Masks>,
}

/// Maximum work of a step of lanes that follow threats, in plain ones.
const WORK_MAX: f64 = 4.0;

/// Maximum number of compiled hints that are kept.
const N_GUIDED_MAX: usize = 8;

/// A term that is not a fact or not a move of the game's circuit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownTerm {
    /// No reachable state has this fact.
    #[error("{0} is not a fact of this game")]
    Fact(String),
    /// The role never has this move.
    #[error("{0} is not a move of this role")]
    Move(String),
}

impl CircuitGame {
    /// Prepares a game for play.
    pub fn new(grounded: Arc<Grounded>) -> Self {
        let base_of = grounded.bases.iter().enumerate().map(|(at, &fact)| (fact, at)).collect();
        let mut move_of = FxHashMap::default();
        for role in 0..grounded.roles.len() {
            for mv in grounded.circuit.moves_of(role) {
                move_of.insert((RoleId::new(role), grounded.moves[mv]), MoveId(mv as u32));
            }
        }
        let program = Arc::new(Program::new(grounded));
        let (singles, lanes) = (ThreadLocal::new(), OnceLock::new());
        let (autonomous, guided, threats) = (OnceLock::new(), Mutex::default(), OnceLock::new());
        let parts = OnceLock::new();
        Self { program, base_of, move_of, autonomous, singles, lanes, guided, threats, parts }
    }

    /// The circuit, with the terms of its inputs.
    pub fn grounded(&self) -> &Arc<Grounded> {
        self.program.grounded()
    }

    /// The terms that facts and moves are made of.
    pub fn terms(&self) -> &TermStore {
        &self.grounded().terms
    }

    /// A new engine for this game, owned by the caller.
    pub fn single(&self) -> Single {
        Single::new(&self.program)
    }

    /// The game compiled for [lanes](crate::lanes), at the first call.
    pub fn lanes(&self) -> &Arc<LanePlan> {
        self.lanes.get_or_init(|| Arc::new(LanePlan::new(&self.grounded().circuit)))
    }

    /// Hints compiled for playouts that follow them. Equal hints are compiled
    /// once.
    pub(crate) fn compile(&self, hints: &Arc<Hints<MoveId>>) -> CompiledHints {
        let mut known = self.guided.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same =
            |one: &&CompiledHints| Arc::ptr_eq(&one.hints, hints) || *one.hints == **hints;
        if let Some(compiled) = known.iter().find(is_same) {
            return compiled.clone();
        }
        let circuit = &self.grounded().circuit;
        let compiled = CompiledHints {
            hints: Arc::clone(hints),
            plan: Arc::new(LanePlan::guided(circuit, hints)),
            masks: Arc::new(Masks::new(circuit, hints)),
        };
        if known.len() == N_GUIDED_MAX {
            known.remove(0);
        }
        known.push(compiled.clone());
        compiled
    }

    /// Estimated work of a step of guided lanes, relative to plain lanes. This
    /// is counted, not measured: it is the same on any machine.
    pub fn work_of_hints(&self, hints: &Arc<Hints<MoveId>>) -> f64 {
        self.compile(hints).plan.work() / self.lanes().work()
    }

    /// The [threats](Threats) of the game as hints, derived at the first call: without
    /// replies, or not at all, if a step of lanes would be too much work.
    pub(crate) fn threats(&self) -> Option<Arc<Hints<MoveId>>> {
        let derive = || {
            let grounded = self.grounded();
            let Threats { wins, replies } = Threats::new(&grounded.circuit, &grounded.roles);
            let all: Vec<_> = wins.iter().chain(&replies).cloned().collect();
            let lists = [all, wins].into_iter().filter(|list| !list.is_empty());
            let hints = lists.map(|list| Arc::new(Hints::new(list, Manner::Greedy(1.0))));
            hints.into_iter().find(|hints| self.work_of_hints(hints) <= WORK_MAX)
        };
        self.threats.get_or_init(derive).clone()
    }

    /// The parts of the game whose factors are parallel, found at the first call.
    pub(crate) fn parts(&self) -> &[Box<dyn Part<Self>>] {
        self.parts.get_or_init(|| parts(self.grounded()))
    }

    /// The index of a base fact.
    pub fn find_fact(&self, term: TermId) -> Result<usize, UnknownTerm> {
        let unknown = || UnknownTerm::Fact(self.terms().show(term).to_string());
        self.base_of.get(&term).copied().ok_or_else(unknown)
    }

    /// The facts of a state, in their natural order.
    pub fn fact_terms(&self, state: &BitState) -> Vec<TermId> {
        state.iter().map(|base| self.grounded().bases[base]).collect()
    }

    /// The facts of a state in natural order, as text.
    pub fn fact_names(&self, state: &BitState) -> Vec<String> {
        self.fact_terms(state).into_iter().map(|fact| self.terms().show(fact).to_string()).collect()
    }

    /// The state in which exactly these facts are true. Fails for a fact
    /// without a base in the circuit: rules might still refer to it.
    pub fn state(&self, facts: &[TermId]) -> Result<BitState, UnknownTerm> {
        let mut state = BitState::empty(self.grounded().bases.len());
        for &fact in facts {
            let base = self.find_fact(fact)?;
            if !state.contains(base) {
                self.flip(&mut state, base);
            }
        }
        Ok(state)
    }

    /// Toggles a fact of a state.
    pub fn flip(&self, state: &mut BitState, base: usize) {
        state.flip(base, self.program.hashes[base]);
    }

    /// The hash of a state without the autonomous facts; `None` if there are
    /// none.
    pub(crate) fn timeless_hash(&self, state: &BitState) -> Option<u64> {
        let autonomous = self.autonomous.get_or_init(|| self.grounded().circuit.autonomous_facts());
        let present = autonomous.iter().filter(|&&base| state.contains(base));
        let sum = present.fold(0u64, |sum, &base| sum.wrapping_add(self.program.hashes[base]));
        (!autonomous.is_empty()).then(|| state.stable_hash().wrapping_sub(sum))
    }

    /// Number of plies for which the autonomous facts influence nothing else;
    /// see
    /// [`Circuit::timeless_plies`](crate::circuit::Circuit::timeless_plies).
    pub(crate) fn timeless_plies(&self, state: &BitState) -> Option<u32> {
        let circuit = &self.grounded().circuit;
        let bases: Vec<bool> = (0..circuit.n_bases).map(|base| state.contains(base)).collect();
        circuit.timeless_plies(&bases)
    }

    /// The move of a role with this term.
    pub fn find_move(&self, role: RoleId, term: TermId) -> Result<MoveId, UnknownTerm> {
        let unknown = || UnknownTerm::Move(self.terms().show(term).to_string());
        self.move_of.get(&(role, term)).copied().ok_or_else(unknown)
    }

    /// The joint move with these terms, one per role in role order.
    pub fn joint(&self, terms: &[TermId]) -> Result<Vec<MoveId>, UnknownTerm> {
        terms.iter().enumerate().map(|(at, &term)| self.find_move(RoleId::new(at), term)).collect()
    }

    /// The term of a move.
    pub fn move_term(&self, mv: MoveId) -> TermId {
        self.grounded().moves[mv.index()]
    }

    /// Every goal value that the rules derive for a role, smallest first.
    pub fn goals(&self, state: &BitState, role: RoleId) -> Vec<u8> {
        self.at(state).goals(role)
    }

    /// The legal moves of a role as bits; see [`Single::legal_words`].
    pub fn legal_words(&self, state: &BitState, role: RoleId) -> Vec<u64> {
        self.at(state).legal_words(role).to_vec()
    }

    /// This thread's engine, set to a state.
    fn at(&self, state: &BitState) -> RefMut<'_, Single> {
        let mut single = self.singles.get_or(|| RefCell::new(self.single())).borrow_mut();
        single.turn_to(state);
        single
    }
}

impl Game for CircuitGame {
    type State = BitState;
    type Move = MoveId;

    fn roles(&self) -> &[Role] {
        &self.grounded().roles
    }

    fn initial(&self) -> BitState {
        self.program.initial().clone()
    }

    fn is_terminal(&self, state: &BitState) -> bool {
        self.at(state).is_terminal()
    }

    fn legal_moves(&self, state: &BitState, role: RoleId, moves: &mut Vec<MoveId>) {
        moves.clear();
        moves.extend(self.at(state).legal_moves(role));
    }

    fn apply(&self, state: &mut BitState, joint: &[MoveId]) {
        let mut single = self.at(state);
        single.play(joint);
        state.clone_from(single.state());
    }

    fn goal(&self, state: &BitState, role: RoleId) -> Goal {
        self.at(state).goal(role)
    }

    fn move_name(&self, mv: MoveId) -> String {
        self.terms().show(self.move_term(mv)).to_string()
    }
}
