//! Games of a setup, played to the end, over as many sittings as it takes.

use std::ops::ControlFlow;
use std::sync::Arc;

use game::Playable;

use crate::hall::{Hall, HallError};
use crate::{Record, Setup, Store, StoreError};

/// A run: what is to be played, what has been, and where it is kept.
///
/// ```
/// use std::sync::Arc;
/// use arena::{Run, Setup, schedule::Schedule};
///
/// let game = Arc::new(game::examples::Nim::new(&[3, 4, 5]));
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
    /// In the order of their numbers.
    records: Vec<Record>,
    kept: Option<(Store, i64)>,
}

/// Why a run does not go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Games cannot be played.
    #[error(transparent)]
    Hall(#[from] HallError),
    /// Games cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An experiment of another crate ran into something else.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games played.
    pub n_played: u32,
    /// Games there are at most.
    pub n_max: u32,
}

impl Run {
    /// A run that nobody keeps.
    pub fn new(setup: Setup) -> Self {
        Self { setup, records: Vec::new(), kept: None }
    }

    /// A run whose games are kept.
    pub fn begin(mut store: Store, kind: &str, setup: Setup) -> Result<Self, StoreError> {
        let id = store.begin(kind, &setup)?;
        Ok(Self { setup, records: Vec::new(), kept: Some((store, id)) })
    }

    /// A run that was begun earlier.
    pub fn resume(store: Store, id: i64) -> Result<Self, StoreError> {
        let (setup, records) = (store.setup(id)?, store.records(id)?);
        Ok(Self { setup, records, kept: Some((store, id)) })
    }

    /// What is played.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The games played so far, in the order of their numbers.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The number of the run, if it is kept.
    pub fn id(&self) -> Option<i64> {
        self.kept.as_ref().map(|(_, id)| *id)
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let n_max = self.setup.schedule.n_games_max();
        Progress { n_played: self.records.len() as u32, n_max }
    }

    /// Takes games that were played elsewhere, and keeps them.
    pub fn add(&mut self, records: Vec<Record>) -> Result<(), StoreError> {
        if let Some((store, id)) = &mut self.kept {
            store.add(*id, &records)?;
        }
        self.records.extend(records);
        self.records.sort_by_key(|record| record.encounter.number);
        Ok(())
    }

    /// Plays what is left. Games are kept as they end.
    pub fn play<G: Playable>(
        &mut self,
        game: &Arc<G>,
        n_threads: usize,
        notice: &mut dyn FnMut(Progress),
    ) -> Result<(), RunError> {
        let setup = self.setup.clone();
        let hall = Hall::new(game, &setup)?;
        loop {
            let due = setup.schedule.due(&self.records);
            if due.is_empty() {
                return Ok(());
            }
            let mut failed = None;
            let played = hall.play(due, n_threads, |records| {
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
            self.records.sort_by_key(|record| record.encounter.number);
            played?;
            if let Some(error) = failed {
                return Err(error.into());
            }
        }
    }
}
