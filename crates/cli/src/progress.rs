//! Progress bars on a terminal.

use std::fmt::Write;
use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use ludex::{Progress, Step};

/// A bar on standard error, drawn by a template; hidden where standard error is no terminal.
/// `{left}` is the time that is left, once anything is known of it. Messages have
/// what the rest leaves of the line, so that it fits the terminal.
pub fn bar(n_all: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(n_all), ProgressDrawTarget::stderr());
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template(&template.replace("{msg}", "{wide_msg}")) {
        bar.set_style(style.with_key("left", write_left));
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// A bar of games, some of which may have been played before.
pub fn games(progress: ludex_arena::Progress) -> ProgressBar {
    let bar = bar(progress.n_max.into(), "{bar:20} {pos} of {len} games, {elapsed}, {left}");
    bar.set_position(progress.n_played.into());
    bar.reset_eta();
    bar
}

/// The bar of a service that works in steps.
pub struct StepBar(ProgressBar);

impl StepBar {
    /// A bar that is drawn by a template.
    pub fn new(template: &str) -> Self {
        Self(bar(1, template))
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for StepBar {
    fn step(&mut self, step: &Step) {
        self.0.set_length(step.n_all);
        self.0.set_position(step.n_done);
        self.0.set_message(step.what.clone());
    }

    fn note(&mut self, note: &str) {
        self.0.suspend(|| eprintln!("{note}"));
    }
}

/// Progress without a bar: notes alone are printed.
pub struct Notes;

impl Progress for Notes {
    fn note(&mut self, note: &str) {
        eprintln!("{note}");
    }
}

fn write_left(state: &ProgressState, text: &mut dyn Write) {
    // A failure to draw has no one to be reported to.
    let _ = text.write_str(&left(state.eta(), state.len().is_none_or(|n| state.pos() < n)));
}

/// The time that is left. Before anything was done, the estimate is 0.
fn left(estimate: Duration, is_under_way: bool) -> String {
    match estimate.is_zero() && is_under_way {
        true => "time left not known yet".into(),
        false => format!("{:#} left", HumanDuration(estimate)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_told_before_anything_is_known() {
        assert_eq!(left(Duration::ZERO, true), "time left not known yet");
        assert_eq!(left(Duration::from_secs(90), true), "2m left");
        assert_eq!(left(Duration::ZERO, false), "0s left");
    }
}
