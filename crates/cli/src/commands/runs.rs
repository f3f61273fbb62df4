//! `ludex runs`: what is in the store.

use std::path::Path;

use anyhow::Result;
use arena::{Record, RunLine};
use report::Table;
use serde_json::json;

use crate::args::Common;
use crate::output::Output;
use crate::store;

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
        |record: &Record| -> Vec<String> { record.encounter.players.iter().map(spec).collect() };
    if common.json {
        let games: Vec<_> = records
            .iter()
            .map(|record| {
                json!({
                    "game": record.encounter.number, "players": players(record),
                    "goals": record.goals, "plies": record.moves.len(),
                    "ending": record.ending.to_string(),
                })
            })
            .collect();
        out.json(&json!({ "run": run, "setup": setup, "games": games }))?;
        return Ok(true);
    }
    let mut table = Table::new(["game", "players, in the order of roles", "goals", "plies", "end"]);
    for record in &records {
        let goals: Vec<String> = record.goals.iter().map(u8::to_string).collect();
        table.row([
            record.encounter.number.to_string(),
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
        let runs: Vec<_> = runs
            .iter()
            .map(|line| {
                json!({
                    "run": line.id, "kind": line.kind, "began": line.began, "setup": line.setup,
                    "games": line.n_games, "games_max": line.setup.schedule.n_games_max(),
                })
            })
            .collect();
        out.json(&json!({ "runs": runs }))?;
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
