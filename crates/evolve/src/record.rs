//! Records: the points of an individual and the number of its games.

use serde::{Deserialize, Serialize};

/// The points of an individual and the number of games, or of whole evaluations.
///
/// ```
/// use ludex_evolve::Record;
///
/// let mut record = Record::new(0.5, 10.0);
/// record.add(0.8, 20.0);
/// assert_eq!(record.mean(), Some(0.7));
/// // As if ten more games had scored 0.3 each.
/// assert_eq!(record.mean_with_prior(10.0, 0.3), 0.6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    points: f64,
    games: f64,
}

impl Record {
    /// A record of a mean score in N games.
    pub fn new(mean: f64, games: f64) -> Self {
        let mut record = Self::default();
        record.add(mean, games);
        record
    }

    /// Adds a mean score in N games.
    pub fn add(&mut self, mean: f64, games: f64) {
        if games > 0.0 {
            self.points += mean * games;
            self.games += games;
        }
    }

    /// The number of games.
    pub fn games(&self) -> f64 {
        self.games
    }

    /// The mean score; none without games.
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0.0).then(|| self.points / self.games)
    }

    /// The mean with N more games at a prior score: a record of few games stays close to the
    /// prior.
    pub fn mean_with_prior(&self, games: f64, prior: f64) -> f64 {
        if games <= 0.0 {
            return self.mean().unwrap_or(prior);
        }
        (self.points + games * prior) / (self.games + games)
    }
}
