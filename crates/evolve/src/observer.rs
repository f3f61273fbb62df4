//! Observers of a run.

use std::ops::ControlFlow;

use crate::GenerationStats;

/// Called after each generation, when its checkpoint is written.
///
/// Implemented for `()`, which does nothing, and for closures over the statistics.
pub trait Observer<G> {
    /// A generation is over; `best` is its fittest individual. `Break` ends the run, which can
    /// be resumed.
    fn generation(&mut self, stats: &GenerationStats, best: &G) -> ControlFlow<()>;
}

impl<G> Observer<G> for () {
    fn generation(&mut self, _: &GenerationStats, _: &G) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<G, F: FnMut(&GenerationStats) -> ControlFlow<()>> Observer<G> for F {
    fn generation(&mut self, stats: &GenerationStats, _: &G) -> ControlFlow<()> {
        self(stats)
    }
}
