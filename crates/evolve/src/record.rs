//! What an individual scored, and in how many games.

use serde::{Deserialize, Serialize};

/// The points of an individual, and what they were won in: games, or whole evaluations.
///
/// ```
/// use evolve::Record;
///
/// let mut record = Record::new(0.5, 10.0);
/// record.add(0.8, 20.0);
/// assert_eq!(record.mean(), Some(0.7));
/// // As if ten more games had brought 0.3 each.
/// assert_eq!(record.doubted(10.0, 0.3), 0.6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    points: f64,
    games: f64,
}

impl Record {
    /// A mean score in so many games.
    pub fn new(mean: f64, games: f64) -> Self {
        let mut record = Self::default();
        record.add(mean, games);
        record
    }

    /// Adds a mean score in so many games.
    pub fn add(&mut self, mean: f64, games: f64) {
        if games > 0.0 {
            self.points += mean * games;
            self.games += games;
        }
    }

    /// How many games there were.
    pub fn games(&self) -> f64 {
        self.games
    }

    /// The mean score; none without games.
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0.0).then(|| self.points / self.games)
    }

    /// The mean as if there had been some more games, with a score that is nothing
    /// special: few games prove little.
    pub fn doubted(&self, games: f64, usual: f64) -> f64 {
        if games <= 0.0 {
            return self.mean().unwrap_or(usual);
        }
        (self.points + games * usual) / (self.games + games)
    }
}
