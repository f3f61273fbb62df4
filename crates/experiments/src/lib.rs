//! Experiments: published tables, measured again.
//!
//! An [`Experiment`] states the claim of a paper and its method, measures the same here,
//! and returns [`Row`]s: the paper's figure and ours with its interval. Games are kept in
//! the store as they are played, so that an interrupted experiment resumes.
//!
//! To add one: a file here with a function that makes it, and a line in [`all`].

mod evolved_to_win;
mod evolved_to_win_3_5;
mod findings;
mod gauntlet;
mod gifl;
mod matches;
mod puzzles;
mod rules;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use ludex_arena::stats::Interval;
use ludex_arena::{Progress, Run, RunError, Setup, Store, StoreError};

use ludex_search::Spec;
use ludex_search::players::Connect;

pub use findings::Findings;
pub use matches::{Match, Matches};

/// A published table that can be measured again.
pub trait Experiment: Send + Sync {
    /// Its description.
    fn about(&self) -> About;

    /// The games that are left, and their estimated time.
    fn cost(&self, size: Size, context: &ExperimentContext<'_>) -> Result<Cost, RunError>;

    /// Plays the games that are left, and returns all figures.
    fn run(&self, size: Size, context: &mut ExperimentContext<'_>) -> Result<Vec<Row>, RunError>;
}

/// All experiments.
///
/// ```
/// let ids: Vec<_> = ludex_experiments::all().iter().map(|one| one.about().id).collect();
/// assert!(ids.contains(&"evolved-to-win-3.5"));
/// ```
pub fn all() -> Vec<Box<dyn Experiment>> {
    let mut all: Vec<Box<dyn Experiment>> = vec![Box::new(evolved_to_win_3_5::experiment())];
    all.extend(gifl::all());
    all.extend(evolved_to_win::experiments());
    all.push(Box::new(gauntlet::Gauntlet));
    all.push(Box::new(puzzles::Puzzles));
    all
}

/// The description of an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name on the command line: the source and the number of the table.
    pub id: &'static str,
    /// The title.
    pub title: &'static str,
    /// The publication.
    pub source: &'static str,
    /// The claim of the publication.
    pub claim: &'static str,
    /// The unit of the figures.
    pub figure: &'static str,
    /// The method, the choices that the source leaves open, and remarks: paragraphs.
    pub method: &'static [&'static str],
    /// The contents of each [`Size`].
    pub sizes: [&'static str; 3],
}

/// The amount of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// A first impression.
    Quick,
    /// Enough to check the claim.
    #[default]
    Usual,
    /// As much as was published.
    Full,
}

impl Size {
    /// The entry for this size.
    ///
    /// ```
    /// assert_eq!(ludex_experiments::Size::Full.of([1, 2, 3]), 3);
    /// ```
    pub fn of<T: Copy>(self, of_sizes: [T; 3]) -> T {
        of_sizes[self as usize]
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.of(["quick", "usual", "full"]))
    }
}

/// A figure of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Rows of one group belong together; the same label may be in several.
    pub group: String,
    /// The name of the row.
    pub label: String,
    /// The published figure.
    pub paper: Option<f64>,
    /// Our figure, if there is one.
    pub ours: Option<Figure>,
    /// A remark.
    pub remark: String,
}

/// A measured number with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The estimate.
    pub value: f64,
    /// The 95% confidence interval.
    pub interval: Interval,
}

/// The cost of an experiment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Games in all.
    pub n_games: u64,
    /// Games that are in the store.
    pub n_played: u64,
    /// The time of the others.
    pub time: Duration,
}

/// The context of an experiment.
pub struct ExperimentContext<'a> {
    /// The store of games.
    pub store: Option<PathBuf>,
    /// Whether games in the store are ignored.
    pub is_fresh: bool,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of threads.
    pub n_threads: usize,
    /// A folder of rule sheets, for experiments on games that are not bundled.
    pub sheets: Option<PathBuf>,
    /// A player to be measured in place of the listed opponents, where an experiment has
    /// such.
    pub guest: Option<Spec>,
    /// Opens connections to remote players.
    pub connect: Option<Connect>,
    /// Called with the progress.
    pub notice: &'a mut dyn FnMut(Progress),
}

impl ExperimentContext<'_> {
    /// Opens the store, if there is one.
    fn open(&self) -> Result<Option<Store>, StoreError> {
        self.store.as_deref().map(Store::open).transpose()
    }

    /// A run of some kind: one that was begun earlier, or a new one.
    fn begin(&self, kind: &str, setup: Setup) -> Result<Run, RunError> {
        let Some(store) = self.open()? else { return Ok(Run::new(setup)) };
        let found = if self.is_fresh { None } else { store.find(kind, &setup)? };
        Ok(match found {
            Some(id) => Run::resume(store, id)?,
            None => Run::begin(store, kind, setup)?,
        })
    }
}
