//! `ludex bench overrun`: how well searches keep to their time.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ludex_game::{Choices, Game, Playable, Rng, RoleId, Visitor, random_position, rng};
use ludex_report::words::counted;
use ludex_search::{Spec, stop_after};
use rand::Rng as _;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::args::number::{seconds, whole};
use crate::load;
use crate::output::Output;

/// How far searches overrun their time, on some games in random positions
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bundled names or paths of rule sheets
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// How many searches in all
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole(1..=u32::MAX))]
    searches: u32,
    /// Who searches
    #[arg(long, value_name = "SPEC", default_value = "uct")]
    player: String,
    /// The shortest time to give
    #[arg(long, value_name = "SECONDS", default_value_t = 0.05, value_parser = seconds)]
    shortest: f64,
    /// The longest time to give
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    longest: f64,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, &self.games, self.searches, &self.player, self.shortest..self.longest)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<OverrunData>())
    }
}

pub fn run(
    common: &Common,
    out: &mut Output,
    games: &[String],
    n_searches: u32,
    player: &str,
    seconds: Range<f64>,
) -> Result<bool> {
    let spec = Spec::parse(player)?;
    if seconds.start > seconds.end {
        bail!("--shortest {} is longer than --longest {}", seconds.start, seconds.end);
    }
    let mut overruns_ms: Vec<f64> = Vec::new();
    for (at, name) in (0..).zip(games) {
        let n_here =
            n_searches / games.len() as u32 + u32::from(at < n_searches % games.len() as u32);
        let seconds = seconds.clone();
        let measure = Measure { common, spec: &spec, n_searches: n_here, seconds };
        let here = load::visit(name, common, measure)??;
        if !common.json {
            out.line(format!("{name}: {}", summary(&here)))?;
        }
        overruns_ms.extend(here);
    }
    match common.json {
        true => out.json(&OverrunData {
            searches: overruns_ms.len(),
            median_ms: quantile(&overruns_ms, 0.5),
            p99_ms: quantile(&overruns_ms, 0.99),
            max_ms: quantile(&overruns_ms, 1.0),
        })?,
        false => out.line(format!("all: {}", summary(&overruns_ms)))?,
    }
    Ok(true)
}

fn summary(overruns_ms: &[f64]) -> String {
    let at = |share| quantile(overruns_ms, share);
    let (median, high, most) = (at(0.5), at(0.99), at(1.0));
    let searches = counted(overruns_ms.len(), "search");
    format!("{searches}, overrun {median:.2} ms (median), {high:.2} ms (99%), {most:.2} ms (most)")
}

fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = ((sorted.len() as f64 * share).ceil() as usize).saturating_sub(1);
    sorted.get(at).copied().unwrap_or(0.0)
}

struct Measure<'a> {
    common: &'a Common,
    spec: &'a Spec,
    n_searches: u32,
    seconds: Range<f64>,
}

impl Visitor for Measure<'_> {
    type Output = Result<Vec<f64>>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Vec<f64>> {
        let context = self.common.context();
        let mut seat = self.spec.seat(&game, &context)?;
        let mut rng = rng(self.common.seed, 11);
        let mut overruns_ms = Vec::new();
        for _ in 0..self.n_searches {
            let Some((state, role)) = random_choice(&mut rng, &*game) else {
                bail!("no position was found in which a player has a choice");
            };
            let time_max =
                Duration::from_secs_f64(rng.random_range(self.seconds.start..=self.seconds.end));
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

/// A position of a random game in which a player has a choice.
pub(super) fn random_choice<G: Game>(rng: &mut Rng, game: &G) -> Option<(G::State, RoleId)> {
    let mut choices = Choices::default();
    for _ in 0..1000 {
        let n_plies = rng.random_range(0..40);
        let state = random_position(rng, game, n_plies);
        choices.read(game, &state);
        let has_choice =
            |&role: &usize| choices.all()[role].len() > 1 && !game.roles()[role].is_chance();
        if let Some(role) = (0..game.roles().len()).find(has_choice) {
            return Some((state, RoleId::new(role)));
        }
    }
    None
}

/// The overruns of searches in milliseconds, as data.
#[derive(Serialize, JsonSchema)]
pub struct OverrunData {
    searches: usize,
    median_ms: f64,
    p99_ms: f64,
    max_ms: f64,
}
