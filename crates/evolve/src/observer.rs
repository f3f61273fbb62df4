//! Whoever watches a run.

use std::ops::ControlFlow;

use crate::GenerationStats;

/// Is told of each generation, when it is over and kept.
///
/// Implemented for `()`, which does not care, and for closures over the figures.
pub trait Observer<G> {
    /// A generation is over. The best is the fittest of it. `Break` ends the run
    /// here, to be resumed at any time.
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
