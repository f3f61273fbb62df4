//! Moves and mixes of a claim, as text.

use ludex_game::{Game, RoleId};

use super::check::{Mix, TOLERANCE};
use super::choices::Choices;

/// The lines of a claim, one after another.
pub(super) struct Lines<'a> {
    lines: &'a [String],
    n_read: usize,
}

/// A line, counted from 1.
pub(super) struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> Lines<'a> {
    pub fn new(lines: &'a [String]) -> Self {
        Self { lines, n_read: 0 }
    }

    pub fn next(&mut self) -> Result<Line<'a>, String> {
        let Some(text) = self.lines.get(self.n_read) else {
            return Err(format!("no move is given; the claim ends after line {}", self.n_read));
        };
        self.n_read += 1;
        Ok(Line { number: self.n_read, text })
    }

    /// Fails if text is left over.
    pub fn end(&self) -> Result<(), String> {
        match self.lines.len() - self.n_read {
            0 => Ok(()),
            n => Err(format!("{n} lines too many, from line {} on", self.n_read + 1)),
        }
    }
}

impl Line<'_> {
    /// A legal move of each of some roles.
    pub fn moves<G: Game>(
        &self,
        game: &G,
        choices: &Choices<G::Move>,
        roles: &[RoleId],
    ) -> Result<Vec<G::Move>, String> {
        let names: Vec<&str> = self.text.split('\t').collect();
        if names.len() != roles.len() {
            let (number, n_moves, n_roles) = (self.number, names.len(), roles.len());
            return Err(format!("line {number} has {n_moves} moves, not {n_roles}"));
        }
        let named = roles.iter().zip(names);
        named.map(|(role, name)| self.find(game, &choices.legal[role.index()], name)).collect()
    }

    /// A value, and moves after their probabilities.
    pub fn mix<G: Game>(&self, game: &G, legal: &[G::Move]) -> Result<Mix<G::Move>, String> {
        let wrong = |text: &str| format!("line {}: `{text}` is no number", self.number);
        let number = |text: &str| {
            let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| wrong(text))
        };
        let mut fields = self.text.split('\t');
        let value = number(fields.next().unwrap_or_default())?;
        let read = |field: &str| {
            let (probability, name) = field.split_once(' ').ok_or_else(|| wrong(field))?;
            Ok((self.find(game, legal, name)?, number(probability)?))
        };
        let moves = fields.map(read).collect::<Result<Vec<_>, String>>()?;
        let sum: f64 = moves.iter().map(|(_, probability)| probability).sum();
        let is_positive = moves.iter().all(|&(_, probability)| probability >= 0.0);
        if !is_positive || (sum - 1.0).abs() > TOLERANCE {
            return Err(format!("line {}: the probabilities are no distribution", self.number));
        }
        Ok(Mix { value, moves })
    }

    fn find<G: Game>(&self, game: &G, legal: &[G::Move], name: &str) -> Result<G::Move, String> {
        let found = legal.iter().find(|&&mv| game.move_name(mv) == name);
        found.copied().ok_or_else(|| format!("line {}: `{name}` is not legal", self.number))
    }
}
