//! Learning on the start clock, before play begins.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_gdl::Sheet;
use ludex_gdl::single::CircuitGame;
use ludex_learn::features::{Extent, FeatureValidation, Taught, Teacher};
use ludex_learn::{Identity, Verdict};
use ludex_search::{Features, Use};
use tracing::info;

use super::blackboard::Blackboard;
use super::lesson::Lesson;
use super::match_seat::MatchSettings;

/// Reads or learns the knowledge of a match's game.
pub(super) struct StartLearner {
    settings: Arc<MatchSettings>,
    blackboard: Arc<Blackboard>,
    sheet: Arc<Sheet>,
}

/// The identity of a rule sheet longer than any public one takes too long.
const RULES_BYTES_MAX: usize = 1 << 20;

impl StartLearner {
    pub(super) fn new(
        settings: Arc<MatchSettings>,
        blackboard: Arc<Blackboard>,
        sheet: Arc<Sheet>,
    ) -> Self {
        Self { settings, blackboard, sheet }
    }

    /// Reads the knowledge of the game, or else learns features until play begins.
    pub(super) fn study(&self, game: &Arc<CircuitGame>) {
        if self.settings.rules.len() > RULES_BYTES_MAX {
            return info!("the rules are too long to learn");
        }
        let identity = Identity::of(&self.sheet);
        if let Some(knowledge) = self.settings.library.find(&identity) {
            info!(key = identity.key(), "the game is known");
            let lesson = Lesson::of(&knowledge, self.settings.memory());
            let is_complete = knowledge.features.is_some() || lesson.player.is_some();
            self.blackboard.learn(lesson);
            if is_complete {
                return;
            }
        }
        match self.learn(game) {
            Ok(features) => {
                let (n_features, used) = (features.list.len(), features.used != Use::Never);
                info!(key = identity.key(), n_features, used, "features were learned");
                if used {
                    let features = Some(features.clone());
                    self.blackboard.learn(Lesson { features, player: None });
                }
                self.settings.library.keep(identity, features);
            }
            Err(why) => info!(why, "no features were learned"),
        }
    }

    /// The time until play begins.
    fn left(&self) -> Duration {
        self.settings.start.saturating_duration_since(Instant::now())
    }

    /// Learns features. The error is the reason why there are none.
    fn learn(&self, game: &Arc<CircuitGame>) -> Result<Features, String> {
        let teacher = Teacher {
            extent: Extent::Time(self.left()),
            guard: Some(FeatureValidation::default()),
            // There is no time to compare manners.
            manner: Some(Features::default().manner),
            ..Teacher::default()
        };
        let Taught { mut features, trial, .. } = teacher.teach(game, self.settings.seed)?;
        features.remarks.extend(trial.map(|trial| {
            let Verdict { points, n_games, .. } = trial.in_time;
            format!("learned before a match; {points:.1} of {n_games} points in a short one")
        }));
        Ok(features)
    }
}
