//! A game of the tables, and what was learned of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gdl::single::CircuitGame;
use gdl::{Engine, Sheet, Source, library};
use learn::features::{Guard, Teacher, length};
use search::{Features, Spec, Use};

use super::super::Desk;
use super::subject::{SUBJECTS, Subject};
use crate::hall::HallError;
use crate::schedule::Schedule;
use crate::{RunError, Setup};

/// What learning and judging the features of a game takes on one core, about.
const TIME_TO_LEARN: Duration = Duration::from_secs(40);

/// A game that is loaded.
pub(super) struct Pupil {
    pub(super) subject: &'static Subject,
    /// How users name the rules that were read.
    pub(super) rules: String,
    pub(super) game: Arc<CircuitGame>,
}

/// Where features are from: [`Pupil::features`], or [`Pupil::expected`].
pub(super) type Learn = fn(&Pupil, &Desk<'_>) -> Result<Features, RunError>;

impl Pupil {
    /// All games for which there are rules, in a folder of rule sheets if one was
    /// given and else among those bundled.
    pub(super) fn all(desk: &Desk<'_>) -> Result<Vec<Self>, RunError> {
        let loaded = SUBJECTS.iter().filter_map(|subject| Self::load(subject, desk).transpose());
        loaded.collect()
    }

    fn load(subject: &'static Subject, desk: &Desk<'_>) -> Result<Option<Self>, RunError> {
        let in_folder = desk.sheets.as_deref().zip(subject.sheet);
        let path = in_folder.map(|(folder, sheet)| folder.join(format!("{sheet}.kif")));
        let (rules, source) = match (path.filter(|path| path.exists()), library::find(subject.name))
        {
            (Some(path), _) => {
                let name = path.display().to_string();
                let bytes = std::fs::read(&path).map_err(|error| fault(&name, error))?;
                (name.clone(), Source::from_bytes(name, &bytes))
            }
            (None, Some(bundled)) => (subject.name.into(), bundled.source()),
            (None, None) => return Ok(None),
        };
        let (sheet, _) = Sheet::parse(source);
        let loaded = Engine::load(&sheet, &Default::default(), &Default::default());
        match loaded.map_err(|error| fault(&rules, error))?.engine {
            Engine::Circuit(game) => Ok(Some(Self { subject, rules, game: Arc::new(*game) })),
            _ => Err(fault(&rules, "it has no circuit")),
        }
    }

    /// Features that were learned before.
    fn known(&self, desk: &Desk<'_>) -> Option<Features> {
        let text = std::fs::read_to_string(self.place(desk)).ok().filter(|_| !desk.is_fresh)?;
        Features::parse(&text).ok()
    }

    /// For an estimate: features that were learned before, or an empty list that
    /// counts as used.
    pub(super) fn expected(&self, desk: &Desk<'_>) -> Result<Features, RunError> {
        Ok(self.known(desk).unwrap_or_default())
    }

    /// How long learning will take.
    pub(super) fn time_to_learn(&self, desk: &Desk<'_>) -> Duration {
        match self.known(desk) {
            Some(_) => Duration::ZERO,
            None => TIME_TO_LEARN / desk.n_threads.max(1) as u32,
        }
    }

    /// Learns features, or reads what was learned before.
    pub(super) fn features(&self, desk: &Desk<'_>) -> Result<Features, RunError> {
        if let Some(features) = self.known(desk) {
            return Ok(features);
        }
        // Judged at no more playouts than they are for.
        let usual = Guard::of(&self.game, length(&self.game, None, desk.seed));
        let n_playouts = usual.n_playouts.min(self.subject.n_playouts.into());
        let guard = Some(Guard { n_playouts, ..usual });
        let teacher = Teacher { guard, n_threads: desk.n_threads, ..Teacher::default() };
        let features = match teacher.teach(&self.game, desk.seed) {
            Ok(taught) => taught.features,
            // Nothing to learn: plain playouts are all there is.
            Err(why) => Features { remarks: vec![why], used: Use::Never, ..Features::default() },
        };
        // As a whole or not at all.
        let path = self.place(desk);
        let part = path.with_extension("part");
        std::fs::write(&part, features.to_string())
            .and_then(|()| std::fs::rename(&part, &path))
            .map_err(|error| fault(&path.display().to_string(), error))?;
        Ok(features)
    }

    /// Where the features are kept: beside the store.
    fn place(&self, desk: &Desk<'_>) -> PathBuf {
        let folder = desk.store.as_deref().and_then(Path::parent);
        let folder = folder.map_or_else(std::env::temp_dir, Path::to_path_buf);
        let from = if self.rules == self.subject.name { "" } else { "-sheet" };
        folder.join(format!("gifl-{}{from}-{}.txt", self.subject.name, desk.seed))
    }

    /// A match between a search with features and one without.
    pub(super) fn setup(
        &self,
        search: &str,
        n_games: u32,
        desk: &Desk<'_>,
    ) -> Result<Setup, RunError> {
        let plain = Spec::parse(search).map_err(HallError::Spec)?;
        let learned = plain.clone().with("features", &self.place(desk).display().to_string());
        Ok(Setup {
            game: self.rules.clone(),
            rules: None,
            players: vec![learned, plain],
            schedule: Schedule::of_match(2, n_games),
            seed: desk.seed,
            n_opening: 0,
            n_plies_max: 1000,
        })
    }
}

fn fault(name: &str, what: impl std::fmt::Display) -> RunError {
    RunError::Hall(HallError::Fault(format!("{name}: {what}")))
}
