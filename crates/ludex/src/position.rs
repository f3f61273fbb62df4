//! A position of a game that is chosen at run time.

use std::fmt;

use ludex_game::{Role, RoleId};

use crate::erased::ErasedPosition;
use crate::{Error, Result};

/// A position: moves go in and out as text.
///
/// ```
/// let mut position = ludex::Game::load("tic-tac-toe")?.initial();
/// assert_eq!(position.moves_of(0).len(), 9);
/// position.play(&["(mark 2 2)", "noop"])?;
/// position.make("(mark 1 1)")?;
/// assert!(position.make("(mark 1 1)").is_err() && !position.is_terminal());
/// assert!(position.show().contains("(cell 2 2 x)"));
/// # Ok::<(), ludex::Error>(())
/// ```
pub struct Position(Box<dyn ErasedPosition>);

impl Position {
    pub(crate) fn new(position: Box<dyn ErasedPosition>) -> Self {
        Self(position)
    }

    /// The roles, in the order of joint moves.
    pub fn roles(&self) -> &[Role] {
        self.0.roles()
    }

    /// The position as text.
    pub fn show(&self) -> String {
        self.0.show()
    }

    /// Whether the game is over.
    pub fn is_terminal(&self) -> bool {
        self.0.is_terminal()
    }

    /// The legal moves of a role, by its place in [`roles`](Self::roles); none where the
    /// game is over.
    pub fn moves_of(&self, role: usize) -> Vec<String> {
        match self.is_terminal() || role >= self.roles().len() {
            true => Vec::new(),
            false => self.0.legal_moves(RoleId::new(role)),
        }
    }

    /// The roles that have more than one legal move.
    pub fn choosers(&self) -> Vec<usize> {
        (0..self.roles().len()).filter(|&role| self.moves_of(role).len() > 1).collect()
    }

    /// Plays a joint move: one legal move per role, in role order.
    pub fn play(&mut self, joint: &[impl AsRef<str>]) -> Result<()> {
        let n_roles = self.roles().len();
        if joint.len() != n_roles {
            let n_moves = joint.len();
            return Err(Error::Invalid(format!("{n_roles} roles need a move each, not {n_moves}")));
        }
        let find = |(role, mv): (usize, &str)| {
            let illegal =
                || Error::IllegalMove { role: self.roles()[role].name.clone(), mv: mv.to_string() };
            self.moves_of(role).iter().position(|legal| same(legal, mv)).ok_or_else(illegal)
        };
        let joint = joint.iter().map(AsRef::as_ref).enumerate().map(find);
        let joint: Vec<usize> = joint.collect::<Result<_>>()?;
        self.0.play(&joint);
        self.check()
    }

    /// Plays a move of the one role that has a choice, or whose move the text names; all
    /// others make their only move.
    pub fn make(&mut self, mv: &str) -> Result<()> {
        let moves: Vec<Vec<String>> =
            (0..self.roles().len()).map(|role| self.moves_of(role)).collect();
        let chooser = match self.choosers()[..] {
            [one] => one,
            [] => 0,
            _ => {
                return Err(Error::Invalid(
                    "several roles have a choice: give a joint move".into(),
                ));
            }
        };
        let mut joint: Vec<String> =
            moves.iter().map(|moves| moves.first().cloned().unwrap_or_default()).collect();
        joint[chooser] = mv.to_string();
        self.play(&joint)
    }

    /// The goals of all roles, from 0 to 100: the result where the game is over.
    pub fn goals(&self) -> Vec<u8> {
        (0..self.roles().len()).map(|role| self.0.goal(RoleId::new(role))).collect()
    }

    /// An error once the rules have exceeded a limit: answers mean nothing from then on.
    fn check(&self) -> Result<()> {
        self.0.fault().map_or(Ok(()), |fault| Err(Error::Invalid(fault)))
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self(self.0.clone_box())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.show()).finish()
    }
}

/// Whether two texts name the same move: brackets around a single word do not matter.
fn same(one: &str, other: &str) -> bool {
    let bare = |text: &'_ str| -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        match text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            Some(inner) if !inner.contains(['(', ' ']) => inner.into(),
            _ => text,
        }
    };
    bare(one) == bare(other)
}
