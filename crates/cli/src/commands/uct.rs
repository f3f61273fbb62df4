//! `ludex bench uct`: playouts per second inside UCT, beside bare ones.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use cpu_time::ThreadTime;
use ludex_game::playouts::{Feed, Finished, Job, Start};
use ludex_game::{Choices, Game, Playable, RoleId, Turn, Visitor};
use ludex_report::Table;
use ludex_report::number::thousands;
use ludex_search::{Context, Spec, stop_after};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::args::number::seconds;
use crate::load;
use crate::output::Output;

/// Playouts inside UCT per CPU second of one thread, beside bare ones: both from the
/// initial position, by the same engine
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bundled names or paths of rule sheets
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// Time to spend on each of the two
    #[arg(long, default_value_t = 3.0, value_name = "SECONDS", value_parser = seconds)]
    seconds: f64,
    /// The search
    #[arg(long, value_name = "SPEC", default_value = "uct:parts=no")]
    player: String,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let spec = Spec::parse(&self.player)?;
        let time_max = Duration::from_secs_f64(self.seconds);
        let mut rows = Vec::new();
        for name in &self.games {
            let measure = Measure { common, name, spec: &spec, time_max };
            rows.push(load::visit(name, common, measure)??);
        }
        let shares: Vec<f64> =
            rows.iter().filter(|row| !row.is_proven).map(|row| row.share).collect();
        let data = UctData { share_mean: geometric_mean(&shares), games: rows };
        if common.json {
            out.json(&data)?;
            return Ok(true);
        }
        let heads = ["game", "bare/s", "in UCT/s", "share", "nodes", ""];
        let mut table = Table::new(heads).numbers_from(1);
        out.text(&table.rows(data.games.iter().map(UctRow::to_cells)).to_text())?;
        if let Some(mean) = data.share_mean {
            out.line(format!("geometric mean of the shares without proven games: {mean:.2}"))?;
        }
        Ok(true)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<UctData>())
    }
}

fn geometric_mean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().map(|value| value.ln()).sum();
    (!values.is_empty()).then(|| (sum / values.len() as f64).exp())
}

struct Measure<'a> {
    common: &'a Common,
    name: &'a str,
    spec: &'a Spec,
    time_max: Duration,
}

impl Visitor for Measure<'_> {
    type Output = Result<UctRow>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<UctRow> {
        let Some((state, role)) = first_choice(&*game) else {
            bail!("{}: no role has a choice at the beginning", self.name);
        };
        let bare_per_s = bare(&game, self.common.seed, self.time_max);
        let context = Context { n_threads: 1, ..self.common.context() };
        let mut seat = self.spec.seat(&game, &context)?;
        let started = ThreadTime::now();
        let report = seat.choose_until(&state, role, &stop_after(Some(self.time_max)))?;
        let in_search_per_s = report.playouts as f64 / started.elapsed().as_secs_f64();
        if let Some(fault) = game.fault() {
            bail!("{}: {fault}", self.name);
        }
        Ok(UctRow {
            game: self.name.to_string(),
            bare_per_s,
            in_search_per_s,
            share: in_search_per_s / bare_per_s,
            playouts: report.playouts,
            nodes: report.nodes,
            is_proven: report.is_proven || report.assumption.is_some(),
        })
    }
}

/// The first position, along forced moves, in which a player chooses.
fn first_choice<G: Game>(game: &G) -> Option<(G::State, RoleId)> {
    let (mut state, mut choices) = (game.initial(), Choices::default());
    for _ in 0..1000 {
        if game.is_terminal(&state) {
            return None;
        }
        match choices.read(game, &state) {
            Turn::Player(role) => return Some((state, role)),
            Turn::Simultaneous => {
                let has_choice = |role: &usize| {
                    !game.roles()[*role].is_chance() && choices.of(RoleId::new(*role)).len() > 1
                };
                let role = (0..game.roles().len()).find(has_choice)?;
                return Some((state, RoleId::new(role)));
            }
            Turn::Stuck => return None,
            Turn::Forced | Turn::Chance(_) => {
                let joint: Option<Vec<G::Move>> =
                    choices.all().iter().map(|moves| moves.first().copied()).collect();
                game.apply(&mut state, &joint?);
            }
        }
    }
    None
}

/// Random games without end, counted as they end.
struct Endless<S> {
    initial: S,
    next: u64,
    n_ended: u64,
}

/// Random games from one position that are asked for at a time.
const N_REPEATS: u32 = 64;

impl<G: Game> Feed<G> for Endless<G::State> {
    fn start(&mut self, start: &mut Start<G>) -> bool {
        *start = Start { playout: self.next, count: N_REPEATS, state: self.initial.clone() };
        self.next += u64::from(N_REPEATS);
        true
    }

    fn n_waiting(&self) -> usize {
        usize::MAX
    }

    fn end(&mut self, _: &Finished<'_, G>) {
        self.n_ended += 1;
    }
}

/// Random games per CPU second by the engine that a search uses.
fn bare<G: Playable>(game: &Arc<G>, seed: u64, time_max: Duration) -> f64 {
    let mut playouts = game.playouts();
    playouts.begin(Job { seed, length_max: 5_000, log_moves: false });
    let mut feed = Endless { initial: game.initial(), next: 0, n_ended: 0 };
    // The first games to end are short ones.
    let warm_up = ThreadTime::now();
    while warm_up.elapsed() < time_max / 10 || feed.n_ended == 0 {
        playouts.advance(&mut feed);
    }
    feed.n_ended = 0;
    let started = ThreadTime::now();
    while started.elapsed() < time_max || feed.n_ended == 0 {
        playouts.advance(&mut feed);
    }
    feed.n_ended as f64 / started.elapsed().as_secs_f64()
}

/// Playouts of searches beside bare ones, as data.
#[derive(Serialize, JsonSchema)]
pub struct UctData {
    games: Vec<UctRow>,
    /// The geometric mean of the shares of the games that were not proven.
    share_mean: Option<f64>,
}

/// One game, as data.
#[derive(Serialize, JsonSchema)]
struct UctRow {
    game: String,
    bare_per_s: f64,
    in_search_per_s: f64,
    share: f64,
    playouts: u64,
    nodes: u64,
    /// Whether the search ended early, because its result is certain.
    is_proven: bool,
}

impl UctRow {
    fn to_cells(&self) -> Vec<String> {
        let rate = |value: f64| {
            if value < 100.0 { format!("{value:.1}") } else { thousands(value as u64) }
        };
        vec![
            self.game.clone(),
            rate(self.bare_per_s),
            rate(self.in_search_per_s),
            format!("{:.2}", self.share),
            thousands(self.nodes),
            if self.is_proven { "proven".into() } else { String::new() },
        ]
    }
}
