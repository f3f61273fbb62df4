//! Learning while there is time before play begins.

use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{Hints, Manner};
use gdl::Sheet;
use gdl::single::CircuitGame;
use learn::Identity;
use learn::features::{Extent, Guard, Options, cost, learn_for, length, take_census};
use search::{Features, Use};
use tracing::info;

use super::lesson::Lesson;
use super::mind::Mind;
use super::seat::Brief;

/// Who learns for a match.
pub(super) struct Pupil {
    brief: Arc<Brief>,
    mind: Arc<Mind>,
    sheet: Arc<Sheet>,
}

/// Longer rule sheets than any public one are not worth the time to tell which
/// game they are.
const RULES_BYTES_MAX: usize = 1 << 20;

/// Less time teaches nothing.
const TIME_MIN: Duration = Duration::from_secs(3);

/// So much of the time is for learning; the rest is for finding out whether what
/// was learned helps.
const SHARE_OF_LESSON: f64 = 0.4;

/// How many random games tell how often features work.
const N_CENSUS: u32 = 2000;

/// The match that tells whether features help.
const N_TRIAL_PLAYOUTS: u64 = 100;
const N_TRIAL_GAMES_MIN: u32 = 16;
const N_TRIAL_GAMES_MAX: u32 = 64;

/// Features must score so many standard deviations more than half: in so few
/// games, luck alone often scores a little more.
const DEVIATIONS_MIN: f64 = 1.0;

/// So many playouts tell how fast they are.
const N_TIMED: f64 = 1024.0;

impl Pupil {
    pub(super) fn new(brief: Arc<Brief>, mind: Arc<Mind>, sheet: Arc<Sheet>) -> Self {
        Self { brief, mind, sheet }
    }

    /// Recalls what was learned of the game, or else learns what time allows.
    pub(super) fn study(&self, game: &Arc<CircuitGame>) {
        let id = &self.brief.id;
        if self.brief.rules.len() > RULES_BYTES_MAX {
            return info!(id, "the rules are too long to learn from");
        }
        let identity = Identity::of(&self.sheet);
        if let Some(knowledge) = self.brief.library.find(&identity) {
            info!(id, key = identity.key(), "the game is known");
            let lesson = Lesson::of(&knowledge, self.brief.memory());
            let is_complete = knowledge.features.is_some() || lesson.player.is_some();
            self.mind.learn(lesson);
            if is_complete {
                return;
            }
        }
        match self.learn(game) {
            Ok(features) => {
                let (n_features, used) = (features.list.len(), features.used != Use::Never);
                info!(id, key = identity.key(), n_features, used, "something was learned");
                if used {
                    let features = Some(features.clone());
                    self.mind.learn(Lesson { features, player: None });
                }
                self.brief.library.keep(identity, features);
            }
            Err(why) => info!(id, why, "nothing was learned"),
        }
    }

    /// How much time is left.
    fn left(&self) -> Duration {
        self.brief.start.saturating_duration_since(Instant::now())
    }

    /// Learns features, and whether they help. The error says why there are none.
    fn learn(&self, game: &Arc<CircuitGame>) -> Result<Features, String> {
        if self.left() < TIME_MIN {
            return Err("there is no time to learn".into());
        }
        // Step 1. Find patterns for some of the time.
        let seed = self.brief.seed;
        let options = Options { level_max: 1, ..Options::default() };
        let lesson = Extent::Time(self.left().mul_f64(SHARE_OF_LESSON));
        let (mut chart, _) = learn_for(game, &options, lesson, 1, seed)?;
        // Step 2. Find out how fast playouts are, and whether the rest can be done.
        let started = Instant::now();
        let length = length(game, None, seed);
        let of_playout = started.elapsed().as_secs_f64() / N_TIMED;
        let of_census = 2.0 * f64::from(N_CENSUS) * of_playout;
        let of_game = length * N_TRIAL_PLAYOUTS as f64 * of_playout;
        let left = self.left().as_secs_f64() - of_census;
        let n_games = (0.7 * left / of_game.max(1e-9)) as u32;
        if n_games < N_TRIAL_GAMES_MIN {
            return Err("random games take too long to find out whether features help".into());
        }
        // Step 3. Keep what applies often and is little work.
        take_census(game, &mut chart, N_CENSUS, seed + 1);
        let manner = Manner::Greedy(0.75);
        chart.drop_rare(N_CENSUS);
        chart.prune();
        chart.lighten(manner);
        let hints = Arc::new(Hints::new(chart.hints(), manner));
        if chart.features().is_empty() {
            return Err("no feature applies often".into());
        }
        // Step 4. A short match.
        let guard = Guard {
            n_playouts: N_TRIAL_PLAYOUTS,
            n_games: n_games.min(N_TRIAL_GAMES_MAX),
            n_rounds: 1,
            seed,
            ..Guard::default()
        };
        let verdict = guard.judge(game, &hints, cost(game, &hints, seed));
        let helps = verdict.deviations() >= DEVIATIONS_MIN;
        let used = if helps { Use::Always } else { Use::Never };
        let remarks = vec![format!(
            "learned before a match; {:.1} of {} points in a short one",
            verdict.points, verdict.n_games
        )];
        Ok(Features { remarks, list: chart.words(), manner, used, ..Features::default() })
    }
}
