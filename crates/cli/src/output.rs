//! Where results go.

use std::io::{IsTerminal, Write};

use anyhow::Result;
use serde_json::Value;

/// Standard output, with failures to write reported rather than fatal.
pub struct Output {
    colour: bool,
}

impl Output {
    /// Coloured on a terminal, unless the user objects.
    pub fn new() -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self { colour: wanted && std::io::stdout().is_terminal() }
    }

    /// Whether colours are welcome.
    pub fn colour(&self) -> bool {
        self.colour
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: &str) -> Result<()> {
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        stdout.flush()?;
        Ok(())
    }

    /// Writes one line.
    pub fn line(&mut self, text: impl AsRef<str>) -> Result<()> {
        self.text(&format!("{}\n", text.as_ref()))
    }

    /// Writes JSON.
    pub fn json(&mut self, value: &Value) -> Result<()> {
        self.line(serde_json::to_string_pretty(value)?)
    }
}

/// Whether a failure only means that nobody reads the output any more.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
