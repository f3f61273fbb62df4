//! What was learned of games, wherever it is kept.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Mutex;

use learn::{Identity, Knowledge};
use tracing::warn;

use crate::lock;

/// Knowledge in a folder, and what this process has learned itself.
///
/// Games are found by their [`Identity`], so that scrambled copies find what was
/// learned of the game. Names of files are made from it: none comes from outside.
pub(super) struct Library {
    folder: Option<PathBuf>,
    recent: Mutex<VecDeque<Knowledge>>,
}

/// How many games are remembered.
const N_RECENT_MAX: usize = 64;

/// Longer files are none of ours.
const FILE_BYTES_MAX: u64 = 64 << 20;

impl Library {
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, recent: Mutex::default() }
    }

    /// What is known of a game, in its words.
    pub(super) fn find(&self, identity: &Identity) -> Option<Knowledge> {
        self.read(identity).or_else(|| {
            lock(&self.recent).iter().find_map(|knowledge| knowledge.in_words_of(identity))
        })
    }

    /// Remembers what was learned.
    pub(super) fn keep(&self, knowledge: Knowledge) {
        let mut recent = lock(&self.recent);
        recent.push_front(knowledge);
        recent.truncate(N_RECENT_MAX);
    }

    /// How many games are remembered.
    pub(super) fn n_recent(&self) -> usize {
        lock(&self.recent).len()
    }

    fn read(&self, identity: &Identity) -> Option<Knowledge> {
        let path = self.folder.as_ref()?.join(format!("{}.txt", identity.key()));
        if std::fs::metadata(&path).ok()?.len() > FILE_BYTES_MAX {
            return None;
        }
        let text = std::fs::read_to_string(&path).ok()?;
        match Knowledge::parse(&text) {
            Ok(knowledge) => knowledge.in_words_of(identity),
            Err(why) => {
                warn!(path = %path.display(), why, "what was learned cannot be read");
                None
            }
        }
    }
}
