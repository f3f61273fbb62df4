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

/// A number with separators: `4,865,609`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Columns padded to equal width; all but the first aligned to the right if
/// `numbers`.
pub fn table(rows: &[Vec<String>], numbers: bool) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..n_columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if numbers && column > 0 {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(4_865_609), "4,865,609");
    }

    #[test]
    fn tables_line_up() {
        let rows = [vec!["a".into(), "10".into()], vec!["bcd".into(), "9".into()]];
        assert_eq!(table(&rows, true), "a    10\nbcd   9\n");
    }
}
