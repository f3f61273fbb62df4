//! What searches claim of random small games, compared with exhaustive solutions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use ludex_game::{Playable, Visitor};
use ludex_gdl::random_sheet::{Kind, RandomSheet};
use ludex_report::Table;
use ludex_report::number::thousands;
use ludex_search::exhaustive::Trial;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Context;
use crate::{Game, Progress, Result, Settings, Step, visit_engine};

/// Compares what all searches claim of random small games with exhaustive solutions.
///
/// ```
/// use ludex::Settings;
/// use ludex::bench::claims;
///
/// let result = claims(&Settings::default(), 3, &mut ())?;
/// assert!(result.is_clean(), "{}", result.to_text());
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn claims(
    settings: &Settings,
    n_games: u64,
    progress: &mut (dyn Progress + Send),
) -> Result<ClaimsResult> {
    let started = Instant::now();
    let first = settings.seed.wrapping_mul(1 << 32);
    progress.step(&Step { what: "games".into(), n_done: 0, n_all: n_games });
    let (n_tried, progress) = (AtomicU64::new(0), Mutex::new(progress));
    let trials: Result<Vec<(u64, Kind, Option<Trial>)>> = (0..n_games)
        .into_par_iter()
        .map(|at| {
            let seed = first.wrapping_add(at);
            let tried = attempt(settings, seed, &progress).with_context(|| format!("game {seed}"));
            let mut progress = lock(&progress);
            let n_done = n_tried.fetch_add(1, Ordering::Relaxed) + 1;
            progress.step(&Step { what: "games".into(), n_done, n_all: n_games });
            tried.map(|(kind, trial)| (seed, kind, trial))
        })
        .collect();
    Ok(ClaimsResult::new(trials?, started.elapsed().as_secs_f64()))
}

/// Progress that is reported by several threads.
type SharedProgress<'a> = Mutex<&'a mut (dyn Progress + Send)>;

fn lock<'a, 'p>(progress: &'a SharedProgress<'p>) -> MutexGuard<'a, &'p mut (dyn Progress + Send)> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

fn attempt(
    settings: &Settings,
    seed: u64,
    progress: &SharedProgress<'_>,
) -> Result<(Kind, Option<Trial>)> {
    let random = RandomSheet::new(seed);
    let game = Game::from_rules(&format!("random game {seed}"), &random.text, settings)?;
    if let Some(note) = game.fallback_note() {
        lock(progress).note(&note);
    }
    let engine = game.engine().context("the game has rules")?.clone();
    Ok((random.kind, visit_engine(engine, Try { seed })))
}

struct Try {
    seed: u64,
}

impl Visitor for Try {
    type Output = Option<Trial>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Option<Trial> {
        Trial::new(&game, self.seed)
    }
}

/// All trials together.
pub struct ClaimsResult {
    /// How many games there are of each kind.
    kinds: BTreeMap<String, u64>,
    n_too_large: u64,
    claims: BTreeMap<&'static str, u64>,
    certificates: u64,
    /// The seed of the game, and what is wrong.
    disagreements: Vec<(u64, String)>,
    seconds: f64,
}

impl ClaimsResult {
    fn new(trials: Vec<(u64, Kind, Option<Trial>)>, seconds: f64) -> Self {
        let mut summary = Self {
            kinds: BTreeMap::new(),
            n_too_large: 0,
            claims: BTreeMap::new(),
            certificates: 0,
            disagreements: Vec::new(),
            seconds,
        };
        for (seed, kind, trial) in trials {
            *summary.kinds.entry(kind.to_string()).or_default() += 1;
            let Some(trial) = trial else {
                summary.n_too_large += 1;
                continue;
            };
            for (search, n) in trial.claims {
                *summary.claims.entry(search).or_default() += n;
            }
            summary.certificates += trial.certificates;
            summary.disagreements.extend(trial.disagreements.into_iter().map(|what| (seed, what)));
        }
        summary
    }

    /// Whether no claim is wrong.
    pub fn is_clean(&self) -> bool {
        self.disagreements.is_empty()
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> ClaimsData {
        let wrong = |(seed, what): &(u64, String)| Disagreement { seed: *seed, what: what.clone() };
        ClaimsData::Summary {
            kinds: self.kinds.clone(),
            too_large: self.n_too_large,
            claims: self.claims.clone(),
            certificates: self.certificates,
            disagreements: self.disagreements.iter().map(wrong).collect(),
            seconds: self.seconds,
        }
    }

    /// Tables for a terminal.
    pub fn to_text(&self) -> String {
        let n_games: u64 = self.kinds.values().sum();
        let mut kinds = Table::new(["kind of game", "games"]);
        kinds.rows(self.kinds.iter().map(|(kind, n)| [kind.clone(), thousands(*n)]));
        let mut claims = Table::new(["search", "claims compared"]);
        claims.rows(self.claims.iter().map(|(search, n)| [search.to_string(), thousands(*n)]));
        let wrong = self.disagreements.iter();
        let wrong: String =
            wrong.map(|(seed, what)| format!("random game {seed}: {what}\n")).collect();
        format!(
            "{}\n{}\n{} games in {:.0} s, {} of them too large; {} certificates checked; \
             {} disagreements\n{wrong}",
            kinds.to_text(),
            claims.to_text(),
            thousands(n_games),
            self.seconds,
            thousands(self.n_too_large),
            thousands(self.certificates),
            thousands(self.disagreements.len() as u64),
        )
    }
}

/// The comparison of claims, as data.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ClaimsData {
    /// The comparison.
    Summary {
        /// The number of games of each kind.
        kinds: BTreeMap<String, u64>,
        /// Games that were too large.
        too_large: u64,
        /// The number of claims of each search.
        claims: BTreeMap<&'static str, u64>,
        /// Certificates that were checked.
        certificates: u64,
        /// Claims that are wrong.
        disagreements: Vec<Disagreement>,
        /// Seconds.
        seconds: f64,
    },
    /// The rules of one game.
    Rules {
        /// The seed of the game.
        seed: u64,
        /// Its rules.
        rules: String,
    },
}

/// A wrong claim, as data.
#[derive(Serialize, JsonSchema)]
pub struct Disagreement {
    seed: u64,
    what: String,
}
