//! Where results go: standard output, and the files that options name.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use ludex_report::Page;
use ludex_support::atomic_file;
use serde::Serialize;

use crate::footer::Footer;

/// Standard output, with failures to write reported rather than fatal, and the
/// files to be written after it.
pub struct Output {
    colour: bool,
    foot: Footer,
    /// Whether anything was printed.
    is_used: bool,
    files: Vec<(PathBuf, String)>,
}

impl Output {
    /// Coloured on a terminal, unless the user objects.
    pub fn new(foot: Footer) -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let colour = wanted && std::io::stdout().is_terminal();
        Self { colour, foot, is_used: false, files: Vec::new() }
    }

    /// Whether colours are welcome.
    pub fn colour(&self) -> bool {
        self.colour
    }

    /// Whether anything was printed.
    pub fn is_used(&self) -> bool {
        self.is_used
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: &str) -> Result<()> {
        self.is_used = true;
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        stdout.flush()?;
        Ok(())
    }

    /// Writes one line.
    pub fn line(&mut self, text: impl AsRef<str>) -> Result<()> {
        self.text(&format!("{}\n", text.as_ref()))
    }

    /// Writes JSON, with the keys of objects in alphabetical order.
    pub fn json(&mut self, value: &impl Serialize) -> Result<()> {
        self.line(serde_json::to_string_pretty(&serde_json::to_value(value)?)?)
    }

    /// Has a file written when everything is printed. Commands hand over files
    /// before they print, so that a closed pipe does not cost them.
    pub fn file(&mut self, path: &Path, text: impl Into<String>) {
        self.files.push((path.to_path_buf(), text.into()));
    }

    /// The same with a page, which gets a foot.
    pub fn page(&mut self, path: &Path, mut page: Page) {
        page.foot(self.foot.entries());
        self.file(path, page.to_html());
    }

    /// The foot of pages.
    pub fn foot(&self) -> impl Iterator<Item = (String, String)> + use<> {
        self.foot.entries().into_iter().map(|(name, meaning)| (name.to_string(), meaning))
    }

    /// Writes the files. Those that fail do not keep the others from being
    /// written; what failed is returned.
    pub fn write_files(&mut self) -> Vec<anyhow::Error> {
        let written = self.files.drain(..).map(|(path, text)| atomic_file::write(&path, text));
        written.filter_map(Result::err).map(anyhow::Error::from).collect()
    }
}

/// Whether a failure is that of a closed pipe.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
