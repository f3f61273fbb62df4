//! How well searches keep to their time.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_game::{Playable, Visitor, rng};
use ludex_report::words::counted;
use ludex_search::{Spec, stop_after};
use rand::Rng as _;
use schemars::JsonSchema;
use serde::Serialize;

use super::choices::random_choice;
use crate::error::bail;
use crate::{Game, Result, Settings};

/// Which searches are measured.
#[derive(Clone, Debug)]
pub struct OverrunOptions {
    /// Seed and threads.
    pub settings: Settings,
    /// Who searches.
    pub player: Spec,
    /// The number of searches.
    pub n_searches: u32,
    /// The shortest and the longest time of a search, in seconds.
    pub seconds: Range<f64>,
}

/// Measures how far searches in random positions overrun their time.
///
/// ```
/// use ludex::bench::{OverrunOptions, overrun};
/// use ludex::{Game, Settings, search::Spec};
///
/// let (settings, player) = (Settings::default(), Spec::parse("uct")?);
/// let options = OverrunOptions { settings, player, n_searches: 2, seconds: 0.01..0.02 };
/// let result = overrun(&Game::load("tic-tac-toe")?, &options)?;
/// assert!(result.to_text().starts_with("2 searches, overrun "));
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn overrun(game: &Game, options: &OverrunOptions) -> Result<OverrunResult> {
    Ok(OverrunResult { overruns_ms: game.visit(Measure(options))? })
}

struct Measure<'a>(&'a OverrunOptions);

impl Visitor for Measure<'_> {
    type Output = Result<Vec<f64>>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Vec<f64>> {
        let OverrunOptions { settings, player, n_searches, seconds } = self.0;
        let mut seat = player.seat(&game, &settings.context())?;
        let mut rng = rng(settings.seed, 11);
        let mut overruns_ms = Vec::new();
        for _ in 0..*n_searches {
            let Some((state, role)) = random_choice(&mut rng, &*game) else {
                bail!("no position was found in which a player has a choice");
            };
            let time_max = Duration::from_secs_f64(rng.random_range(seconds.start..=seconds.end));
            let started = Instant::now();
            let report = seat.choose_until(&state, role, &stop_after(Some(time_max)));
            let over = started.elapsed().as_secs_f64() - time_max.as_secs_f64();
            if let Some(fault) = game.fault() {
                bail!("{fault}");
            }
            report?;
            overruns_ms.push(over.max(0.0) * 1000.0);
        }
        Ok(overruns_ms)
    }
}

/// The overruns of searches.
#[derive(Clone, Debug, Default)]
pub struct OverrunResult {
    overruns_ms: Vec<f64>,
}

impl OverrunResult {
    /// Adds the overruns in another game.
    pub fn extend(&mut self, other: Self) {
        self.overruns_ms.extend(other.overruns_ms);
    }

    /// The result in a line.
    pub fn to_text(&self) -> String {
        let at = |share| self.quantile(share);
        let (median, high, most) = (at(0.5), at(0.99), at(1.0));
        let searches = counted(self.overruns_ms.len(), "search");
        format!(
            "{searches}, overrun {median:.2} ms (median), {high:.2} ms (99%), {most:.2} ms (most)"
        )
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> OverrunData {
        OverrunData {
            searches: self.overruns_ms.len(),
            median_ms: self.quantile(0.5),
            p99_ms: self.quantile(0.99),
            max_ms: self.quantile(1.0),
        }
    }

    fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.overruns_ms.clone();
        sorted.sort_by(f64::total_cmp);
        let at = ((sorted.len() as f64 * share).ceil() as usize).saturating_sub(1);
        sorted.get(at).copied().unwrap_or(0.0)
    }
}

/// The overruns of searches in milliseconds, as data.
#[derive(Serialize, JsonSchema)]
pub struct OverrunData {
    searches: usize,
    median_ms: f64,
    p99_ms: f64,
    max_ms: f64,
}
