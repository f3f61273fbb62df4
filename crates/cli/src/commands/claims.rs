//! `ludex bench claims`: what searches claim of random small games, held against
//! exhaustive solutions.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use ludex_game::{Playable, Visitor};
use ludex_gdl::Source;
use ludex_gdl::random_sheet::{Kind, RandomSheet};
use ludex_report::Table;
use ludex_report::number::thousands;
use ludex_search::exhaustive::Trial;
use rayon::prelude::*;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::output::Output;
use crate::{load, progress};

/// What searches claim of random small games, held against exhaustive
/// solutions
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1..=1_000_000_000_u64))]
    games: u64,
    /// Print the rules of the game with this number instead
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    show: Option<u64>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        match self.show {
            Some(seed) => show(common, out, seed),
            None => run(common, out, self.games),
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ClaimsData>())
    }
}

pub fn run(common: &Common, out: &mut Output, n_games: u64) -> Result<bool> {
    let started = Instant::now();
    let bar = progress::bar(n_games, "{bar:30} {pos} of {len} games, {elapsed}, {eta} left");
    let first = common.seed.wrapping_mul(1 << 32);
    let trials: Result<Vec<(u64, Kind, Option<Trial>)>> = (0..n_games)
        .into_par_iter()
        .map(|at| {
            let seed = first.wrapping_add(at);
            let tried = attempt(common, seed).with_context(|| format!("game {seed}"));
            bar.inc(1);
            tried.map(|(kind, trial)| (seed, kind, trial))
        })
        .collect();
    bar.finish_and_clear();
    let summary = Summary::new(trials?, started.elapsed().as_secs_f64());
    match common.json {
        true => out.json(&summary.to_data())?,
        false => out.text(&summary.to_text())?,
    }
    Ok(summary.disagreements.is_empty())
}

/// Prints the rule sheet of a game that was tried.
pub fn show(common: &Common, out: &mut Output, seed: u64) -> Result<bool> {
    let rules = RandomSheet::new(seed).text;
    match common.json {
        true => out.json(&ClaimsData::Rules { seed, rules })?,
        false => out.text(&rules)?,
    }
    Ok(true)
}

fn attempt(common: &Common, seed: u64) -> Result<(Kind, Option<Trial>)> {
    let random = RandomSheet::new(seed);
    let name = format!("random game {seed}");
    let sheet = load::sound(&name, Source::new(name.clone(), random.text))?;
    let engine = load::engine(&sheet, common)?.engine;
    Ok((random.kind, load::visit_engine(engine, Try { seed })))
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
struct Summary {
    /// How many games there are of each kind.
    kinds: BTreeMap<String, u64>,
    n_too_large: u64,
    claims: BTreeMap<&'static str, u64>,
    certificates: u64,
    /// The seed of the game, and what is wrong.
    disagreements: Vec<(u64, String)>,
    seconds: f64,
}

impl Summary {
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

    fn to_data(&self) -> ClaimsData {
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

    fn to_text(&self) -> String {
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
