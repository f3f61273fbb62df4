//! Experiments: published tables as things to run.
//!
//! An [`Experiment`] says what a paper claims and how it was found, does the same
//! here, and hands over [`Row`]s: the paper's figure and ours with its interval.
//! What it plays is kept in the store as soon as it is there, so that an
//! experiment which was interrupted goes on when it is run again.
//!
//! To add one: a file here with a function that makes it, and a line in [`all`].
//! Crates that know more than matches have lists of their own.

mod evolved_to_win_3_5;
mod findings;
mod gifl;
mod matches;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::stats::Interval;
use crate::{Progress, Run, RunError, Setup, Store, StoreError};

pub use findings::Findings;
pub use matches::{Match, Matches};

/// A published table that can be made again.
pub trait Experiment: Send + Sync {
    /// What it is.
    fn about(&self) -> About;

    /// What is left to do, and how long that takes by a short trial.
    fn cost(&self, size: Size, desk: &Desk<'_>) -> Result<Cost, RunError>;

    /// Does what is left, and tells all figures.
    fn run(&self, size: Size, desk: &mut Desk<'_>) -> Result<Vec<Row>, RunError>;
}

/// All experiments of this crate.
///
/// ```
/// let ids: Vec<_> = arena::experiment::all().iter().map(|one| one.about().id).collect();
/// assert!(ids.contains(&"evolved-to-win-3.5"));
/// ```
pub fn all() -> Vec<Box<dyn Experiment>> {
    let mut all: Vec<Box<dyn Experiment>> = vec![Box::new(evolved_to_win_3_5::experiment())];
    all.extend(gifl::all());
    all
}

/// What an experiment is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name on the command line: the source and the number of the table.
    pub id: &'static str,
    /// What is compared, in a few words.
    pub title: &'static str,
    /// Where the figures were published.
    pub source: &'static str,
    /// What they are said to show.
    pub claim: &'static str,
    /// What a figure is.
    pub figure: &'static str,
    /// What is done, what the source leaves open, and what we found: paragraphs.
    pub method: &'static [&'static str],
    /// What each [`Size`] consists of.
    pub sizes: [&'static str; 3],
}

/// How much is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// A glance.
    Quick,
    /// Enough to see what is claimed.
    #[default]
    Usual,
    /// As much as was published.
    Full,
}

impl Size {
    /// What there is for this size.
    ///
    /// ```
    /// assert_eq!(arena::experiment::Size::Full.of([1, 2, 3]), 3);
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
    /// What is measured.
    pub label: String,
    /// What was published.
    pub paper: Option<f64>,
    /// What we found, if anything yet.
    pub ours: Option<Figure>,
    /// What else is to be said.
    pub remark: String,
}

/// A number known up to an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// What is likeliest.
    pub value: f64,
    /// Where the truth is with 95% confidence.
    pub interval: Interval,
}

/// What is left to do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Games in all.
    pub n_games: u64,
    /// Games that are there already.
    pub n_played: u64,
    /// How long the others take.
    pub time: Duration,
}

/// Where an experiment is done: what it may use.
pub struct Desk<'a> {
    /// Where games are kept.
    pub store: Option<PathBuf>,
    /// Whether to begin anew, whatever is kept.
    pub is_fresh: bool,
    /// All randomness comes from it.
    pub seed: u64,
    /// How many games are played at a time.
    pub n_threads: usize,
    /// A folder of rule sheets, for experiments on games that are not bundled.
    pub sheets: Option<PathBuf>,
    /// Is told how far the games have come.
    pub notice: &'a mut dyn FnMut(Progress),
}

impl Desk<'_> {
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
