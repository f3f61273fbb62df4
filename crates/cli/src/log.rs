//! The log of commands that run for long.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

/// Has the log written to standard error, as much of it as `RUST_LOG` wants.
pub fn begin(usual: &str) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(usual));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    // Where there is one already, it does as well.
    let _ = log.try_init();
}
