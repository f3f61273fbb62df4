//! Playouts that wait for a lane, and for their phase.

use std::collections::VecDeque;

use super::feed::Feed;
use super::plan::Plan;

/// Playouts taken from a feed that could not start yet: lanes are all in one
/// phase, and a playout starts when it is that of its first state.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// Of each phase.
    waiting: Vec<Line>,
    n_waiting: usize,
    /// Whether some start was in no phase, or phases are not told apart.
    pub(super) is_off_cycle: bool,
}

/// Those that wait for one phase.
#[derive(Debug, Default)]
struct Line {
    starts: VecDeque<Waiting>,
    n_playouts: usize,
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
        self.waiting.resize_with(plan.n_phases(), Line::default);
        while self.n_waiting < n_free {
            let Some(start) = feed.start() else { return };
            // The initial state is in the first phase by definition.
            let phase = start.state.map_or(Some(0), |state| plan.phase_of(state));
            self.is_off_cycle |= phase.is_none();
            let state = start.state.map(<[u64]>::to_vec);
            let line = &mut self.waiting[phase.unwrap_or(0)];
            line.starts.push_back(Waiting { playout: start.playout, count: start.count, state });
            line.n_playouts += start.count as usize;
            self.n_waiting += start.count as usize;
        }
    }

    /// A phase that some playout waits for.
    pub(super) fn phase(&self) -> Option<usize> {
        self.waiting.iter().position(|line| line.n_playouts > 0)
    }

    /// How many playouts wait for a phase, or for any if phases do not matter.
    pub(super) fn n_waiting(&self, phase: Option<usize>) -> usize {
        phase.map_or(self.n_waiting, |phase| self.waiting[phase].n_playouts)
    }

    /// At most `count_max` playouts from one state, which is in a phase, or in
    /// any if phases do not matter.
    pub(super) fn pop(&mut self, phase: Option<usize>, count_max: usize) -> Option<Waiting> {
        let phase = phase.or_else(|| self.phase())?;
        let line = &mut self.waiting[phase];
        let first = line.starts.front_mut()?;
        let count = first.count.min(count_max as u32);
        line.n_playouts -= count as usize;
        self.n_waiting -= count as usize;
        if first.count == count {
            return line.starts.pop_front();
        }
        let popped = Waiting { playout: first.playout, count, state: first.state.clone() };
        first.playout += u64::from(count);
        first.count -= count;
        Some(popped)
    }
}
