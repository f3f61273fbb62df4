//! The terminal at which people play.

use std::io::{self, IsTerminal};

use anyhow::Result;
use ludex::play::{Answer, MoveNames, Table};

use super::keyboard::Keyboard;
use super::menu::{Meaning, Menu};
use crate::output::Output;

/// Standard output, and the keyboard.
pub struct Terminal<'a> {
    out: &'a mut Output,
    keyboard: Keyboard,
    /// The role that is asked.
    role: String,
    /// Its moves.
    menu: Menu,
}

impl<'a> Terminal<'a> {
    /// Standard output and standard input.
    pub fn new(out: &'a mut Output) -> Result<Self> {
        let menu = Menu::new([]);
        Ok(Self { out, keyboard: Keyboard::new()?, role: String::new(), menu })
    }

    /// The next line, without blanks around it; `None` at the end of input.
    fn read(&mut self) -> Result<Option<String>> {
        let prompt = match self.out.colour() {
            true => format!("\x1b[1m{}>\x1b[0m ", self.role),
            false => format!("{}> ", self.role),
        };
        let line = self.keyboard.read(&prompt, self.out)?;
        if let Some(line) = &line
            && !io::stdin().is_terminal()
        {
            // A terminal echoes the line while it is typed.
            self.out.line(line)?;
        }
        Ok(line)
    }

    /// Reads lines until one is an answer.
    fn answer(&mut self) -> Result<Answer> {
        let colour = self.out.colour();
        loop {
            let Some(line) = self.read()? else {
                self.out.line("")?;
                return Ok(Answer::Quit);
            };
            let found =
                if line.starts_with('/') { Meaning::Nothing } else { self.menu.find(&line) };
            let word = line.trim_start_matches('/').to_lowercase();
            match (word.as_str(), found) {
                ("", _) => self.out.line("Type a move, its number, or `help`.")?,
                (_, Meaning::Move(at)) => return Ok(Answer::Move(at)),
                ("help" | "?", _) => self.out.text(HELP)?,
                ("hint", _) => return Ok(Answer::Hint),
                ("moves", _) => self.out.text(&self.menu.list(colour))?,
                ("board", _) => return Ok(Answer::Board),
                ("undo", _) => return Ok(Answer::Undo),
                ("resign", _) => return Ok(Answer::Resign),
                ("quit" | "exit", _) => return Ok(Answer::Quit),
                (_, Meaning::Several(places)) => {
                    self.out.text(&self.menu.columns(&places, colour))?;
                }
                (_, Meaning::Nothing) => {
                    let line: String = line.chars().take(60).collect();
                    self.out.line(format!("`{line}` is no legal move; `moves` lists them."))?;
                }
            }
        }
    }
}

impl Table for Terminal<'_> {
    fn tell(&mut self, text: &str) -> io::Result<()> {
        self.out.text(text).map_err(failure)
    }

    fn announce(&mut self, moves: &str) -> io::Result<()> {
        match self.out.colour() {
            true => self.tell(&format!("\x1b[1m{moves}\x1b[0m\n")),
            false => self.tell(&format!("{moves}\n")),
        }
    }

    fn begin_thinking(&mut self, role: &str) -> io::Result<()> {
        match self.out.colour() {
            true => self.tell(&format!("{role} is thinking ...\r")),
            false => Ok(()),
        }
    }

    fn end_thinking(&mut self) -> io::Result<()> {
        if self.out.colour() { self.tell("\x1b[K") } else { Ok(()) }
    }

    fn offer(&mut self, role: &str, moves: Vec<MoveNames>) -> io::Result<()> {
        self.role = role.into();
        self.menu = Menu::new(moves.into_iter().map(|names| (names.shown, names.others)));
        let summary = self.menu.summary(self.out.colour());
        self.tell(&format!("\n{summary}"))
    }

    fn ask(&mut self) -> io::Result<Answer> {
        self.answer().map_err(failure)
    }
}

/// A failure to read or write.
fn failure(error: anyhow::Error) -> io::Error {
    error.downcast::<io::Error>().unwrap_or_else(io::Error::other)
}

const HELP: &str = "\
Type a move, its number, or enough of it to tell it from the others; part of
several shows those. Besides moves you can type:
  moves    all legal moves        board   the position again
  hint     what a search plays    undo    back to your last choice
  resign   give the game up       quit    leave (Ctrl-D as well)
If a move has such a name, put a slash before the command: /undo.
";
