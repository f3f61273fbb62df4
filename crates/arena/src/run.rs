//! Runs: the games of a setup, played to the end, resumable at any time.

use std::ops::ControlFlow;
use std::sync::Arc;

use ludex_game::Playable;
use ludex_search::players::Connect;

use crate::match_runner::{MatchError, MatchRunner};
use crate::{Record, Setup, Store, StoreError};

/// A run: its setup, the records of games played, and the store that keeps them.
///
/// ```
/// use std::sync::Arc;
/// use ludex_arena::{Run, Setup, schedule::Schedule};
///
/// let game = Arc::new(ludex_game::examples::Nim::new(&[3, 4, 5]));
/// let setup = Setup {
///     game: "nim".into(),
///     rules: None,
///     players: vec!["random".parse().unwrap(), "uct:playouts=50".parse().unwrap()],
///     schedule: Schedule::of_match(2, 10),
///     seed: 1,
///     n_opening: 0,
///     n_plies_max: 100,
/// };
/// let mut run = Run::new(setup);
/// run.play(&game, 2, &mut |_| {}).unwrap();
/// assert_eq!(run.records().len(), 10);
/// ```
pub struct Run {
    setup: Setup,
    /// In ascending order of their numbers.
    records: Vec<Record>,
    kept: Option<(Store, i64)>,
    connect: Option<Connect>,
}

/// A run that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Games cannot be played.
    #[error(transparent)]
    MatchRunner(#[from] MatchError),
    /// Games cannot be written to the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An error of another crate, such as that of an experiment.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games played.
    pub n_played: u32,
    /// The largest number of games that the schedule can have.
    pub n_max: u32,
}

impl Run {
    /// A run in memory, without a store.
    pub fn new(setup: Setup) -> Self {
        Self { setup, records: Vec::new(), kept: None, connect: None }
    }

    /// A new run in a store.
    pub fn begin(mut store: Store, kind: &str, setup: Setup) -> Result<Self, StoreError> {
        let id = store.begin(kind, &setup)?;
        Ok(Self { setup, records: Vec::new(), kept: Some((store, id)), connect: None })
    }

    /// A run of a store, to be resumed.
    pub fn resume(store: Store, id: i64) -> Result<Self, StoreError> {
        let (setup, records) = (store.setup(id)?, store.records(id)?);
        Ok(Self { setup, records, kept: Some((store, id)), connect: None })
    }

    /// The run with a connection to remote players.
    pub fn connected(self, connect: Option<Connect>) -> Self {
        Self { connect, ..self }
    }

    /// The setup.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The games played so far, in the order of their numbers.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The number of the run in its store, if it has one.
    pub fn id(&self) -> Option<i64> {
        self.kept.as_ref().map(|(_, id)| *id)
    }

    /// The progress so far.
    pub fn progress(&self) -> Progress {
        let n_max = self.setup.schedule.n_games_max();
        Progress { n_played: self.records.len() as u32, n_max }
    }

    /// Adds games that were played elsewhere, and writes them to the store.
    pub fn add(&mut self, records: Vec<Record>) -> Result<(), StoreError> {
        if let Some((store, id)) = &mut self.kept {
            store.add(*id, &records)?;
        }
        self.records.extend(records);
        Record::sort(&mut self.records);
        Ok(())
    }

    /// Plays the games that are left, and writes each to the store when it ends. `notice`
    /// is called with the progress.
    pub fn play<G: Playable>(
        &mut self,
        game: &Arc<G>,
        n_threads: usize,
        notice: &mut dyn FnMut(Progress),
    ) -> Result<(), RunError> {
        let setup = self.setup.clone();
        let runner = MatchRunner::connected(game, &setup, self.connect)?;
        loop {
            let due = setup.schedule.due(&self.records);
            if due.is_empty() {
                return Ok(());
            }
            let mut failed = None;
            let played = runner.play(due, n_threads, |records| {
                if let Some((store, id)) = &mut self.kept
                    && let Err(error) = store.add(*id, &records)
                {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
                self.records.extend(records);
                notice(self.progress());
                ControlFlow::Continue(())
            });
            Record::sort(&mut self.records);
            played?;
            if let Some(error) = failed {
                return Err(error.into());
            }
        }
    }
}
