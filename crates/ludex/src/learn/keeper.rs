//! Writes what is learned to its file, part by part.

use std::sync::Arc;

use ludex_learn::{Comparison, Fate, Kept, Knowledge, KnowledgeFile, PlayerTrial, StoreError};
use ludex_search::evaluate::LinearEvaluator;
use ludex_search::{Features, Learned};

use crate::error::invalid;
use crate::{Error, Result};

/// The knowledge of a game, written to its file as soon as a part is learned.
pub struct KnowledgeWriter {
    file: KnowledgeFile,
    /// Whether new parts replace those of before without a comparison.
    is_fresh: bool,
    /// What is known by now.
    known: Knowledge,
    /// Remarks on the parts that were kept.
    pub notes: Vec<String>,
    /// Why the file could not be written.
    failure: Option<StoreError>,
}

impl KnowledgeWriter {
    /// Opens the file of a game, which must be writable, and readable if it is there.
    pub fn open(file: KnowledgeFile, known: Knowledge, is_fresh: bool) -> Result<Self> {
        let mut notes = Vec::new();
        let before = match file.prepare() {
            Err(StoreError::Unreadable { what, .. }) if is_fresh => {
                if let Some(path) = file.set_aside()? {
                    notes.push(format!("moved aside: {} ({what})", path.display()));
                }
                file.prepare()?
            }
            Err(error @ StoreError::Unreadable { .. }) => {
                return Err(invalid!(
                    "{error}\nnothing is overwritten: --fresh moves it aside, --save FILE writes \
                     elsewhere"
                ));
            }
            known => known?,
        };
        let known = before.unwrap_or(known);
        Ok(Self { file, is_fresh, known, notes, failure: None })
    }

    /// What is known by now.
    pub fn known(&self) -> &Knowledge {
        &self.known
    }

    /// The same for players, under the name of the file.
    pub fn learned(&self) -> (String, Arc<Learned>) {
        (self.file.path().display().to_string(), Arc::new(self.known.learned()))
    }

    /// The file.
    pub fn file(&self) -> &KnowledgeFile {
        &self.file
    }

    /// Offers features.
    pub fn features(&mut self, features: &Features, compare: impl Fn(&Features) -> Comparison) {
        let is_fresh = self.is_fresh;
        let compare = |old: &Features| if is_fresh { asked_for() } else { compare(old) };
        match self.can_write() {
            true => self.take("features", self.file.keep_features(features, compare)),
            false => self.known.features = Some(features.clone()),
        }
        if self.failure.is_some() {
            self.known.features = Some(features.clone());
        }
    }

    /// Offers an evaluator.
    pub fn evaluator(
        &mut self,
        evaluator: &LinearEvaluator,
        compare: impl Fn(&LinearEvaluator) -> Comparison,
    ) {
        let is_fresh = self.is_fresh;
        let compare = |old: &LinearEvaluator| if is_fresh { asked_for() } else { compare(old) };
        match self.can_write() {
            true => self.take("evaluator", self.file.keep_evaluator(evaluator, compare)),
            false => self.known.evaluator = Some(evaluator.clone()),
        }
        if self.failure.is_some() {
            self.known.evaluator = Some(evaluator.clone());
        }
    }

    /// Keeps the result of the match between players.
    pub fn player(&mut self, trial: PlayerTrial) {
        match self.can_write() {
            true => self.take("player", self.file.keep_player(trial)),
            false => self.known.player = Some(trial),
        }
    }

    /// Writes a file that can only be written as a whole; returns whether anything is kept.
    pub fn finish(&mut self) -> bool {
        let has_parts = self.known.features.is_some() || self.known.evaluator.is_some();
        if self.file.is_device() && self.failure.is_none() && has_parts {
            let kept = self.file.keep_all(&self.known);
            self.take("", kept);
        }
        has_parts && self.failure.is_none()
    }

    /// Why the file could not be written, if so.
    pub fn failure(self) -> Option<Error> {
        self.failure.map(Error::from)
    }

    /// Whether parts can be written one after another.
    fn can_write(&self) -> bool {
        self.failure.is_none() && !self.file.is_device()
    }

    fn take(&mut self, part: &str, kept: Result<Kept, StoreError>) {
        match kept {
            Ok(Kept { knowledge, fate }) => {
                self.notes.extend(fate.note(part).filter(|_| fate != Fate::Same));
                self.known = knowledge;
            }
            Err(error) => self.failure = Some(error),
        }
    }
}

fn asked_for() -> Comparison {
    Comparison { is_worse: false, figures: "as --fresh asks".into() }
}
