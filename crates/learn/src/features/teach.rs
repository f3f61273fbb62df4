//! Feature learning from a game to features that players can follow.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_game::{Hints, Manner};
use ludex_gdl::single::{CircuitGame, MoveId};
use ludex_search::{Features, Use};

use super::chart::RARE;
use super::{
    Chart, Extent, FeatureValidation, Options, Weighing, cost, learn, length, take_census,
};
use crate::Verdict;

/// Learns the features of a game, within an [`Extent`].
///
/// With a number of random games, the time is unlimited, and matches decide how features are
/// followed and for which searches they are used. With a time limit, one short match takes the
/// time that the search for patterns leaves.
#[derive(Clone, Debug)]
pub struct Teacher {
    /// How much is learned.
    pub extent: Extent,
    /// The settings of the search for patterns.
    pub options: Options,
    /// The use of the frequencies in random games.
    pub weighing: Weighing,
    /// The match that decides whether features are used; without, they are. Within a
    /// time, it has the games that time allows.
    pub guard: Option<FeatureValidation>,
    /// The manner in which features are followed; if not given, the better of two in a
    /// short match.
    pub manner: Option<Manner>,
    /// The number of threads.
    pub n_threads: usize,
    /// The settings of the learned features, such as how often opponents are assumed to follow
    /// them.
    pub features: Features,
}

/// The result of feature learning.
#[derive(Clone, Debug)]
pub struct Taught {
    /// The features, the strongest first.
    pub features: Features,
    /// The number of features before rare and heavy ones were dropped.
    pub n_learned: usize,
    /// The number of offensive features among those that are left.
    pub n_offensive: usize,
    /// The matches of the guard.
    pub trial: Option<Trial>,
}

/// Matches of a search with features against one without.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// At equal playouts a move.
    pub in_playouts: Verdict,
    /// At equal time: with fewer playouts, in proportion to their cost.
    pub in_time: Verdict,
    /// The time of a guided playout, in plain ones.
    pub cost: f64,
}

/// The number of random games that count how often features apply and work.
const N_CENSUS: u32 = 5000;
const N_CENSUS_IN_TIME: u32 = 2000;

/// The shares of moves that follow the best feature: the better one in a match against the
/// other is chosen. Against a search without features both win nearly always, so that match is
/// not informative.
const GREEDS: [f64; 2] = [0.75, 1.0];
const N_ROUNDS_OF_CHOICE: u32 = 2;

/// Matches that choose are different from matches that validate.
const SEED_OF_CHOICE: u64 = 1 << 40;

/// Less time is not enough for any feature.
const TIME_MIN: Duration = Duration::from_secs(3);

/// The share of the time for the search for patterns; the rest is for the match.
const SHARE_OF_PATTERNS: f64 = 0.4;

/// The share of the time left that the match may take by its estimate.
const SHARE_OF_MATCH: f64 = 0.7;

/// The match within a time.
const N_TRIAL_PLAYOUTS: u64 = 100;
const N_TRIAL_GAMES_MIN: u32 = 16;
const N_TRIAL_GAMES_MAX: u32 = 64;

/// Within a time, features must score this many standard deviations above one half: in
/// few games, luck alone often scores a little more.
const DEVIATIONS_MIN: f64 = 1.0;

/// The number of playouts in the measurement of their time.
const N_TIMED: f64 = 1024.0;

impl Default for Teacher {
    /// Features of the last move and of the one that led to it: those of earlier moves cost
    /// more than they gain.
    fn default() -> Self {
        Self {
            extent: Extent::default(),
            options: Options { level_max: 1, ..Options::default() },
            weighing: Weighing::default(),
            guard: None,
            manner: None,
            n_threads: 1,
            features: Features::default(),
        }
    }
}

impl Teacher {
    /// Learns the features of a game; the error is the reason why there are none.
    pub fn teach(&self, game: &Arc<CircuitGame>, seed: u64) -> Result<Taught, String> {
        let started = Instant::now();
        // Step 1. Search for patterns.
        let extent = match self.extent {
            Extent::Time(time) if time < TIME_MIN => return Err("there is no time to learn".into()),
            Extent::Time(time) => Extent::Time(time.mul_f64(SHARE_OF_PATTERNS)),
            runs => runs,
        };
        let (mut chart, _) = learn(game, &self.options, extent, self.n_threads, seed)?;
        let n_learned = chart.features().len();
        // Step 2. Plan the rest.
        let (n_census, guard) = match self.extent {
            Extent::Runs(_) => (N_CENSUS, self.guard.clone()),
            Extent::Time(time) => (N_CENSUS_IN_TIME, self.short_guard(game, started + time, seed)?),
        };
        // Step 3. Keep features that apply often and are little work.
        take_census(game, &mut chart, n_census, seed + 1);
        chart.drop_rare(n_census);
        chart.weigh(self.weighing);
        chart.prune();
        chart.lighten(self.manner.unwrap_or(self.features.manner));
        if chart.features().is_empty() {
            return Err(format!("no feature applies once in {RARE} random games"));
        }
        // Step 4. Validate them in matches.
        let mut features = Features { list: chart.words(), ..self.features.clone() };
        features.manner = self.manner.unwrap_or(features.manner);
        let trial = guard.map(|guard| {
            let (others, n_threads) = (features.others, self.n_threads);
            let guard = FeatureValidation { others, n_threads, seed, ..guard };
            let (manner, hints) = self.choose(game, &chart, &guard);
            features.manner = manner;
            let trial = match self.extent {
                Extent::Runs(_) => Trial::hold(game, &hints, &guard),
                Extent::Time(_) => Trial::hold_short(game, &hints, &guard),
            };
            features.used = match self.extent {
                Extent::Runs(_) => trial.used(),
                Extent::Time(_) if trial.in_time.deviations() >= DEVIATIONS_MIN => Use::Always,
                Extent::Time(_) => Use::Never,
            };
            trial
        });
        Ok(Taught { features, n_learned, n_offensive: chart.n_offensive(), trial })
    }

    /// The match that can be played until a deadline, by the time of a playout.
    fn short_guard(
        &self,
        game: &Arc<CircuitGame>,
        deadline: Instant,
        seed: u64,
    ) -> Result<Option<FeatureValidation>, String> {
        let Some(guard) = self.guard.clone() else { return Ok(None) };
        let started = Instant::now();
        let length = length(game, None, seed);
        let of_playout = started.elapsed().as_secs_f64() / N_TIMED;
        let of_census = 2.0 * f64::from(N_CENSUS_IN_TIME) * of_playout;
        let of_game = length * N_TRIAL_PLAYOUTS as f64 * of_playout;
        let left = deadline.saturating_duration_since(Instant::now()).as_secs_f64() - of_census;
        let n_games = (SHARE_OF_MATCH * left / of_game.max(1e-9)) as u32;
        if n_games < N_TRIAL_GAMES_MIN {
            return Err("random games take too long to validate features".into());
        }
        let (n_games, n_playouts) = (n_games.min(N_TRIAL_GAMES_MAX), N_TRIAL_PLAYOUTS);
        Ok(Some(FeatureValidation { n_playouts, n_games, n_rounds: 1, ..guard }))
    }

    /// The manner in which features are followed best.
    fn choose(
        &self,
        game: &Arc<CircuitGame>,
        chart: &Chart,
        guard: &FeatureValidation,
    ) -> (Manner, Arc<Hints<MoveId>>) {
        let hints = |manner| (manner, Arc::new(Hints::new(chart.hints(), manner)));
        if let Some(manner) = self.manner {
            return hints(manner);
        }
        let seed = guard.seed ^ SEED_OF_CHOICE;
        let guard = FeatureValidation { n_rounds: N_ROUNDS_OF_CHOICE, seed, ..guard.clone() };
        let [some, all] = GREEDS.map(|greed| hints(Manner::Greedy(greed)));
        if guard.compare(game, &all.1, &some.1).helps() { all } else { some }
    }
}

impl Trial {
    /// Plays both matches.
    pub fn hold(
        game: &Arc<CircuitGame>,
        hints: &Arc<Hints<MoveId>>,
        guard: &FeatureValidation,
    ) -> Self {
        let cost = cost(game, hints, guard.seed);
        let in_playouts = guard.judge(game, hints, 1.0);
        let in_time = match in_playouts.helps() {
            true => guard.judge(game, hints, cost),
            false => in_playouts,
        };
        Self { in_playouts, in_time, cost }
    }

    /// Plays the match at equal time alone, which stands for both.
    fn hold_short(
        game: &Arc<CircuitGame>,
        hints: &Arc<Hints<MoveId>>,
        guard: &FeatureValidation,
    ) -> Self {
        let cost = cost(game, hints, guard.seed);
        let in_time = guard.judge(game, hints, cost);
        Self { in_playouts: in_time, in_time, cost }
    }

    /// The searches that features help.
    pub fn used(&self) -> Use {
        match (self.in_playouts.helps(), self.in_time.helps()) {
            (_, true) => Use::Always,
            (true, false) => Use::Playouts,
            (false, false) => Use::Never,
        }
    }
}
