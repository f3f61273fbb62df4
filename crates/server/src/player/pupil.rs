//! Learning while there is time before play begins.

use std::sync::Arc;

use gdl::Sheet;
use gdl::single::CircuitGame;
use learn::Identity;
use tracing::info;

use super::mind::Mind;
use super::seat::Brief;

/// Who learns for a match.
pub(super) struct Pupil {
    brief: Arc<Brief>,
    mind: Arc<Mind>,
    sheet: Arc<Sheet>,
}

impl Pupil {
    pub(super) fn new(brief: Arc<Brief>, mind: Arc<Mind>, sheet: Arc<Sheet>) -> Self {
        Self { brief, mind, sheet }
    }

    /// Recalls what was learned of the game before.
    pub(super) fn study(&self, _game: &Arc<CircuitGame>) {
        let identity = Identity::of(&self.sheet);
        let Some(knowledge) = self.brief.library.find(&identity) else { return };
        info!(id = self.brief.id, key = identity.key(), "the game is known");
        if let Some(features) = knowledge.features {
            self.mind.learn(features);
        }
    }
}
