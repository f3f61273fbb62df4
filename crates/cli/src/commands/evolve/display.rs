//! The progress of an evolution: a bar on a terminal, and a line for each generation
//! elsewhere, on standard error, so that standard output has the result alone.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use ludex::progress::length;
use ludex::{Progress, Step};
use ludex_evolve::GenerationStats;
use ludex_report::number::thousands;

use crate::progress;

/// Shows the progress of a run.
pub struct Display {
    bar: Option<ProgressBar>,
    is_seen: bool,
    started: Instant,
    n_generations: usize,
    /// Generations since the start or the resumption.
    n_done: usize,
    n_games: u64,
}

impl Default for Display {
    fn default() -> Self {
        let is_seen = std::io::stderr().is_terminal();
        Self {
            bar: None,
            is_seen,
            started: Instant::now(),
            n_generations: 0,
            n_done: 0,
            n_games: 0,
        }
    }
}

impl Display {
    pub fn clear(&self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }

    /// The expected time of the generations that are left, by those that are done.
    fn left(&self, n_over: usize) -> Duration {
        let n_left = self.n_generations.saturating_sub(n_over) as u32;
        self.started.elapsed() / self.n_done.max(1) as u32 * n_left
    }
}

impl Progress for Display {
    fn step(&mut self, step: &Step) {
        // What does not fit the terminal is cut off at the end.
        let bar = progress::bar(step.n_all, "{bar:12} {pos}/{len}, {elapsed}{wide_msg}");
        bar.set_position(step.n_done);
        bar.set_message("; no generation is over yet");
        (self.started, self.n_generations) = (Instant::now(), step.n_all as usize);
        self.bar = Some(bar);
    }

    fn note(&mut self, note: &str) {
        eprintln!("{note}");
    }

    fn generation(&mut self, stats: &GenerationStats) {
        self.n_done += 1;
        self.n_games += stats.games;
        let speed = self.n_games as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
        let told = told(stats, speed as u64);
        let n_over = stats.generation + 1;
        let left = match n_over < self.n_generations {
            true => format!(", {} left", length(self.left(n_over))),
            false => String::new(),
        };
        if let Some(bar) = &self.bar {
            bar.set_position(n_over as u64);
            bar.set_message(format!("{left}; {told}"));
        }
        if !self.is_seen {
            // A closed standard error does not matter to the run.
            let n_all = self.n_generations;
            let _ = writeln!(std::io::stderr(), "generation {n_over} of {n_all}{left}: {told}");
        }
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
