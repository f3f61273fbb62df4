//! The parameters of a run, as a file.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Limits;
use crate::breed::Breeding;
use crate::island::Islands;
use crate::operators::Weights;
use crate::selection::SelectionConfig;
use ludex_support::suggestion;

/// All parameters of a run.
///
/// ```
/// use ludex_evolve::Config;
///
/// let config = Config::parse("population = 200\n[breeding]\ncrossover = 0.7\n").unwrap();
/// assert_eq!((config.population, config.breeding.crossover), (200, 0.7));
/// let error = Config::parse("seed = 1\npoplation = 200\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: `poplation` is not known; did you mean `population`?");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The source of all randomness.
    pub seed: u64,
    /// The number of generations.
    pub generations: usize,
    /// The number of individuals of each island.
    pub population: usize,
    /// The limits of trees.
    pub trees: Limits,
    /// The selection of parents.
    pub selection: SelectionConfig,
    /// Crossover, mutation and elite.
    pub breeding: Breeding,
    /// The weight of each crossover, by name; the defaults of the genome if empty.
    pub crossovers: Weights,
    /// The weight of each mutation, by name; the defaults of the genome if empty.
    pub mutations: Weights,
    /// Islands and migration.
    pub islands: Islands,
    /// The second population, if the problem has one.
    pub rivals: Rivals,
    /// How the best individual of the run is chosen.
    pub retest: Retest,
    /// The table of the problem, which the engine does not read.
    pub problem: toml::Table,
}

/// The table `rivals` of a file: the second population.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rivals {
    /// The number of rivals of each island.
    pub population: usize,
    /// Rivals evolve every N generations.
    pub every: usize,
}

/// The table `retest` of a file: every few generations, the best individuals take a longer
/// test, by which the best individual of the run is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Retest {
    /// Every N generations, and in the last one; never if 0.
    pub every: usize,
    /// The number of individuals of each island.
    pub top: usize,
    /// The number of games of a test.
    pub games: usize,
}

impl Default for Rivals {
    fn default() -> Self {
        Self { population: 50, every: 5 }
    }
}

impl Default for Retest {
    fn default() -> Self {
        Self { every: 5, top: 4, games: 1_000 }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            seed: 1,
            generations: 100,
            population: 100,
            trees: Limits::default(),
            selection: SelectionConfig::default(),
            breeding: Breeding::default(),
            crossovers: Weights::new(),
            mutations: Weights::new(),
            islands: Islands::default(),
            rivals: Rivals::default(),
            retest: Retest::default(),
            problem: toml::Table::new(),
        }
    }
}

impl Config {
    /// Parses a file. Missing keys have their default values.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let config: Self =
            toml::from_str(text).map_err(|error| ConfigError::of(&error, text, RENAMED))?;
        config.check()?;
        Ok(config)
    }

    /// The text of a file with all keys. Fails if a number is too large for TOML, whose largest
    /// is 2^63 - 1.
    pub fn to_text(&self) -> Result<String, ConfigError> {
        toml::to_string(self).map_err(|error| ConfigError { line: None, what: error.to_string() })
    }

    /// Checks the ranges of all parameters.
    pub fn check(&self) -> Result<(), ConfigError> {
        let at_least_one = [
            ("population", self.population),
            ("generations", self.generations),
            ("islands.count", self.islands.count),
            ("rivals.every", self.rivals.every),
            ("islands.period", self.islands.period),
        ];
        let wrong = |what: String| Err(ConfigError { line: None, what });
        if i64::try_from(self.seed).is_err() {
            return wrong(format!("seed is {}, but at most {} is possible", self.seed, i64::MAX));
        }
        if let Some((name, _)) = at_least_one.iter().find(|(_, number)| *number == 0) {
            return wrong(format!("{name} is 0, but must be at least 1"));
        }
        let parts = [("trees", self.trees.fault()), ("breeding", self.breeding.fault())];
        for (name, fault) in parts {
            if let Some(what) = fault {
                return wrong(format!("[{name}]: {what}"));
            }
        }
        match self.selection.make() {
            Err(what) => wrong(format!("[selection]: {what}")),
            Ok(_) => Ok(()),
        }
    }
}

/// An error in a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ConfigError {
    /// The line, counted from 1, if the error has one.
    pub line: Option<usize>,
    /// The message.
    pub what: String,
}

impl ConfigError {
    /// The error of the TOML parser for a text; also for the table of a problem. Unknown keys
    /// that were renamed, listed as pairs of old and new name, give the new name.
    ///
    /// ```
    /// use ludex_evolve::Config;
    ///
    /// let error = Config::parse("[breeding]\nmemory = true\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2: `memory` is now `average_scores`");
    /// ```
    pub fn of(error: &toml::de::Error, text: &str, renamed: &[(&str, &str)]) -> Self {
        let line =
            error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        Self { line, what: plain_message(error.message(), renamed) }
    }
}

/// Keys of former versions, and their names now.
const RENAMED: &[(&str, &str)] = &[("memory", "average_scores"), ("doubt", "prior_games")];

/// The message of the parser; for an unknown key, with its new name or a suggestion.
fn plain_message(message: &str, renamed: &[(&str, &str)]) -> String {
    let message = message.trim();
    if !message.starts_with("unknown field") && !message.starts_with("unknown variant") {
        return message.replace('\n', "; ");
    }
    let mut words = message.split('`').skip(1).step_by(2);
    let unknown = words.next().unwrap_or_default();
    let known: Vec<&str> = words.collect();
    let is_now = |pair: &&(&str, &str)| pair.0 == unknown && known.contains(&pair.1);
    if let Some((_, now)) = renamed.iter().find(is_now) {
        return format!("`{unknown}` is now `{now}`");
    }
    let hint = suggestion(unknown, known.iter().copied());
    match hint.is_empty() && !known.is_empty() {
        true => format!("`{unknown}` is not known, but `{}`", known.join("`, `")),
        false => format!("`{unknown}` is not known{hint}"),
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}
