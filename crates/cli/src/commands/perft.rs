//! `ludex perft`: how many move sequences there are.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use ludex_game::{Game, Perft, Unit};
use ludex_gdl::{Answering, Engine, TermId, library};
use ludex_report::Table;
use ludex_report::number::thousands;
use ludex_report::words;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::load;
use crate::output::Output;

/// Count the move sequences of a given length
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// Length of the sequences; without it, a bundled game's known counts
    /// are compared
    #[arg(value_parser = whole(0..=1000u32))]
    depth: Option<u32>,
    /// Count turns instead of plies: a run of plies by the same role is one
    #[arg(long)]
    turns: bool,
    /// Count games that end earlier as one sequence each
    #[arg(long)]
    count_ended: bool,
    /// Show the count below each first move
    #[arg(long)]
    divide: bool,
    /// Start from the state with these facts, e.g. "(cell 1 1 x) (control o)"
    #[arg(long, value_name = "FACTS")]
    position: Option<String>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let Some(depth) = self.depth else { return compare(common, out, &self.game) };
        let &Self { turns, count_ended, divide, .. } = self;
        let position = self.position.as_deref();
        let options = Options { depth, turns, count_ended, divide, position };
        run(common, out, &self.game, &options)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<PerftData>())
    }
}

/// How to count.
struct Options<'a> {
    depth: u32,
    turns: bool,
    count_ended: bool,
    divide: bool,
    position: Option<&'a str>,
}

fn run(common: &Common, out: &mut Output, name: &str, options: &Options<'_>) -> Result<bool> {
    let sheet = load::sheet(name)?;
    let loaded = load::engine_within(&sheet, common, &common.budget(), options.position)?;
    let counted = match loaded.engine {
        Engine::Circuit(game) => {
            let state = position(&*game, options)?;
            let state = state.map(|facts| game.state(&facts)).transpose().context("--position")?;
            count(&*game, state, options)
        }
        Engine::Reference(game) => {
            let state = position(&*game, options)?.map(|facts| game.state(facts));
            count(&*game, state, options)
        }
    }?;
    if common.json {
        let divide =
            |(joint, nodes): &(String, u64)| MoveCount { mv: joint.clone(), nodes: *nodes };
        out.json(&PerftData::Count(CountData {
            game: name.into(),
            depth: options.depth,
            unit: if options.turns { "turns" } else { "plies" }.into(),
            nodes: counted.nodes,
            seconds: counted.seconds,
            divide: counted.split.iter().map(divide).collect(),
        }))?;
        return Ok(true);
    }
    let mut table = Table::headless().numbers_from(1);
    table.rows(counted.split.iter().map(|(joint, count)| [joint.clone(), thousands(*count)]));
    out.text(&table.to_text())?;
    let sequences = words::counted(counted.nodes, "sequence");
    out.line(format!("{sequences} of {} in {:.2} s", depth_text(options), counted.seconds))?;
    Ok(true)
}

/// The result of counting.
struct Counted {
    nodes: u64,
    seconds: f64,
    /// The count below each first joint move, where that was asked for.
    split: Vec<(String, u64)>,
}

/// The facts to start from, if the user gave any.
fn position(game: &impl Answering, options: &Options<'_>) -> Result<Option<Vec<TermId>>> {
    options.position.map(|facts| game.terms().read_all(facts).context("--position")).transpose()
}

fn count<G: Game>(game: &G, state: Option<G::State>, options: &Options<'_>) -> Result<Counted> {
    let state = state.unwrap_or_else(|| game.initial());
    let unit = if options.turns { Unit::Turns } else { Unit::Plies };
    let perft = Perft { unit, count_ended: options.count_ended };
    let started = Instant::now();
    let (mut nodes, mut split) = (0, Vec::new());
    if options.divide && options.depth > 0 {
        for (joint, count) in perft.divide(game, &state, options.depth) {
            let names: Vec<String> = joint.iter().map(|&mv| game.move_name(mv)).collect();
            split.push((names.join(" "), count));
            nodes += count;
        }
    } else {
        nodes = perft.count(game, &state, options.depth);
    }
    if let Some(fault) = game.fault() {
        bail!("{fault}");
    }
    Ok(Counted { nodes, seconds: started.elapsed().as_secs_f64(), split })
}

/// Counts whatever a bundled game's perft file lists, and compares.
pub fn compare(common: &Common, out: &mut Output, name: &str) -> Result<bool> {
    let expected = library::find(name).and_then(|game| game.expected());
    let Some(expected) = expected else {
        bail!("`{name}` is not a bundled game, so its counts are not known: give a depth");
    };
    let expected = expected.with_context(|| format!("{name}.perft"))?;
    let engine = load::engine(&load::sheet(name)?, common)?.engine;
    let turns = expected.perft.unit == Unit::Turns;
    let unit = if turns { "turns" } else { "plies" };
    let (mut all_good, mut results) = (true, Vec::new());
    for &(depth, count) in &expected.counts {
        let count_ended = expected.perft.count_ended;
        let options = Options { depth, turns, count_ended, divide: false, position: None };
        let counted = match &engine {
            Engine::Circuit(game) => self::count(&**game, None, &options),
            Engine::Reference(game) => self::count(&**game, None, &options),
        }?;
        all_good &= counted.nodes == count;
        results.push(ExpectedCount {
            depth,
            nodes: counted.nodes,
            expected: count,
            seconds: counted.seconds,
        });
        if !common.json {
            let verdict = match counted.nodes == count {
                true => "as expected".to_string(),
                false => format!("expected {}", thousands(count)),
            };
            let (nodes, seconds) = (thousands(counted.nodes), counted.seconds);
            out.line(format!("{depth:>3} {unit}: {nodes:>14}  {seconds:>7.2} s  {verdict}"))?;
        }
    }
    if common.json {
        let (game, unit) = (name.to_string(), unit.to_string());
        out.json(&PerftData::Comparison(ComparisonData {
            game,
            unit,
            ok: all_good,
            counts: results,
        }))?;
    }
    Ok(all_good)
}

fn depth_text(options: &Options<'_>) -> String {
    words::counted(options.depth, if options.turns { "turn" } else { "ply" })
}

/// The counts of move sequences, as data.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum PerftData {
    /// The count of a depth.
    Count(CountData),
    /// The known counts of a bundled game.
    Comparison(ComparisonData),
}

/// The count of a depth, as data.
#[derive(Serialize, JsonSchema)]
pub struct CountData {
    game: String,
    depth: u32,
    unit: String,
    nodes: u64,
    seconds: f64,
    divide: Vec<MoveCount>,
}

/// The count below a move, as data.
#[derive(Serialize, JsonSchema)]
struct MoveCount {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

/// The known counts of a bundled game, as data.
#[derive(Serialize, JsonSchema)]
pub struct ComparisonData {
    game: String,
    unit: String,
    ok: bool,
    counts: Vec<ExpectedCount>,
}

/// A count and the known one, as data.
#[derive(Serialize, JsonSchema)]
struct ExpectedCount {
    depth: u32,
    nodes: u64,
    expected: u64,
    seconds: f64,
}
