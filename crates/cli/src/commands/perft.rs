//! `ludex perft`: how many move sequences there are.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use game::{Game, Perft, Unit};
use gdl::{Answering, Engine, TermId, library};
use report::Table;
use report::number::thousands;
use report::words;
use serde_json::json;

use crate::args::Common;
use crate::load;
use crate::output::Output;

/// How to count.
pub struct Options<'a> {
    pub depth: u32,
    pub turns: bool,
    pub count_ended: bool,
    pub divide: bool,
    pub position: Option<&'a str>,
}

pub fn run(common: &Common, out: &mut Output, name: &str, options: &Options<'_>) -> Result<bool> {
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
        let divide: Vec<_> = counted
            .split
            .iter()
            .map(|(joint, count)| json!({ "move": joint, "nodes": count }))
            .collect();
        out.json(&json!({
            "game": name, "depth": options.depth, "unit": if options.turns { "turns" } else { "plies" },
            "nodes": counted.nodes, "seconds": counted.seconds, "divide": divide,
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
        results.push(json!({
            "depth": depth, "nodes": counted.nodes, "expected": count, "seconds": counted.seconds,
        }));
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
        out.json(&json!({ "game": name, "unit": unit, "ok": all_good, "counts": results }))?;
    }
    Ok(all_good)
}

fn depth_text(options: &Options<'_>) -> String {
    words::counted(options.depth, if options.turns { "turn" } else { "ply" })
}
