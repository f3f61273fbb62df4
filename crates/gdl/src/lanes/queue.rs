//! Playouts that wait for a lane, and for their phase.

use std::collections::VecDeque;

use super::feed::Feed;
use super::plan::Plan;

/// Playouts taken from a feed that could not start yet: lanes are all in one
/// phase, and a playout starts when it is that of its first state.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// Of each phase.
    waiting: Vec<VecDeque<Waiting>>,
    n_waiting: usize,
    /// Whether some start was in no phase, or phases are not told apart.
    pub(super) is_off_cycle: bool,
}

/// Some playouts from one state.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) playout: u64,
    pub(super) count: u32,
    pub(super) state: Option<Vec<u64>>,
}

impl Queue {
    pub(super) fn new(is_off_cycle: bool) -> Self {
        Self { is_off_cycle, ..Self::default() }
    }

    /// Takes playouts from the feed until enough are there for all free lanes.
    pub(super) fn fill(&mut self, n_free: usize, plan: &Plan, feed: &mut dyn Feed) {
        self.waiting.resize_with(plan.n_phases(), VecDeque::new);
        while self.n_waiting < n_free {
            let Some(start) = feed.start() else { return };
            // The initial state is in the first phase by definition.
            let phase = start.state.map_or(Some(0), |state| plan.phase_of(state));
            self.is_off_cycle |= phase.is_none();
            let state = start.state.map(<[u64]>::to_vec);
            let waiting = Waiting { playout: start.playout, count: start.count, state };
            self.waiting[phase.unwrap_or(0)].push_back(waiting);
            self.n_waiting += start.count as usize;
        }
    }

    /// A phase that some playout waits for.
    pub(super) fn phase(&self) -> Option<usize> {
        self.waiting.iter().position(|waiting| !waiting.is_empty())
    }

    /// At most `count_max` playouts from one state, which is in a phase, or in
    /// any if phases do not matter.
    pub(super) fn pop(&mut self, phase: Option<usize>, count_max: usize) -> Option<Waiting> {
        let waiting = match phase {
            Some(phase) => &mut self.waiting[phase],
            None => self.waiting.iter_mut().find(|waiting| !waiting.is_empty())?,
        };
        let first = waiting.front_mut()?;
        let count = first.count.min(count_max as u32);
        self.n_waiting -= count as usize;
        if first.count == count {
            return waiting.pop_front();
        }
        let popped = Waiting { playout: first.playout, count, state: first.state.clone() };
        first.playout += u64::from(count);
        first.count -= count;
        Some(popped)
    }
}
