//! How far long work has come, on a terminal.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error, drawn by a template; nothing where nobody looks.
pub fn bar(n_all: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(n_all), ProgressDrawTarget::stderr());
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// A bar of games, some of which may have been played before.
pub fn games(progress: arena::Progress) -> ProgressBar {
    let bar = bar(progress.n_max.into(), "{bar:30} {pos} of {len} games, {elapsed}, {eta} left");
    bar.set_position(progress.n_played.into());
    bar.reset_eta();
    bar
}
