//! Selection of parents.
//!
//! A new method is a file here and a line in [`METHODS`].

mod proportionate;
mod rank;
mod tournament;

pub use proportionate::Proportionate;
pub use rank::Rank;
pub use tournament::Tournament;

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::Rng;
use ludex_support::suggestion;

/// A method to select parents.
pub trait Selection: Send + Sync {
    /// Prepares the selection among individuals: each call of the result draws the index of
    /// one.
    fn prepare<'a>(&self, standings: &'a Standings) -> Wheel<'a>;
}

/// Draws the index of a parent.
pub type Wheel<'a> = Box<dyn Fn(&mut Rng) -> usize + 'a>;

/// The fitness of the individuals of a population.
///
/// If a scheme only compares two individuals, scores are indexes in that order and differences
/// mean nothing: use tournament or rank selection then.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    scores: Vec<f64>,
    /// Sizes, if the smaller of two equally fit individuals is preferred.
    sizes: Option<Vec<usize>>,
}

impl Standings {
    /// By scores alone; higher ones are better.
    pub fn new(scores: Vec<f64>) -> Self {
        Self { scores, sizes: None }
    }

    /// Prefers the smaller of equally fit individuals.
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

    /// All indexes, the fittest first; equals in their order.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.scores.len()).collect();
        order.sort_by(|&a, &b| self.compare(b, a));
        order
    }
}

/// The table `selection` of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SelectionConfig {
    /// `tournament`, `proportionate` or `rank`.
    pub method: String,
    /// The size of tournaments.
    pub tournament: usize,
    /// The pressure of rank selection: the fittest is selected this many times as often as the
    /// average, 1 to 2.
    pub pressure: f64,
}

impl Default for SelectionConfig {
    fn default() -> Self {
        Self { method: "tournament".into(), tournament: 2, pressure: 1.8 }
    }
}

/// Makes a method from a config.
type Make = fn(&SelectionConfig) -> Result<Box<dyn Selection>, String>;

/// All methods, by name.
const METHODS: [(&str, Make); 3] = [
    ("tournament", tournament::make),
    ("proportionate", proportionate::make),
    ("rank", rank::make),
];

impl SelectionConfig {
    /// The method, or an error message.
    pub fn make(&self) -> Result<Box<dyn Selection>, String> {
        let method = METHODS.iter().find(|(name, _)| *name == self.method);
        let (_, make) = method.ok_or_else(|| {
            let hint = suggestion(&self.method, METHODS.iter().map(|(name, _)| *name));
            format!("there is no selection `{}`{hint}", self.method)
        })?;
        make(self)
    }
}
