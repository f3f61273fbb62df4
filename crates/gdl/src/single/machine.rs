//! The current state and the values of a plan's gates in it.

use std::sync::Arc;

use super::BitState;
use super::bits::ones;
use super::plan::{NO_PHASE, Phase, SinglePlan};
use super::propagation::Marks;
use super::values::Values;
use crate::circuit::Lit;

/// Keeps gate values up to date from state to state: differences are propagated
/// through the counted gates, and lazy gates are computed on demand.
pub(super) struct Machine {
    plan: Arc<SinglePlan>,
    at: BitState,
    phase: u8,
    values: Values,
    /// The state it was created for, with its values: playouts return to it.
    home: (BitState, Values),
    lazy: Lazy,
    marks: Marks,
    changes: Vec<u64>,
}

/// Cached values of lazy gates, each stamped with the state it was computed in.
struct Lazy {
    values: Vec<u32>,
    /// Stamp of the current state: twice its number.
    now: u32,
}

impl Machine {
    pub fn new(plan: &Arc<SinglePlan>, state: &BitState) -> Self {
        let spreads = plan.phases.iter().filter_map(|phase| phase.transition.propagation.as_ref());
        let n_marks = spreads.map(|propagation| propagation.n_nodes()).max();
        let mut machine = Self {
            plan: plan.clone(),
            at: BitState::empty(plan.n_bases),
            phase: NO_PHASE,
            values: Values::new(plan),
            home: (state.clone(), Values::new(plan)),
            lazy: Lazy { values: vec![0; plan.n_nodes - plan.n_counted], now: 2 },
            marks: Marks::new(n_marks.unwrap_or(0)),
            changes: vec![0; plan.n_bases.div_ceil(64)],
        };
        machine.home.1.restart(plan, state);
        machine.restart(state);
        machine
    }

    pub fn at(&self) -> &BitState {
        &self.at
    }

    /// The phase of the current state, if it has one.
    #[inline]
    pub fn phase(&self) -> Option<&Phase> {
        self.plan.phases.get(self.phase as usize)
    }

    /// The output bits; see [`Phase`].
    #[inline]
    pub fn bits(&self) -> &[u64] {
        self.values.bits()
    }

    /// Changes to another state.
    pub fn turn_to(&mut self, state: &BitState) {
        let pairs = || self.at.words().iter().zip(state.words());
        let n_flips: u32 = pairs().map(|(a, b)| (a ^ b).count_ones()).sum();
        if n_flips == 0 {
            return;
        }
        if n_flips as usize * RESTART_SHARE > self.plan.n_bases {
            return self.restart(state);
        }
        for (word, (from, to)) in self.at.words().iter().zip(state.words()).enumerate() {
            for bit in ones(from ^ to) {
                self.values.flip(word * 64 + bit);
            }
        }
        self.at.clone_from(state);
        self.values.settle(&self.plan);
        self.arrive();
    }

    /// Plays moves that are possible in the current phase.
    pub fn play(&mut self, joint: impl Iterator<Item = usize> + Clone, hashes: &[u64]) {
        let plan = &*self.plan;
        let phase = &plan.phases[self.phase as usize];
        let words = self.at.words();
        for &(word, mask) in &phase.idle_masks {
            self.changes[word] = (self.values.bits()[phase.idle + word] ^ words[word]) & mask;
        }
        let (values, lazy) = (&self.values, &mut self.lazy);
        let mut value = |lit| lazy.value(plan, values, lit);
        phase.transition.effects.play(
            joint.clone(),
            &self.at,
            self.values.bits(),
            &mut value,
            &mut self.changes,
        );
        if let Some(propagation) = &phase.transition.propagation {
            propagation.play(joint, &mut self.marks, &mut value, &mut self.changes);
        }
        for word in 0..self.changes.len() {
            let changes = std::mem::take(&mut self.changes[word]);
            for bit in ones(changes) {
                let base = word * 64 + bit;
                self.at.flip(base, hashes[base]);
                self.values.flip(base);
            }
        }
        self.values.settle(&self.plan);
        self.arrive();
    }

    /// The value of any literal.
    #[inline]
    pub fn value(&mut self, lit: Lit) -> bool {
        self.lazy.value(&self.plan, &self.values, lit)
    }

    /// The value of a literal of a counted node.
    #[inline]
    pub fn counted(&self, lit: Lit) -> bool {
        self.values.value(lit)
    }

    /// Recomputes all values.
    fn restart(&mut self, state: &BitState) {
        self.at.clone_from(state);
        if *state == self.home.0 {
            self.values.copy(&self.home.1);
        } else {
            self.values.restart(&self.plan, state);
        }
        self.arrive();
    }

    fn arrive(&mut self) {
        self.lazy.forget();
        self.phase = self.plan.phase(self.at.words());
    }
}

/// When more than one fact in `RESTART_SHARE` changes, all values are
/// recomputed.
const RESTART_SHARE: usize = 4;

impl Lazy {
    #[inline]
    fn value(&mut self, plan: &SinglePlan, values: &Values, lit: Lit) -> bool {
        match lit.node().checked_sub(plan.n_counted) {
            None => values.value(lit),
            Some(at) => self.find(plan, values, at) != lit.is_negated(),
        }
    }

    fn find(&mut self, plan: &SinglePlan, values: &Values, at: usize) -> bool {
        if self.values[at] & !1 != self.now {
            let mut inputs = plan.inputs_of(plan.n_counted + at).iter();
            let value = inputs.all(|&lit| self.value(plan, values, lit));
            self.values[at] = self.now | u32::from(value);
        }
        self.values[at] & 1 == 1
    }

    /// Invalidates the cached values after a change of state.
    #[inline]
    fn forget(&mut self) {
        self.now = self.now.wrapping_add(2);
        if self.now == 0 {
            self.values.fill(0);
            self.now = 2;
        }
    }
}
