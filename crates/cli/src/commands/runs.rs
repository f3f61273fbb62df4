//! `ludex runs`: what is in the store.

use std::path::Path;

use anyhow::Result;
use ludex_arena::{Record, RunLine};
use ludex_report::Table;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::output::Output;
use crate::store;
use std::path::PathBuf;

/// List the runs in the store, or the games of one
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The number of a run
    #[arg(value_parser = whole(1..=i64::MAX))]
    run: Option<i64>,
    /// The store [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, self.store.as_deref(), self.run)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<RunsData>())
    }
}

pub fn run(
    common: &Common,
    out: &mut Output,
    store: Option<&Path>,
    run: Option<i64>,
) -> Result<bool> {
    let store = store::existing(store)?;
    let Some(run) = run else { return list(common, out, &store.runs()?) };
    let (setup, records) = (store.setup(run)?, store.records(run)?);
    let spec = |player: &usize| setup.players[*player].to_string();
    let players =
        |record: &Record| -> Vec<String> { record.pairing.players.iter().map(spec).collect() };
    if common.json {
        let game = |record: &Record| RecordData {
            game: record.pairing.number,
            players: players(record),
            goals: record.goals.clone(),
            plies: record.moves.len(),
            ending: record.ending.to_string(),
        };
        out.json(&RunsData::Run {
            run,
            setup: serde_json::to_value(&setup)?,
            games: records.iter().map(game).collect(),
        })?;
        return Ok(true);
    }
    let mut table = Table::new(["game", "players, in the order of roles", "goals", "plies", "end"]);
    for record in &records {
        let goals: Vec<String> = record.goals.iter().map(u8::to_string).collect();
        table.row([
            record.pairing.number.to_string(),
            players(record).join(" - "),
            goals.join(" "),
            record.moves.len().to_string(),
            record.ending.to_string(),
        ]);
    }
    out.line(format!("run {run}: {}", setup.game))?;
    out.text(&table.to_text())?;
    Ok(true)
}

fn list(common: &Common, out: &mut Output, runs: &[RunLine]) -> Result<bool> {
    if common.json {
        let run = |line: &RunLine| {
            anyhow::Ok(RunData {
                run: line.id,
                kind: line.kind.clone(),
                began: line.began.clone(),
                setup: serde_json::to_value(&line.setup)?,
                games: line.n_games,
                games_max: line.setup.schedule.n_games_max(),
            })
        };
        out.json(&RunsData::List { runs: runs.iter().map(run).collect::<Result<_>>()? })?;
        return Ok(true);
    }
    let mut table = Table::new(["run", "began (UTC)", "what", "game", "games", "players"]);
    for line in runs {
        let players: Vec<String> = line.setup.players.iter().map(ToString::to_string).collect();
        table.row([
            line.id.to_string(),
            line.began.clone(),
            line.kind.clone(),
            line.setup.game.clone(),
            format!("{} of {}", line.n_games, line.setup.schedule.n_games_max()),
            players.join(" "),
        ]);
    }
    out.text(&table.to_text())?;
    Ok(true)
}

/// Runs in the store, as data.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RunsData {
    /// All runs.
    List {
        /// The runs.
        runs: Vec<RunData>,
    },
    /// One run.
    Run {
        /// Its number.
        run: i64,
        /// Its setup.
        setup: serde_json::Value,
        /// Its games.
        games: Vec<RecordData>,
    },
}

/// A run, as data.
#[derive(Serialize, JsonSchema)]
pub struct RunData {
    run: i64,
    kind: String,
    began: String,
    setup: serde_json::Value,
    games: u32,
    games_max: u32,
}

/// A game of a run, as data.
#[derive(Serialize, JsonSchema)]
pub struct RecordData {
    game: u32,
    players: Vec<String>,
    goals: Vec<u8>,
    plies: usize,
    ending: String,
}
