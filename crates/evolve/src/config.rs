//! Every parameter of a run, as a file.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::breed::Breeding;
use crate::grow::Limits;
use crate::island::Islands;
use crate::operators::Weights;
use crate::selection::SelectionConfig;
use crate::words::did_you_mean;

/// Every parameter of a run.
///
/// ```
/// use evolve::Config;
///
/// let config = Config::parse("population = 200\n[breeding]\ncrossover = 0.7\n").unwrap();
/// assert_eq!((config.population, config.breeding.crossover), (200, 0.7));
/// let error = Config::parse("seed = 1\npoplation = 200\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: `poplation` is not known; did you mean `population`?");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Where all chance comes from.
    pub seed: u64,
    /// How many generations there are.
    pub generations: usize,
    /// How many individuals each island has.
    pub population: usize,
    /// How large trees may get.
    pub trees: Limits,
    /// How parents are chosen.
    pub selection: SelectionConfig,
    /// How the next generation is made.
    pub breeding: Breeding,
    /// How often each crossover is chosen, by name; as usual if empty.
    pub crossovers: Weights,
    /// How often each mutation is chosen, by name; as usual if empty.
    pub mutations: Weights,
    /// How islands exchange individuals.
    pub islands: Islands,
    /// A second population, where the problem has one.
    pub rivals: Rivals,
    /// How the best of the run is chosen.
    pub retest: Retest,
    /// What the problem asks for; the engine does not look at it.
    pub problem: toml::Table,
}

/// The second population, as files say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rivals {
    /// How many rivals each island has.
    pub population: usize,
    /// They evolve once in so many generations.
    pub every: usize,
}

/// How the best of a run is chosen, as files say it: now and then, the best few
/// of a generation take a longer test, and the highest score of all is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Retest {
    /// Once in so many generations, and in the last one; never if 0.
    pub every: usize,
    /// How many individuals of each island take it.
    pub top: usize,
    /// How many games it has.
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
    /// Reads a file's text. What it does not say is as usual.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let config: Self = toml::from_str(text).map_err(|error| ConfigError::of(&error, text))?;
        config.check()?;
        Ok(config)
    }

    /// A file's text that says everything. Fails if a number is too large for TOML,
    /// which ends at 2^63 - 1.
    pub fn to_text(&self) -> Result<String, ConfigError> {
        toml::to_string(self).map_err(|error| ConfigError { line: None, what: error.to_string() })
    }

    /// Whether everything is possible.
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

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ConfigError {
    /// The line, counted from 1, if it is about one.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl ConfigError {
    /// From what the reader of TOML says about a text. Also for what a problem
    /// reads from its own table.
    pub fn of(error: &toml::de::Error, text: &str) -> Self {
        let line =
            error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        Self { line, what: said_plainly(error.message()) }
    }
}

/// Unknown keys are told with what was probably meant instead of all there are.
fn said_plainly(message: &str) -> String {
    let message = message.trim();
    if !message.starts_with("unknown field") && !message.starts_with("unknown variant") {
        return message.replace('\n', "; ");
    }
    let mut words = message.split('`').skip(1).step_by(2);
    let unknown = words.next().unwrap_or_default();
    let known: Vec<&str> = words.collect();
    let hint = did_you_mean(unknown, known.iter().copied());
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
