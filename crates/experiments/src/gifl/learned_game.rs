//! A game of the tables and its learned features.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ludex::Game;
use ludex_gdl::single::CircuitGame;
use ludex_learn::features::{FeatureValidation, Teacher, length};
use ludex_search::{Features, Spec, Use};
use ludex_support::atomic_file;

use super::subject::{SUBJECTS, Subject};
use crate::ExperimentContext;
use crate::rules::{self, Rules};
use ludex_arena::match_runner::MatchError;
use ludex_arena::schedule::Schedule;
use ludex_arena::{RunError, Setup};

/// The approximate time to learn and validate the features of a game on one core.
const TIME_TO_LEARN: Duration = Duration::from_secs(40);

/// A game that is loaded.
pub(super) struct LearnedGame {
    pub(super) subject: &'static Subject,
    /// The name of the rules on the command line.
    pub(super) rules: String,
    pub(super) circuit: Arc<CircuitGame>,
    /// The same for services.
    pub(super) game: Game,
}

/// The source of features: [`LearnedGame::features`], or [`LearnedGame::expected`].
pub(super) type Learn = fn(&LearnedGame, &ExperimentContext<'_>) -> Result<Features, RunError>;

impl LearnedGame {
    /// All games that have rules, in a given folder of rule sheets or among the bundled
    /// ones.
    pub(super) fn all(context: &ExperimentContext<'_>) -> Result<Vec<Self>, RunError> {
        let loaded = SUBJECTS.iter().filter_map(|subject| Self::load(subject, context).transpose());
        loaded.collect()
    }

    fn load(
        subject: &'static Subject,
        context: &ExperimentContext<'_>,
    ) -> Result<Option<Self>, RunError> {
        let rules = rules::load(Some(subject.name), subject.sheet, context)?;
        let learned =
            |Rules { name, circuit, game, .. }| Self { subject, rules: name, circuit, game };
        Ok(rules.map(learned))
    }

    /// Features that were learned before.
    fn known(&self, context: &ExperimentContext<'_>) -> Option<Features> {
        let text =
            std::fs::read_to_string(self.place(context)).ok().filter(|_| !context.is_fresh)?;
        Features::parse(&text).ok()
    }

    /// For an estimate: features that were learned before, or an empty list that
    /// counts as used.
    pub(super) fn expected(&self, context: &ExperimentContext<'_>) -> Result<Features, RunError> {
        Ok(self.known(context).unwrap_or_default())
    }

    /// The estimated time of learning.
    pub(super) fn time_to_learn(&self, context: &ExperimentContext<'_>) -> Duration {
        match self.known(context) {
            Some(_) => Duration::ZERO,
            None => TIME_TO_LEARN / context.n_threads.max(1) as u32,
        }
    }

    /// Reads features that were learned before, or learns them.
    pub(super) fn features(&self, context: &ExperimentContext<'_>) -> Result<Features, RunError> {
        if let Some(features) = self.known(context) {
            return Ok(features);
        }
        // Validated at no more playouts than the table has.
        let usual = FeatureValidation::of(&self.circuit, length(&self.circuit, None, context.seed));
        let n_playouts = usual.n_playouts.min(self.subject.n_playouts.into());
        let guard = Some(FeatureValidation { n_playouts, ..usual });
        let teacher = Teacher { guard, n_threads: context.n_threads, ..Teacher::default() };
        let features = match teacher.teach(&self.circuit, context.seed) {
            Ok(taught) => taught.features,
            // Nothing to learn: plain playouts are all there is.
            Err(why) => Features { remarks: vec![why], used: Use::Never, ..Features::default() },
        };
        let written = atomic_file::write(&self.place(context), features.to_string());
        written.map_err(|error| RunError::Other(Box::new(error)))?;
        Ok(features)
    }

    /// The file of the features, beside the store.
    fn place(&self, context: &ExperimentContext<'_>) -> PathBuf {
        let folder = context.store.as_deref().and_then(Path::parent);
        let folder = folder.map_or_else(std::env::temp_dir, Path::to_path_buf);
        let from = if self.rules == self.subject.name { "" } else { "-sheet" };
        folder.join(format!("gifl-{}{from}-{}.txt", self.subject.name, context.seed))
    }

    /// A match between a search with features and one without.
    pub(super) fn setup(
        &self,
        search: &str,
        n_games: u32,
        context: &ExperimentContext<'_>,
    ) -> Result<Setup, RunError> {
        let plain = Spec::parse(search).map_err(MatchError::Spec)?;
        let learned = plain.clone().with("features", &self.place(context).display().to_string());
        Ok(Setup {
            game: self.rules.clone(),
            rules: None,
            players: vec![learned, plain],
            schedule: Schedule::of_match(2, n_games),
            seed: context.seed,
            n_opening: 0,
            n_plies_max: 1000,
        })
    }
}
