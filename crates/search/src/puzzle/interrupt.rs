//! Limits of a SAT solver.

use std::cell::Cell;

use batsat::{Callbacks, Lit, Solver, SolverInterface, lbool};

use super::Meter;
use crate::Stop;

/// Stops a SAT solver after some decisions, or when time is up.
#[derive(Default)]
pub(super) struct Interrupt {
    n_left: Cell<u64>,
    stop: Stop,
}

/// Decisions between two polls of the stop.
const POLL: u64 = 16;

/// A decision and what follows from it count as so many positions.
const N_NODES_EACH: u64 = 16;

impl Callbacks for Interrupt {
    fn stop(&self) -> bool {
        let n_left = self.n_left.get();
        self.n_left.set(n_left.saturating_sub(1));
        n_left == 0 || n_left.is_multiple_of(POLL) && self.stop.is_due()
    }
}

/// Whether the clauses can be satisfied under some assumptions; `None` if that is not decided
/// within so many positions of a meter.
pub(super) fn solve(
    solver: &mut Solver<Interrupt>,
    assumptions: &[Lit],
    n_nodes: u64,
    meter: &mut Meter<'_>,
) -> Option<bool> {
    let n_decisions = meter.nodes_left().min(n_nodes) / N_NODES_EACH + 1;
    let interrupt = solver.cb_mut();
    interrupt.n_left.set(n_decisions);
    interrupt.stop = meter.stop().clone();
    let answer = solver.solve_limited(assumptions);
    let n_made = n_decisions - solver.cb().n_left.get();
    meter.spend_many(n_made * N_NODES_EACH);
    let known = [(lbool::TRUE, true), (lbool::FALSE, false)];
    known.iter().find_map(|&(known, can)| (answer == known).then_some(can))
}
