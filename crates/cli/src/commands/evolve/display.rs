//! What is seen while generations pass: a bar on a terminal, and a line for each
//! generation elsewhere, on standard error, so that standard output has the result alone.

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use evolve::{Forest, GenerationStats, Observer, Problem, Run};
use indicatif::ProgressBar;
use report::number::thousands;

use crate::commands::experiment::length;
use crate::progress;

/// Shows how a run goes.
pub struct Display {
    bar: ProgressBar,
    is_seen: bool,
    started: Instant,
    n_generations: usize,
    /// Of this sitting.
    n_done: usize,
    n_games: u64,
}

impl Display {
    pub fn new<P: Problem>(run: &Run<'_, P>) -> Self {
        let n_generations = run.config().generations;
        // What does not fit the terminal is cut off at the end.
        let bar = progress::bar(n_generations as u64, "{bar:12} {pos}/{len}, {elapsed}{wide_msg}");
        bar.set_position(run.history().len() as u64);
        bar.set_message("; no generation is over yet");
        let is_seen = std::io::stderr().is_terminal();
        Self { bar, is_seen, started: Instant::now(), n_generations, n_done: 0, n_games: 0 }
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// How long the generations that are left take, by those of this sitting.
    fn left(&self, n_over: usize) -> Duration {
        let n_left = self.n_generations.saturating_sub(n_over) as u32;
        self.started.elapsed() / self.n_done.max(1) as u32 * n_left
    }
}

impl Observer<Forest> for Display {
    fn generation(&mut self, stats: &GenerationStats, _: &Forest) -> ControlFlow<()> {
        self.n_done += 1;
        self.n_games += stats.games;
        let speed = self.n_games as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
        let told = told(stats, speed as u64);
        let n_over = stats.generation + 1;
        let left = match n_over < self.n_generations {
            true => format!(", {} left", length(self.left(n_over))),
            false => String::new(),
        };
        self.bar.set_position(n_over as u64);
        self.bar.set_message(format!("{left}; {told}"));
        if !self.is_seen {
            // Whether anyone reads it does not matter to the run.
            let n_all = self.n_generations;
            let _ = writeln!(std::io::stderr(), "generation {n_over} of {n_all}{left}: {told}");
        }
        ControlFlow::Continue(())
    }
}

/// The figures of a generation, what matters most first.
fn told(stats: &GenerationStats, games_per_second: u64) -> String {
    let test = stats.retest.map(|score| format!(", test {score:.3}")).unwrap_or_default();
    format!(
        "best {:.1}, mean {:.1}{test}, size {:.0}, {} games/s",
        stats.best,
        stats.mean,
        stats.size,
        thousands(games_per_second)
    )
}
