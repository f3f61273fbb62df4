//! `ludex learn`: what wins a game.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use game::Hints;
use gdl::Engine;
use learn::features::{Chart, Guard, Options, learn, take_census};
use search::Features;
use serde_json::json;

use crate::args::{Common, LearnWish};
use crate::load;
use crate::output::Output;

/// How many of the strongest features are shown.
const N_SHOWN: usize = 10;

/// How many random games tell how often features work.
const N_CENSUS: u32 = 5000;

pub fn run(
    common: &Common,
    out: &mut Output,
    name: &str,
    path: Option<&Path>,
    n_runs: u32,
    wish: &LearnWish,
) -> Result<bool> {
    let Engine::Circuit(game) = load::engine(&load::sheet(name)?, common)?.engine else {
        bail!("features need a game with a circuit, and {name} is too large for one");
    };
    let game = Arc::new(*game);
    let started = std::time::Instant::now();
    let options =
        Options { n_runs, level_max: wish.levels, pairs: wish.pairs, ..Options::default() };
    let mut chart = match learn(&game, &options, common.seed) {
        Ok(chart) => chart,
        Err(reason) => bail!("{reason}"),
    };
    let n_learned = chart.features().len();
    take_census(&game, &mut chart, N_CENSUS, common.seed + 1);
    chart.weigh(&wish.weigh);
    chart.prune();
    let learned = started.elapsed();
    let mut features = Features {
        remarks: vec![format!(
            "features of {name}, learned from {n_runs} random games with seed {}",
            common.seed
        )],
        temperature: wish.temperature,
        others: wish.others,
        list: chart.words(),
        ..Features::default()
    };
    let mut verdict = None;
    if !wish.unguarded {
        let hints = Arc::new(Hints::new(chart.hints(), wish.temperature));
        let guard = Guard { others: wish.others, seed: common.seed, ..Guard::default() };
        let found = guard.judge(&game, &hints);
        features.are_used = found.helps();
        features.remarks.push(format!(
            "a match against UCT without them: {:.1} of {} points at {} playouts a move",
            found.points, found.n_games, guard.n_playouts
        ));
        verdict = Some(found);
    }
    if let Some(path) = path {
        std::fs::write(path, features.to_string()).with_context(|| path.display().to_string())?;
    }
    if common.json {
        let strongest: Vec<String> =
            features.list.iter().take(N_SHOWN).map(ToString::to_string).collect();
        return out
            .json(&json!({
                "game": name,
                "learned": n_learned,
                "features": features.list.len(),
                "offensive": chart.n_offensive(),
                "seconds": learned.as_secs_f64(),
                "used": features.are_used,
                "score": verdict.map(|verdict| verdict.score()),
                "strongest": strongest,
            }))
            .map(|()| true);
    }
    out.text(&show(&features, &chart, n_learned, learned.as_secs_f64()))?;
    Ok(true)
}

fn show(features: &Features, chart: &Chart, n_learned: usize, seconds: f64) -> String {
    let n_offensive = chart.n_offensive();
    let mut text = format!(
        "{n_learned} features learned in {seconds:.1} s, {} kept: {n_offensive} offensive, {} \
         defensive\n",
        features.list.len(),
        features.list.len() - n_offensive
    );
    features.remarks.iter().skip(1).for_each(|remark| text += &format!("{remark}\n"));
    if !features.are_used {
        text += "they do not help in this game and are not used\n";
    }
    text += "the strongest:\n";
    for feature in features.list.iter().take(N_SHOWN) {
        text += &format!("  {feature}\n");
    }
    text
}
