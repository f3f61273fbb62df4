//! `ludex search`: what a player would do in a position.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use game::{Choices, Game, Playable, Role, RoleId, Visitor};
use report::Table;
use report::number::thousands;
use search::{Assumption, Context, Report, Spec, check_root, puzzle};
use serde_json::json;

use crate::args::Common;
use crate::load;
use crate::output::Output;
use arena::stop_after;

pub fn run(
    common: &Common,
    out: &mut Output,
    name: &str,
    player: Option<&str>,
    position: Option<&str>,
    role: Option<&str>,
) -> Result<bool> {
    let spec = player.map(Spec::parse).transpose()?;
    let found = load::visit_at(name, common, position, Search { common, spec, position, role })??;
    if common.json {
        out.json(&found.to_json(name))?
    } else {
        out.text(&found.to_text(name))?
    }
    Ok(true)
}

struct Search<'a> {
    common: &'a Common,
    spec: Option<Spec>,
    position: Option<&'a str>,
    role: Option<&'a str>,
}

/// What was found, in words.
struct Found {
    player: String,
    role: String,
    report: Report<String>,
    time: Duration,
}

impl Visitor for Search<'_> {
    type Output = Result<Found>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Found> {
        let context = Context { seed: self.common.seed, n_threads: self.common.n_threads() };
        let spec = match self.spec {
            Some(spec) => spec,
            None if puzzle::is_puzzle(&*game) => Spec::parse("puzzle:time=10s")?,
            None => Spec::parse("uct:time=1s")?,
        };
        let mut seat = spec.seat(&game, &context)?;
        let state = match self.position {
            None => game.initial(),
            Some(text) => game.read_position(text).map_err(|what| anyhow!("--position: {what}"))?,
        };
        let role = match self.role {
            None => None,
            Some(name) => Some(find_role(game.roles(), name)?),
        };
        check_root(&*game, &state)?;
        let role = role.map_or_else(|| chooser(&*game, &state), Ok)?;
        let started = Instant::now();
        let report = seat.player.choose(&state, role, &stop_after(seat.time_max));
        let time = started.elapsed();
        if let Some(fault) = game.fault().or(seat.player.fault()) {
            bail!("{fault}");
        }
        let name = |mv: G::Move| game.move_name(mv);
        let role = game.roles()[role.index()].name.clone();
        Ok(Found { player: spec.to_string(), role, report: report.map(name), time })
    }
}

/// The role that has a choice: the first player that does.
pub fn chooser<G: Game>(game: &G, state: &G::State) -> Result<RoleId> {
    let mut choices = Choices::default();
    choices.read(game, state);
    let is_player = |role: &usize| !game.roles()[*role].is_chance();
    let players = || (0..game.roles().len()).filter(is_player);
    let first = players().find(|&role| choices.all()[role].len() > 1).or(players().next());
    first.map(RoleId::new).ok_or_else(|| anyhow!("the game has no player"))
}

/// The role of this name.
pub fn find_role(roles: &[Role], name: &str) -> Result<RoleId> {
    match roles.iter().position(|role| role.name == name) {
        Some(at) => Ok(RoleId::new(at)),
        None => {
            let names: Vec<&str> = roles.iter().map(|role| role.name.as_str()).collect();
            bail!("there is no role `{name}`; the roles are {}", names.join(", "))
        }
    }
}

impl Found {
    fn to_json(&self, game: &str) -> serde_json::Value {
        let (player, report) = (&self.player, &self.report);
        let candidates: Vec<_> = report
            .candidates
            .iter()
            .map(|candidate| {
                json!({
                    "move": candidate.mv, "value": candidate.value, "visits": candidate.visits,
                    "proven": candidate.is_proven,
                })
            })
            .collect();
        let seconds = self.time.as_secs_f64();
        json!({
            "game": game, "player": player, "role": self.role, "move": report.mv,
            "value": report.value, "proven": report.is_proven,
            "assumption": report.assumption.map(|assumption| assumption.to_string()),
            "line": report.line,
            "nodes": report.nodes, "playouts": report.playouts, "depth": report.depth,
            "seconds": seconds, "playouts_per_s": report.playouts as f64 / seconds,
            "nodes_per_s": report.nodes as f64 / seconds, "candidates": candidates,
        })
    }

    fn to_text(&self, game: &str) -> String {
        let (player, report) = (&self.player, &self.report);
        let row = |what: &str, value: String| vec![what.to_string(), value];
        let mut rows = vec![
            row("game", game.into()),
            row("player", format!("{player}, as {}", self.role)),
            row("move", report.mv.clone()),
        ];
        if let Some(value) = report.value {
            rows.push(row("value", worth(value, report.is_proven, report.assumption)));
        }
        if !report.line.is_empty() {
            let joints: Vec<String> = report.line.iter().map(|joint| joint_text(joint)).collect();
            rows.push(row("line", joints.join("  ")));
        }
        let seconds = self.time.as_secs_f64();
        let rate =
            |n: u64| format!("{} ({}/s)", thousands(n), thousands((n as f64 / seconds) as u64));
        if report.playouts > 0 {
            rows.push(row("playouts", rate(report.playouts)));
        }
        if report.nodes > 0 {
            rows.push(row("nodes", rate(report.nodes)));
        }
        if report.depth > 0 {
            rows.push(row("depth", report.depth.to_string()));
        }
        rows.push(row("time", format!("{seconds:.3} s")));
        let mut text = Table::headless().rows(rows).to_text();
        if report.candidates.len() > 1 {
            text.push('\n');
            text.push_str(&self.candidates_text());
        }
        text
    }

    fn candidates_text(&self) -> String {
        const N_SHOWN: usize = 10;
        let candidates = &self.report.candidates;
        let mut table = Table::new(["move", "value", "visits"]).numbers_from(1);
        for candidate in candidates.iter().take(N_SHOWN) {
            let proven = if candidate.is_proven { "=" } else { "" };
            table.row([
                candidate.mv.clone(),
                format!("{proven}{:.1}", candidate.value),
                thousands(candidate.visits),
            ]);
        }
        let mut text = table.to_text();
        if candidates.len() > N_SHOWN {
            text.push_str(&format!("and {} more\n", candidates.len() - N_SHOWN));
        }
        text
    }
}

/// A value and what it rests on.
fn worth(value: f64, is_proven: bool, assumption: Option<Assumption>) -> String {
    match assumption {
        _ if is_proven => format!("{value:.1} of 100, proven"),
        None => format!("{value:.1} of 100"),
        Some(assumption) if assumption.is_guarantee() => {
            format!("at least {value:.1} of 100; {value:.1} {assumption}")
        }
        Some(assumption) => format!("{value:.1} of 100 {assumption}"),
    }
}

/// A joint move without those who only wait, where that leaves anything.
fn joint_text(joint: &[String]) -> String {
    let waits = |mv: &&String| matches!(mv.as_str(), "noop" | "(noop)" | "wait" | "-");
    let made: Vec<&str> = joint.iter().filter(|mv| !waits(mv)).map(String::as_str).collect();
    if made.is_empty() { joint.join(" ") } else { made.join(" ") }
}
