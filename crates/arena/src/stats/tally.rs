//! Wins, draws and losses.

use std::fmt;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::Sample;

/// Numbers of games won, drawn and lost.
///
/// ```
/// use ludex_arena::stats::Tally;
///
/// let tally = Tally { wins: 6, draws: 2, losses: 2 };
/// assert_eq!(tally.n(), 10);
/// assert_eq!(tally.score(), Some(0.7));
/// assert_eq!(tally.to_string(), "+6 =2 -2");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// The number of games.
    ///
    /// ```
    /// assert_eq!(ludex_arena::stats::Tally::default().n(), 0);
    /// ```
    pub fn n(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Mean points per game, a draw being half a point; `None` without games.
    ///
    /// ```
    /// use ludex_arena::stats::Tally;
    ///
    /// assert_eq!(Tally { wins: 1, draws: 2, losses: 1 }.score(), Some(0.5));
    /// assert_eq!(Tally::default().score(), None);
    /// ```
    pub fn score(&self) -> Option<f64> {
        (self.n() > 0).then(|| (self.wins as f64 + 0.5 * self.draws as f64) / self.n() as f64)
    }

    /// Adds a game by its score: above ½ a win, below a loss.
    ///
    /// ```
    /// let mut tally = ludex_arena::stats::Tally::default();
    /// tally.add_score(1.0);
    /// tally.add_score(0.5);
    /// assert_eq!((tally.wins, tally.draws, tally.losses), (1, 1, 0));
    /// ```
    pub fn add_score(&mut self, score: f64) {
        match score {
            score if score > 0.5 => self.wins += 1,
            score if score < 0.5 => self.losses += 1,
            _ => self.draws += 1,
        }
    }

    /// The tally from the view of the opponent.
    ///
    /// ```
    /// use ludex_arena::stats::Tally;
    ///
    /// let tally = Tally { wins: 3, draws: 1, losses: 0 };
    /// assert_eq!(tally.reversed(), Tally { wins: 0, draws: 1, losses: 3 });
    /// ```
    pub fn reversed(self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        *self = *self + other;
    }
}

/// Each game becomes a unit.
impl From<Tally> for Sample {
    fn from(tally: Tally) -> Sample {
        let mut sample = Sample::new();
        sample.add_many(1.0, tally.wins);
        sample.add_many(0.5, tally.draws);
        sample.add_many(0.0, tally.losses);
        sample
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}
