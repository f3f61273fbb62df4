//! Games that were played.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::Encounter;

/// A game from first to last.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Who met whom.
    pub encounter: Encounter,
    /// How many plies were an opening, which nobody chose.
    pub n_opening: u32,
    /// The joint moves, one move for each role, nature's among them.
    pub moves: Vec<Vec<String>>,
    /// How it ended.
    pub ending: Ending,
    /// The goal of each player, in the order of [`Encounter::players`].
    pub goals: Vec<u8>,
    /// What each player spent, in the same order.
    pub efforts: Vec<Effort>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Terminal,
    /// Some role had no move.
    Stuck,
    /// It was given up after many plies.
    Capped,
}

/// What a player spent in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Moves that it had to think about.
    pub n_moves: u32,
    /// Playouts made or positions looked at.
    pub n_nodes: u64,
    /// Time for thinking.
    pub time: Duration,
    /// Moves that others had to make for it, since it was late or its own was
    /// not legal.
    pub n_replaced: u32,
}

impl Record {
    /// What each player scored, from 0 to 1, in the order of
    /// [`Encounter::players`]: the share of the others that it left behind, with
    /// half of those that did as well. A game that the rules did not end is
    /// nobody's.
    ///
    /// ```
    /// use arena::{Encounter, Ending, Record};
    ///
    /// let encounter = Encounter { number: 0, group: 0, index: 0, players: vec![0, 1, 2] };
    /// let record = Record {
    ///     encounter,
    ///     n_opening: 0,
    ///     moves: Vec::new(),
    ///     ending: Ending::Terminal,
    ///     goals: vec![100, 50, 50],
    ///     efforts: Vec::new(),
    /// };
    /// assert_eq!(record.scores(), [1.0, 0.25, 0.25]);
    /// ```
    pub fn scores(&self) -> Vec<f64> {
        scores(&self.goals, self.ending)
    }

    /// Why it is no game of so many players, if it is none.
    pub(crate) fn fault(&self, n_players: usize) -> Option<String> {
        let number = self.encounter.number;
        let players = &self.encounter.players;
        if let Some(player) = players.iter().find(|&&player| player >= n_players) {
            return Some(format!("game {number} has player {player} of {n_players}"));
        }
        let n_seats = players.len();
        let is_whole = self.goals.len() == n_seats && self.efforts.len() == n_seats;
        (!is_whole).then(|| format!("game {number} does not tell of all who played"))
    }
}

/// What players with these goals scored.
pub(crate) fn scores(goals: &[u8], ending: Ending) -> Vec<f64> {
    let n_others = goals.len().saturating_sub(1);
    if ending != Ending::Terminal || n_others == 0 {
        return vec![0.5; goals.len()];
    }
    let score = |own: &u8| {
        let n_below = goals.iter().filter(|&goal| goal < own).count();
        let n_equal = goals.iter().filter(|&goal| goal == own).count() - 1;
        (n_below as f64 + n_equal as f64 / 2.0) / n_others as f64
    };
    goals.iter().map(score).collect()
}

impl Ending {
    const NAMES: [(Self, &'static str); 3] =
        [(Self::Terminal, "terminal"), (Self::Stuck, "stuck"), (Self::Capped, "capped")];
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(ending, _)| ending == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
}

impl FromStr for Ending {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let name = Self::NAMES.iter().find(|(_, name)| *name == text);
        name.map(|(ending, _)| *ending).ok_or_else(|| format!("`{text}` is no way to end"))
    }
}
