//! Knowledge of games, on the disk and in memory.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use ludex_learn::{Comparison, Identity, Knowledge, KnowledgeStore};
use ludex_search::{Features, Use};
use tracing::{info, warn};

use crate::lock;

/// The knowledge of a folder, and of the games that this process has learned.
///
/// Games are found by their [`Identity`], so that scrambled copies find the knowledge of
/// the game.
pub(super) struct Library {
    store: Option<KnowledgeStore>,
    recent: Mutex<VecDeque<Knowledge>>,
    n_written: AtomicUsize,
}

/// The number of games in memory.
const N_RECENT_MAX: usize = 64;

/// The number of files that one process writes: managers may send any number of games.
const N_WRITTEN_MAX: usize = 1000;

impl Library {
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        let store = folder.map(KnowledgeStore::new);
        Self { store, recent: Mutex::default(), n_written: AtomicUsize::new(0) }
    }

    /// The knowledge of a game, in its words.
    pub(super) fn find(&self, identity: &Identity) -> Option<Knowledge> {
        self.read(identity).or_else(|| {
            lock(&self.recent).iter().find_map(|knowledge| knowledge.in_words_of(identity))
        })
    }

    /// Keeps features that were learned before a match. Those that help are written to
    /// the folder, unless it has features of the game already.
    pub(super) fn keep(&self, identity: Identity, features: Features) {
        self.write(&identity, &features);
        let mut recent = lock(&self.recent);
        recent.push_front(Knowledge { features: Some(features), ..Knowledge::new(identity) });
        recent.truncate(N_RECENT_MAX);
    }

    /// The number of games in memory.
    pub(super) fn n_recent(&self) -> usize {
        lock(&self.recent).len()
    }

    fn write(&self, identity: &Identity, features: &Features) {
        let Some(store) = &self.store else { return };
        if features.used == Use::Never || self.n_written.load(Relaxed) >= N_WRITTEN_MAX {
            return;
        }
        let file = store.file(identity);
        // `ludex learn` has had more time.
        let yields = |_: &Features| Comparison { is_worse: true, figures: "learned before".into() };
        match file.keep_features(features, yields) {
            Ok(kept) if kept.fate.is_taken() => {
                self.n_written.fetch_add(1, Relaxed);
                info!(path = %file.path().display(), "features are written");
            }
            Ok(_) => {}
            Err(error) => warn!(%error, "features cannot be written"),
        }
    }

    fn read(&self, identity: &Identity) -> Option<Knowledge> {
        match self.store.as_ref()?.file(identity).read() {
            Ok(knowledge) => knowledge,
            Err(error) => {
                warn!(%error, "knowledge cannot be read");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_helps_is_written_where_nothing_is_known() {
        let folder = tempfile::tempdir().expect("a folder");
        let (sheet, _) = ludex_gdl::Sheet::parse(ludex_gdl::Source::new("x.kif", "(role me)"));
        let game = Identity::of(&sheet);
        let known = || Library::new(Some(folder.path().into())).find(&game);
        let learned = |others, used| {
            let library = Library::new(Some(folder.path().into()));
            library.keep(game.clone(), Features { others, used, ..Features::default() });
            assert_eq!(library.n_recent(), 1);
        };
        learned(0.1, Use::Never);
        assert!(known().is_none());
        learned(0.2, Use::Always);
        learned(0.3, Use::Always);
        let features = known().and_then(|known| known.features).expect("features");
        assert_eq!(features.others, 0.2, "what was there stays");
    }
}
