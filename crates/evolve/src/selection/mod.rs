//! Who becomes a parent.
//!
//! A new way is a file here and a line in [`METHODS`].

mod proportionate;
mod rank;
mod tournament;

pub use proportionate::Proportionate;
pub use rank::Rank;
pub use tournament::Tournament;

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::Rng;
use crate::words::did_you_mean;

/// A way to choose parents.
pub trait Selection: Send + Sync {
    /// Prepares to choose among individuals: what comes back draws the place of
    /// one, again and again.
    fn prepare<'a>(&self, standings: &'a Standings) -> Wheel<'a>;
}

/// Draws the place of a parent.
pub type Wheel<'a> = Box<dyn Fn(&mut Rng) -> usize + 'a>;

/// How fit the individuals of a population are.
///
/// Where a scheme only tells which of two is fitter, scores are places in that
/// order and mean nothing else: choose by tournament or by rank then.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    scores: Vec<f64>,
    /// Sizes, where of two that are equally fit the smaller one is preferred.
    sizes: Option<Vec<usize>>,
}

impl Standings {
    /// By scores alone: more is better.
    pub fn new(scores: Vec<f64>) -> Self {
        Self { scores, sizes: None }
    }

    /// Of those that are equally fit, the smaller ones are preferred.
    pub fn prefer_small(mut self, sizes: Vec<usize>) -> Self {
        self.sizes = Some(sizes);
        self
    }

    /// The scores.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// How two individuals compare: greater is fitter.
    pub fn compare(&self, a: usize, b: usize) -> Ordering {
        let by_score = self.scores[a].total_cmp(&self.scores[b]);
        let by_size =
            || self.sizes.as_ref().map_or(Ordering::Equal, |sizes| sizes[b].cmp(&sizes[a]));
        by_score.then_with(by_size)
    }

    /// All places, the fittest first; of equals, the first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.scores.len()).collect();
        order.sort_by(|&a, &b| self.compare(b, a));
        order
    }
}

/// How parents are chosen, as files say it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SelectionConfig {
    /// `tournament`, `proportionate` or `rank`.
    pub method: String,
    /// How many take part in a tournament.
    pub tournament: usize,
    /// By rank: how much likelier the fittest is chosen than on average, 1 to 2.
    pub pressure: f64,
}

impl Default for SelectionConfig {
    fn default() -> Self {
        Self { method: "tournament".into(), tournament: 2, pressure: 1.8 }
    }
}

/// How a way to choose parents is made from what a file says.
type Make = fn(&SelectionConfig) -> Result<Box<dyn Selection>, String>;

/// All ways, by name.
const METHODS: [(&str, Make); 3] = [
    ("tournament", tournament::make),
    ("proportionate", proportionate::make),
    ("rank", rank::make),
];

impl SelectionConfig {
    /// The way to choose, or what is wrong with it.
    pub fn make(&self) -> Result<Box<dyn Selection>, String> {
        let method = METHODS.iter().find(|(name, _)| *name == self.method);
        let (_, make) = method.ok_or_else(|| {
            let hint = did_you_mean(&self.method, METHODS.iter().map(|(name, _)| *name));
            format!("there is no selection `{}`{hint}", self.method)
        })?;
        make(self)
    }
}
