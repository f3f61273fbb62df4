//! A game compiled for the single-state engine, shared by all threads.

use std::sync::{Arc, OnceLock};

use super::BitState;
use super::phases::Phases;
use super::plan::SinglePlan;
use crate::circuit::Grounded;

/// The plans by which [`Single`](super::Single) evaluates a game.
///
/// The *fast* plan assumes the usual case: the state is in a phase, and the
/// moves are possible in it. The *general* plan is exact on any set of facts
/// and for any moves. It is compiled when first needed.
pub struct Program {
    pub(super) grounded: Arc<Grounded>,
    pub(super) fast: Arc<SinglePlan>,
    general: OnceLock<Arc<SinglePlan>>,
    pub(super) initial: BitState,
    /// The hash of each base fact.
    pub(super) hashes: Vec<u64>,
}

impl Program {
    /// Compiles a game, with phases if that pays.
    pub fn new(grounded: Arc<Grounded>) -> Self {
        let none = Phases::none();
        let plain = Arc::new(Self::with_phases(grounded.clone(), &none.modes, &none.patterns));
        let phases = Phases::find(&plain);
        if !phases.modes.is_empty() {
            let phased = Self::with_phases(grounded, &phases.modes, &phases.patterns);
            if phased.fast.n_edges() <= GROWTH_MAX * plain.fast.n_edges() {
                return phased;
            }
        }
        Arc::into_inner(plain).expect("no other reference exists")
    }

    /// Compiles a game in which some base facts, the `modes`, define phases.
    /// Each of `patterns` is a combination of them with a fast phase: a bit for
    /// each mode, the first in the lowest bit.
    pub fn with_phases(grounded: Arc<Grounded>, modes: &[usize], patterns: &[usize]) -> Self {
        let hashes: Vec<u64> =
            grounded.bases.iter().map(|&fact| grounded.terms.hash(fact)).collect();
        let mut initial = BitState::empty(hashes.len());
        for (base, _) in grounded.circuit.initial.iter().enumerate().filter(|&(_, &holds)| holds) {
            initial.flip(base, hashes[base]);
        }
        let fast = Arc::new(SinglePlan::new(&grounded.circuit, modes, patterns, true));
        Self { grounded, fast, general: OnceLock::new(), initial, hashes }
    }

    /// The facts that define phases.
    pub fn modes(&self) -> &[usize] {
        &self.fast.modes
    }

    /// The hash of a base fact, summed into the hash of states.
    pub fn hash(&self, base: usize) -> u64 {
        self.hashes[base]
    }

    /// The game.
    pub fn grounded(&self) -> &Arc<Grounded> {
        &self.grounded
    }

    /// The initial position.
    pub fn initial(&self) -> &BitState {
        &self.initial
    }

    /// The sizes of the fast plan, as text.
    pub fn summary(&self) -> String {
        let plan = &self.fast;
        let n_lazy = plan.n_nodes - plan.n_counted;
        let n_gates = plan.n_counted - plan.n_bases - 1;
        let (n_edges, n_phases) = (plan.n_edges(), plan.phases.len());
        format!(
            "{n_gates} gates kept, {n_lazy} on demand, {n_edges} edges; \
             {n_phases} phases"
        )
    }

    /// The plan that is valid for every state and move.
    pub(super) fn general(&self) -> &Arc<SinglePlan> {
        self.general
            .get_or_init(|| Arc::new(SinglePlan::new(&self.grounded.circuit, &[], &[0], false)))
    }
}

/// Maximum factor by which phases may enlarge the plan.
const GROWTH_MAX: usize = 4;
