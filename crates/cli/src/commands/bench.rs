//! `ludex bench`: how fast games are played.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use cpu_time::ThreadTime;
use game::{Game, random_joint, rng};
use serde_json::json;

use crate::args::Common;
use crate::load;
use crate::output::{Output, table, thousands};

pub fn run(common: &Common, out: &mut Output, games: &[String], seconds: f64) -> Result<bool> {
    let mut rows = Vec::new();
    for name in games {
        rows.push(measure(common, name, Duration::from_secs_f64(seconds))?);
    }
    if common.json {
        let games: Vec<_> = rows.iter().map(Row::to_json).collect();
        out.json(&json!({ "games": games }))?;
        return Ok(true);
    }
    let heads = ["game", "engine", "playouts/s", "states/s", "length", "branching", "build ms"];
    let mut lines = vec![heads.map(String::from).to_vec()];
    lines.extend(rows.iter().map(Row::to_cells));
    out.text(&table(&lines, true))?;
    Ok(true)
}

/// The figures of one game.
struct Row {
    game: String,
    playouts_per_s: f64,
    states_per_s: f64,
    mean_length: f64,
    mean_branching: f64,
    build_ms: f64,
    peak_mb: Option<u64>,
}

fn measure(common: &Common, name: &str, time_max: Duration) -> Result<Row> {
    let built = Instant::now();
    let game = load::game(name, common.limits())?;
    let build_ms = built.elapsed().as_secs_f64() * 1000.0;

    let mut rng = rng(common.seed, 0);
    let (mut n_playouts, mut n_states, mut branching_sum) = (0u64, 0u64, 0.0);
    let mut joint = Vec::new();
    let started = ThreadTime::now();
    let mut state = game.initial();
    // Slow games may not end within the time: whole games are counted where
    // there are any, states in any case.
    let (mut n_states_ended, mut seconds_ended) = (0, 0.0);
    while started.elapsed() < time_max {
        let n_joint = match game.is_terminal(&state) {
            true => None,
            false => random_joint(&mut rng, &game, &state, &mut joint),
        };
        let Some(n_joint) = n_joint else {
            n_playouts += 1;
            (n_states_ended, seconds_ended) = (n_states, started.elapsed().as_secs_f64());
            state = game.initial();
            continue;
        };
        game.apply(&mut state, &joint);
        n_states += 1;
        branching_sum += n_joint as f64;
    }
    let seconds = started.elapsed().as_secs_f64();
    if let Some(fault) = game.fault() {
        bail!("{name}: {fault}");
    }
    Ok(Row {
        game: name.to_string(),
        playouts_per_s: if n_playouts == 0 { 0.0 } else { n_playouts as f64 / seconds_ended },
        states_per_s: n_states as f64 / seconds,
        mean_length: n_states_ended as f64 / n_playouts.max(1) as f64,
        mean_branching: branching_sum / n_states.max(1) as f64,
        build_ms,
        peak_mb: peak_mb(),
    })
}

impl Row {
    fn to_json(&self) -> serde_json::Value {
        json!({
            "game": self.game, "engine": "reference",
            "playouts_per_s": self.playouts_per_s, "states_per_s": self.states_per_s,
            "mean_length": self.mean_length, "mean_branching": self.mean_branching,
            "build_ms": self.build_ms, "peak_mb": self.peak_mb,
        })
    }

    fn to_cells(&self) -> Vec<String> {
        let rate = |value: f64| {
            if value < 100.0 { format!("{value:.1}") } else { thousands(value as u64) }
        };
        vec![
            self.game.clone(),
            "reference".into(),
            rate(self.playouts_per_s),
            rate(self.states_per_s),
            format!("{:.1}", self.mean_length),
            format!("{:.1}", self.mean_branching),
            format!("{:.1}", self.build_ms),
        ]
    }
}

/// The most memory this process has had, where the system tells.
fn peak_mb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? / 1024)
}
