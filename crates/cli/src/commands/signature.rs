//! `ludex bench signature`: fixed searches whose totals tell whether a change of the
//! code changes what searches do.

use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use ludex_game::{Playable, Visitor, random_position, rng};
use ludex_report::Table;
use ludex_report::number::thousands;
use ludex_search::{Context, Spec, Stop, check_root};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use super::search::chooser;
use crate::args::Common;
use crate::load;
use crate::output::Output;

/// Fixed searches and random games: totals that stay the same as long as searches
/// and engines do the same
#[derive(Debug, clap::Args)]
pub struct Args {}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<SignatureData>())
    }
}

/// Games, and the players that search in each.
const SEARCHES: &[(&str, &[&str])] = &[
    ("tic-tac-toe", &["minimax:depth=6", "alphabeta:depth=9", "proof"]),
    ("connect-four", &["alphabeta:depth=6", "alphabeta:depth=6,mtd=yes", "uct:playouts=2000"]),
    ("breakthrough", &["alphabeta:depth=4,eval=mobility", "uct:playouts=1000"]),
    ("checkers", &["alphabeta:depth=5", "uct:playouts=500"]),
    ("tron", &["alphabeta:depth=4", "uct:playouts=1000"]),
    (
        "dice-race",
        &["expectiminimax:depth=4", "expectiminimax:depth=4,star=2", "uct:playouts=1000"],
    ),
    ("three-player-squava", &["maxn:depth=3", "paranoid:depth=3", "uct:playouts=1000"]),
    ("eight-puzzle", &["puzzle:nodes=100k"]),
    ("lights-out", &["puzzle:nodes=100k"]),
    ("native:chess", &["alphabeta:depth=4", "proof:nodes=20k", "uct:playouts=500"]),
    ("native:checkers", &["alphabeta:depth=6"]),
    ("native:reversi", &["alphabeta:depth=5,eval=mobility", "uct:playouts=500"]),
];

/// Each player searches the initial position and the positions after these numbers of random plies.
const PLIES: [u32; 3] = [0, 4, 9];

/// How many random games are played of each game.
const N_PLAYOUTS: u64 = 200;

/// Where a random game is given up.
const N_PLIES_MAX: u32 = 1000;

/// Everything random comes from this.
const SEED: u64 = 1;

pub fn run(common: &Common, out: &mut Output) -> Result<bool> {
    let mut lines = Vec::new();
    for &(game, players) in SEARCHES {
        let specs = players.iter().map(|player| Spec::parse(player)).collect::<Result<_, _>>()?;
        let here = load::visit(game, common, Searches { specs })?;
        lines.extend(here.with_context(|| game)?.into_iter().map(|work| (game, work)));
    }
    let total = lines.iter().fold(Work::default(), |sum, (_, work)| sum.with(work));
    if common.json {
        let searches = lines.iter().map(|(game, work)| work.to_data(game)).collect();
        out.json(&SignatureData { searches, total: total.to_data("total") })?;
        return Ok(true);
    }
    let mut table = Table::new(["game", "what", "nodes", "playouts", "plies"]).numbers_from(2);
    table.rows(lines.iter().map(|(game, work)| work.to_cells(game)));
    out.text(&table.to_text())?;
    out.line(total.to_line())?;
    Ok(true)
}

/// What was done, and what came out.
#[derive(Clone, Debug, Default)]
struct Work {
    what: String,
    nodes: u64,
    playouts: u64,
    plies: u64,
    results: String,
}

impl Work {
    fn with(self, other: &Self) -> Self {
        Self {
            what: String::new(),
            nodes: self.nodes + other.nodes,
            playouts: self.playouts + other.playouts,
            plies: self.plies + other.plies,
            results: self.results + &other.results,
        }
    }

    fn to_cells(&self, game: &str) -> [String; 5] {
        let counts = [self.nodes, self.playouts, self.plies].map(thousands);
        let [nodes, playouts, plies] = counts;
        [game.into(), self.what.clone(), nodes, playouts, plies]
    }

    fn to_line(&self) -> String {
        let Self { nodes, playouts, plies, .. } = self;
        let results = self.digest();
        format!("signature: {nodes} nodes, {playouts} playouts, {plies} plies, results {results}")
    }

    /// Tells results apart.
    fn digest(&self) -> String {
        load::digest(&self.results)[..8].into()
    }

    fn to_data(&self, game: &str) -> WorkData {
        WorkData {
            game: game.into(),
            what: self.what.clone(),
            nodes: self.nodes,
            playouts: self.playouts,
            plies: self.plies,
            results: self.digest(),
        }
    }
}

/// All searches in one game.
struct Searches {
    specs: Vec<Spec>,
}

impl Visitor for Searches {
    type Output = Result<Vec<Work>>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Vec<Work>> {
        let mut all = vec![playouts(&*game)];
        for spec in &self.specs {
            let mut work = Work { what: spec.to_string(), ..Work::default() };
            for (stream, n_plies) in (0..).zip(PLIES) {
                let state = random_position(&mut rng(SEED, stream), &*game, n_plies);
                check_root(&*game, &state)?;
                let role = chooser(&*game, &state)?;
                let context = Context { seed: SEED, ..Context::default() };
                let mut seat = spec.seat(&game, &context)?;
                let report = seat.choose_until(&state, role, &Stop::never());
                if let Some(fault) = game.fault() {
                    bail!("{fault}");
                }
                let report = report?;
                work.nodes += report.nodes;
                work.playouts += report.playouts;
                let value = report.value.unwrap_or(-1.0);
                let (mv, is_proven) = (game.move_name(report.mv), report.is_proven);
                work.results += &format!("{mv} {value:.6} {is_proven}\n");
            }
            all.push(work);
        }
        Ok(all)
    }
}

/// Random games, one state at a time.
fn playouts<G: Playable>(game: &G) -> Work {
    let mut work = Work { what: "random games".into(), playouts: N_PLAYOUTS, ..Work::default() };
    for stream in 0..N_PLAYOUTS {
        let played =
            ludex_game::playout(&mut rng(SEED, stream), game, &mut game.initial(), N_PLIES_MAX);
        work.plies += u64::from(played.n_plies);
        work.results += &format!("{:?}\n", played.goals);
    }
    work
}

/// The totals of fixed searches, as data.
#[derive(Serialize, JsonSchema)]
pub struct SignatureData {
    searches: Vec<WorkData>,
    total: WorkData,
}

/// The totals of one player in one game, as data.
#[derive(Serialize, JsonSchema)]
struct WorkData {
    game: String,
    what: String,
    nodes: u64,
    playouts: u64,
    plies: u64,
    /// A digest of all results.
    results: String,
}
