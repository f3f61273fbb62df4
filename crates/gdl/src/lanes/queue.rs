//! Playouts that wait for a lane in their phase.

use std::collections::VecDeque;

use super::feed::Feed;
use super::plan::LanePlan;

/// Playouts taken from a feed that could not start yet: all lanes are in one
/// phase, and a playout starts when that is the phase of its first state.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// Waiting playouts of each phase.
    waiting: Vec<PhaseQueue>,
    n_waiting: usize,
    /// Whether some start state had no phase, or phases are not distinguished.
    pub(super) is_off_cycle: bool,
}

/// Playouts that wait for one phase.
#[derive(Debug, Default)]
struct PhaseQueue {
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

    /// Takes playouts from the feed until there are enough for all free lanes.
    pub(super) fn fill(&mut self, n_free: usize, plan: &LanePlan, feed: &mut dyn Feed) {
        self.waiting.resize_with(plan.n_phases(), PhaseQueue::default);
        while self.n_waiting < n_free {
            let Some(start) = feed.start() else { return };
            // The initial state is in phase 0 by definition.
            let phase = start.state.map_or(Some(0), |state| plan.phase_of(state));
            self.is_off_cycle |= phase.is_none();
            let state = start.state.map(<[u64]>::to_vec);
            let line = &mut self.waiting[phase.unwrap_or(0)];
            line.starts.push_back(Waiting { playout: start.playout, count: start.count, state });
            line.n_playouts += start.count as usize;
            self.n_waiting += start.count as usize;
        }
    }

    /// A phase with a waiting playout.
    pub(super) fn phase(&self) -> Option<usize> {
        self.waiting.iter().position(|line| line.n_playouts > 0)
    }

    /// Number of playouts that wait for a phase; `None` counts all.
    pub(super) fn n_waiting(&self, phase: Option<usize>) -> usize {
        phase.map_or(self.n_waiting, |phase| self.waiting[phase].n_playouts)
    }

    /// Takes at most `count_max` playouts from one state of a phase; `None`
    /// takes from any phase.
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
