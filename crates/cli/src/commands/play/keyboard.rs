//! What a person types: with editing and a history on a terminal, plain lines
//! elsewhere.

use std::io::{BufRead, IsTerminal};

use anyhow::Result;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::output::Output;

/// Where lines are read.
pub struct Keyboard {
    /// Edits lines on a terminal.
    editor: Option<DefaultEditor>,
}

impl Keyboard {
    /// Standard input.
    pub fn new() -> Result<Self> {
        let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        Ok(Self { editor: if is_terminal { Some(DefaultEditor::new()?) } else { None } })
    }

    /// The next line, without blanks around it and without characters that do not
    /// show; `None` at the end of input, and after Ctrl-C.
    pub fn read(&mut self, prompt: &str, out: &mut Output) -> Result<Option<String>> {
        let line = match &mut self.editor {
            Some(editor) => edited(editor, prompt)?,
            None => {
                out.text(prompt)?;
                plain()?
            }
        };
        Ok(line.map(|line| clean(&line)))
    }
}

fn edited(editor: &mut DefaultEditor, prompt: &str) -> Result<Option<String>> {
    match editor.readline(prompt) {
        Ok(line) => {
            // A line that is not remembered can be typed again.
            let _ = editor.add_history_entry(line.trim());
            Ok(Some(line))
        }
        Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn plain() -> Result<Option<String>> {
    let mut bytes = Vec::new();
    match std::io::stdin().lock().read_until(b'\n', &mut bytes)? {
        0 => Ok(None),
        _ => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
    }
}

/// A line without what terminals take for commands.
fn clean(line: &str) -> String {
    let shown: String = line.chars().filter(|letter| !letter.is_control()).collect();
    shown.trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_no_escapes() {
        assert_eq!(clean(" a\u{1b}[A1\t\r\n"), "a[A1");
    }
}
