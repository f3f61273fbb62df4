//! `ludex info`: what a game is.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ludex_game::{Ending, Game, Playout, PlayoutStats, Role, RoleId, random_joint, rng};
use ludex_gdl::circuit::{Budget, Grounded};
use ludex_gdl::{Answering, Engine, Sheet};
use ludex_report::Table;
use ludex_report::number::thousands;
use ludex_report::words::counted;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::args::number::{seconds, whole};
use crate::load;
use crate::output::Output;

/// Show what a game is: roles, size, mean length, branching
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// Random games to play for the figures
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = whole(0..=u64::MAX))]
    playouts: u64,
    /// Longest time to play them for; the figures then rest on fewer games
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS", value_parser = seconds)]
    seconds: f64,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, &self.game, self.playouts, self.seconds)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<InfoData>())
    }
}

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
    let time_max = Duration::from_secs_f64(seconds);
    // Turning rules into a circuit counts.
    let budget = common.budget();
    let budget = Budget { time_max: budget.time_max.min(time_max), ..budget };
    let loaded = load::engine_within(&sheet, common, &budget, None)?;
    let build_ms = started.elapsed().as_secs_f64() * 1000.0;
    let time_max = time_max.saturating_sub(started.elapsed());
    let (roles, sample, circuit) = match &loaded.engine {
        Engine::Circuit(game) => {
            let sample = Sample::play(&**game, common.seed, n_playouts, time_max)?;
            (game.roles(), sample, Some(game.grounded().clone()))
        }
        Engine::Reference(game) => {
            (game.roles(), Sample::play(&**game, common.seed, n_playouts, time_max)?, None)
        }
    };
    let fallback = loaded.fallback.as_ref().map(ToString::to_string);
    let about = About { name, sheet: &sheet, roles, circuit, fallback, sample, build_ms };
    if common.json {
        out.json(&about.to_data())?
    } else {
        out.text(&about.to_text())?
    }
    Ok(true)
}

/// Everything to be told.
struct About<'a> {
    name: &'a str,
    sheet: &'a Sheet,
    roles: &'a [Role],
    circuit: Option<Arc<Grounded>>,
    /// Why there is no circuit.
    fallback: Option<String>,
    sample: Sample,
    build_ms: f64,
}

/// What random games show.
#[derive(Default)]
struct Sample {
    stats: PlayoutStats,
    /// Sum over states of the number of joint moves.
    branching_sum: f64,
    n_initial_facts: usize,
    /// Whether two roles ever had a choice at once.
    simultaneous: bool,
    seconds: f64,
}

impl Sample {
    fn play<G: Answering>(
        game: &G,
        seed: u64,
        n_playouts: u64,
        time_max: Duration,
    ) -> Result<Self> {
        let n_initial_facts = game.initial_facts().len();
        let mut sample = Self { n_initial_facts, ..Self::default() };
        let started = Instant::now();
        let is_due = || started.elapsed() >= time_max;
        for stream in 0..n_playouts {
            if !sample.play_one(game, seed, stream, &is_due) || is_due() {
                break;
            }
        }
        sample.seconds = started.elapsed().as_secs_f64();
        match game.fault() {
            Some(fault) => bail!("{fault}"),
            None => Ok(sample),
        }
    }

    /// Plays a game, unless time runs out before its end. `false` if it did; the
    /// game then does not count.
    fn play_one<G: Game>(
        &mut self,
        game: &G,
        seed: u64,
        stream: u64,
        is_due: &impl Fn() -> bool,
    ) -> bool {
        let branching_before = self.branching_sum;
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
            if n_plies > 0 && is_due() {
                self.branching_sum = branching_before;
                return false;
            }
            if !self.simultaneous {
                self.simultaneous = n_roles_choosing(game, &state) > 1;
            }
            let Some(n_joint) = random_joint(&mut rng, game, &state, &mut joint) else {
                break Ending::Stuck;
            };
            self.branching_sum += n_joint as f64;
            game.apply(&mut state, &joint);
            n_plies += 1;
        };
        let goals = (0..game.roles().len()).map(|role| game.goal(&state, RoleId::new(role)));
        self.stats.add(&Playout { n_plies, ending, goals: goals.collect() });
        true
    }

    fn mean_branching(&self) -> f64 {
        self.branching_sum / self.stats.n_plies.max(1) as f64
    }
}

fn n_roles_choosing<G: Game>(game: &G, state: &G::State) -> usize {
    let mut moves = Vec::new();
    let has_choice = |&role: &usize| {
        game.legal_moves(state, RoleId::new(role), &mut moves);
        moves.len() > 1
    };
    (0..game.roles().len()).filter(has_choice).count()
}

impl About<'_> {
    fn to_data(&self) -> InfoData {
        let (sample, stats) = (&self.sample, &self.sample.stats);
        let role = |(role, goal): (&Role, f64)| RoleData {
            name: role.name.clone(),
            chance: role.is_chance(),
            mean_goal: finite(goal),
        };
        let circuit = self.circuit.as_ref().map(|grounded| CircuitData {
            bases: grounded.bases.len(),
            inputs: grounded.moves.len(),
            rule_instances: grounded.figures.n_rules,
            gates_before: grounded.figures.n_gates_made,
            gates: grounded.circuit.n_gates(),
            gate_inputs: grounded.circuit.inputs.len(),
            loops: grounded.circuit.loops.len(),
            build_ms: grounded.figures.time.as_secs_f64() * 1000.0,
        });
        InfoData {
            game: self.name.into(),
            roles: self.roles.iter().zip(stats.mean_goals()).map(role).collect(),
            rules: self.sheet.rules().len(),
            initial_facts: sample.n_initial_facts,
            engine: if self.circuit.is_some() { "circuit" } else { "reference" },
            fallback: self.fallback.clone(),
            circuit,
            build_ms: self.build_ms,
            playouts: stats.n_playouts,
            unfinished: stats.n_unfinished,
            mean_length: finite(stats.mean_length()),
            min_length: stats.length_range.map(|range| range.0),
            max_length: stats.length_range.map(|range| range.1),
            mean_branching: finite(sample.mean_branching()),
            simultaneous: sample.simultaneous,
            playouts_per_s: finite(stats.n_playouts as f64 / sample.seconds),
            states_per_s: finite(stats.n_plies as f64 / sample.seconds),
        }
    }

    fn to_text(&self) -> String {
        let (sample, stats) = (&self.sample, &self.sample.stats);
        let (shortest, longest) = stats.length_range.unwrap_or_default();
        let roles: Vec<String> = self
            .roles
            .iter()
            .map(
                |role| if role.is_chance() { format!("{role} (chance)") } else { role.to_string() },
            )
            .collect();
        let goals: Vec<String> = (self.roles.iter().zip(stats.mean_goals()))
            .map(|(role, goal)| format!("{role} {goal:.1}"))
            .collect();
        let moves = match (sample.simultaneous, self.roles.len()) {
            (true, _) => "simultaneous",
            (false, 1) => "one player",
            (false, _) => "in turns",
        };
        let row = |what: &str, value: String| vec![what.to_string(), value];
        let mut rows = vec![
            row("game", self.name.into()),
            row("roles", roles.join(", ")),
            row("moves", moves.into()),
            row("rules", thousands(self.sheet.rules().len() as u64)),
            row("engine", self.engine_text()),
        ];
        if let Some(grounded) = &self.circuit {
            rows.push(row("circuit", circuit_text(grounded)));
        }
        rows.push(row(
            "random games",
            format!("{} in {:.2} s", thousands(stats.n_playouts), sample.seconds),
        ));
        if stats.n_playouts == 0 {
            return Table::headless().rows(rows).to_text();
        }
        rows.extend([
            row("length", format!("{:.1} plies ({shortest} to {longest})", stats.mean_length())),
            row("branching", format!("{:.1} joint moves a state", sample.mean_branching())),
            row("mean goals", goals.join(", ")),
        ]);
        if stats.n_unfinished > 0 {
            let games = counted(stats.n_unfinished, "game");
            let what = format!("{games} got stuck or reached {N_PLIES_MAX} plies");
            rows.push(row("unfinished", what));
        }
        Table::headless().rows(rows).to_text()
    }

    fn engine_text(&self) -> String {
        match &self.fallback {
            None => format!("circuit, since the rules ground; ready in {:.1} ms", self.build_ms),
            Some(_) => format!("reference reasoner; ready in {:.1} ms", self.build_ms),
        }
    }
}

fn circuit_text(grounded: &Grounded) -> String {
    format!(
        "{}, {}, {}, {} ({} before clearing up)",
        counted(grounded.bases.len(), "base fact"),
        counted(grounded.moves.len(), "move"),
        counted(grounded.figures.n_rules, "rule instance"),
        counted(grounded.circuit.n_gates(), "gate"),
        thousands(grounded.figures.n_gates_made as u64),
    )
}

/// JSON has no infinities and no undefined numbers: they become null.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// The figures of a game, as data.
#[derive(Serialize, JsonSchema)]
pub struct InfoData {
    game: String,
    roles: Vec<RoleData>,
    rules: usize,
    initial_facts: usize,
    engine: &'static str,
    fallback: Option<String>,
    circuit: Option<CircuitData>,
    build_ms: f64,
    playouts: u64,
    unfinished: u64,
    mean_length: Option<f64>,
    min_length: Option<u32>,
    max_length: Option<u32>,
    mean_branching: Option<f64>,
    simultaneous: bool,
    playouts_per_s: Option<f64>,
    states_per_s: Option<f64>,
}

/// A role, as data.
#[derive(Serialize, JsonSchema)]
struct RoleData {
    name: String,
    chance: bool,
    mean_goal: Option<f64>,
}

/// The size of a circuit, as data.
#[derive(Serialize, JsonSchema)]
struct CircuitData {
    bases: usize,
    inputs: usize,
    rule_instances: usize,
    gates_before: usize,
    gates: usize,
    gate_inputs: usize,
    loops: usize,
    build_ms: f64,
}
