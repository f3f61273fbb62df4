//! What an individual scored over several generations.

use serde::{Deserialize, Serialize};

/// The scores of an individual that lives on, in sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    total: f64,
    n: u32,
}

impl Record {
    /// The record of a newcomer.
    pub fn new(score: f64) -> Self {
        Self { total: score, n: 1 }
    }

    /// Adds a score, and tells the mean of all.
    pub fn add(&mut self, score: f64) -> f64 {
        self.total += score;
        self.n += 1;
        self.total / f64::from(self.n)
    }
}
