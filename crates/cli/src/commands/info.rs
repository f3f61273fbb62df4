//! `ludex info`: what a game is.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use game::{Ending, Game, Playout, PlayoutStats, RoleId, random_joint, rng};
use gdl::{Reference, Sheet};
use serde_json::json;

use crate::args::Common;
use crate::load;
use crate::output::{Output, table, thousands};

/// Where a random game is given up.
const N_PLIES_MAX: u32 = 10_000;

pub fn run(
    common: &Common,
    out: &mut Output,
    name: &str,
    n_playouts: u64,
    seconds: f64,
) -> Result<bool> {
    let sheet = load::sheet(name)?;
    let started = Instant::now();
    let game = load::reference(&sheet, common.limits())?;
    let build_ms = started.elapsed().as_secs_f64() * 1000.0;
    let sample = Sample::play(&game, common.seed, n_playouts, Duration::from_secs_f64(seconds));
    if let Some(fault) = game.fault() {
        bail!("{fault}");
    }
    if common.json {
        out.json(&as_json(name, &sheet, &game, &sample, build_ms))?;
    } else {
        out.text(&as_text(name, &sheet, &game, &sample, build_ms))?;
    }
    Ok(true)
}

/// What random games show.
#[derive(Default)]
struct Sample {
    stats: PlayoutStats,
    /// Sum over states of the number of joint moves.
    branching_sum: f64,
    /// Sum over states of the number of facts.
    facts_sum: u64,
    /// Whether two roles ever had a choice at once.
    simultaneous: bool,
    seconds: f64,
}

impl Sample {
    fn play(game: &Reference, seed: u64, n_playouts: u64, time_max: Duration) -> Self {
        let mut sample = Self::default();
        let started = Instant::now();
        for stream in 0..n_playouts {
            sample.play_one(game, seed, stream);
            if started.elapsed() >= time_max {
                break;
            }
        }
        sample.seconds = started.elapsed().as_secs_f64();
        sample
    }

    fn play_one(&mut self, game: &Reference, seed: u64, stream: u64) {
        let mut rng = rng(seed, stream);
        let mut state = game.initial();
        let (mut joint, mut n_plies) = (Vec::new(), 0);
        let ending = loop {
            if game.is_terminal(&state) {
                break Ending::Terminal;
            }
            if n_plies == N_PLIES_MAX {
                break Ending::Capped;
            }
            if !self.simultaneous {
                self.simultaneous = n_roles_choosing(game, &state) > 1;
            }
            let Some(n_joint) = random_joint(&mut rng, game, &state, &mut joint) else {
                break Ending::Stuck;
            };
            self.branching_sum += n_joint as f64;
            self.facts_sum += state.facts().len() as u64;
            game.apply(&mut state, &joint);
            n_plies += 1;
        };
        let goals = (0..game.roles().len()).map(|role| game.goal(&state, RoleId::new(role)));
        self.stats.add(&Playout { n_plies, ending, goals: goals.collect() });
    }

    fn per_ply(&self, sum: f64) -> f64 {
        sum / self.stats.n_plies.max(1) as f64
    }
}

fn n_roles_choosing(game: &Reference, state: &gdl::State) -> usize {
    let mut moves = Vec::new();
    let has_choice = |&role: &usize| {
        game.legal_moves(state, RoleId::new(role), &mut moves);
        moves.len() > 1
    };
    (0..game.roles().len()).filter(has_choice).count()
}

fn as_json(
    name: &str,
    sheet: &Sheet,
    game: &Reference,
    sample: &Sample,
    build_ms: f64,
) -> serde_json::Value {
    let stats = &sample.stats;
    let roles: Vec<_> = game
        .roles()
        .iter()
        .zip(stats.mean_goals())
        .map(|(role, goal)| {
            json!({ "name": role.name, "chance": role.is_chance(), "mean_goal": goal })
        })
        .collect();
    json!({
        "game": name,
        "roles": roles,
        "rules": sheet.rules().len(),
        "initial_facts": game.initial().facts().len(),
        "engine": "reference",
        "build_ms": build_ms,
        "playouts": stats.n_playouts,
        "unfinished": stats.n_unfinished,
        "mean_length": stats.mean_length(),
        "min_length": stats.length_range.map(|range| range.0),
        "max_length": stats.length_range.map(|range| range.1),
        "mean_branching": sample.per_ply(sample.branching_sum),
        "mean_facts": sample.per_ply(sample.facts_sum as f64),
        "simultaneous": sample.simultaneous,
        "playouts_per_s": stats.n_playouts as f64 / sample.seconds,
        "states_per_s": stats.n_plies as f64 / sample.seconds,
    })
}

fn as_text(name: &str, sheet: &Sheet, game: &Reference, sample: &Sample, build_ms: f64) -> String {
    let stats = &sample.stats;
    let (shortest, longest) = stats.length_range.unwrap_or_default();
    let roles: Vec<String> = game
        .roles()
        .iter()
        .map(|role| if role.is_chance() { format!("{role} (chance)") } else { role.to_string() })
        .collect();
    let goals: Vec<String> = game
        .roles()
        .iter()
        .zip(stats.mean_goals())
        .map(|(role, goal)| format!("{role} {goal:.1}"))
        .collect();
    let moves = match (sample.simultaneous, game.roles().len()) {
        (true, _) => "simultaneous",
        (false, 1) => "one player",
        (false, _) => "in turns",
    };
    let row = |what: &str, value: String| vec![what.to_string(), value];
    let mut rows = vec![
        row("game", name.into()),
        row("roles", roles.join(", ")),
        row("moves", moves.into()),
        row("rules", thousands(sheet.rules().len() as u64)),
        row("engine", format!("reference reasoner, ready in {build_ms:.1} ms")),
        row("random games", format!("{} in {:.2} s", thousands(stats.n_playouts), sample.seconds)),
        row("length", format!("{:.1} plies ({shortest} to {longest})", stats.mean_length())),
        row(
            "branching",
            format!("{:.1} joint moves a state", sample.per_ply(sample.branching_sum)),
        ),
        row("facts", format!("{:.1} a state", sample.per_ply(sample.facts_sum as f64))),
        row("mean goals", goals.join(", ")),
        row(
            "speed",
            format!("{} states/s", thousands((stats.n_plies as f64 / sample.seconds) as u64)),
        ),
    ];
    if stats.n_unfinished > 0 {
        rows.push(row(
            "unfinished",
            format!("{} games got stuck or reached {N_PLIES_MAX} plies", stats.n_unfinished),
        ));
    }
    table(&rows, false)
}
