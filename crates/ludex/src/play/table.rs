//! Where people play: it prints what happens, and asks them for moves.

use std::io;

/// Where people play, such as a terminal.
///
/// [`play`](super::play()) has an example.
pub trait Table {
    /// Prints a text. It has line ends where lines end.
    fn tell(&mut self, text: &str) -> io::Result<()>;

    /// Prints the joint move that is made.
    fn announce(&mut self, moves: &str) -> io::Result<()> {
        self.tell(&format!("{moves}\n"))
    }

    /// The player of a role begins to search.
    fn begin_thinking(&mut self, role: &str) -> io::Result<()> {
        let _ = role;
        Ok(())
    }

    /// The search has ended.
    fn end_thinking(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The person who plays a role may make one of these moves.
    fn offer(&mut self, role: &str, moves: Vec<MoveNames>) -> io::Result<()>;

    /// The answer to the last offer. After a hint or a board it is asked for again.
    fn ask(&mut self) -> io::Result<Answer>;
}

/// The names of a move.
///
/// ```
/// use ludex::play::MoveNames;
///
/// let castling = MoveNames { shown: "O-O".into(), others: vec!["e1g1".into()] };
/// assert_eq!(castling.shown, "O-O");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveNames {
    /// The name that is shown.
    pub shown: String,
    /// Other names that are accepted.
    pub others: Vec<String>,
}

/// The answer of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The move with this place in the offer.
    Move(usize),
    /// What would a search play?
    Hint,
    /// The position again.
    Board,
    /// Back to the last choice of a person.
    Undo,
    /// The game is given up.
    Resign,
    /// The person leaves.
    Quit,
}
