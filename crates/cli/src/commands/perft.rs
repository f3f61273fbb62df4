//! `ludex perft`: how many move sequences there are.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use game::{Game, Perft, Unit};
use gdl::library;
use serde_json::json;

use crate::args::Common;
use crate::load;
use crate::output::{Output, table, thousands};

/// How to count.
pub struct Options<'a> {
    pub depth: u32,
    pub turns: bool,
    pub count_ended: bool,
    pub divide: bool,
    pub position: Option<&'a str>,
}

pub fn run(common: &Common, out: &mut Output, name: &str, options: &Options<'_>) -> Result<bool> {
    let game = load::game(name, common.limits())?;
    let state = match options.position {
        Some(facts) => game.state(game.terms().read_all(facts).context("--position")?),
        None => game.initial(),
    };
    let unit = if options.turns { Unit::Turns } else { Unit::Plies };
    let perft = Perft { unit, count_ended: options.count_ended };
    let started = Instant::now();
    let split =
        if options.divide { perft.divide(&game, &state, options.depth) } else { Vec::new() };
    let nodes = match options.divide && options.depth > 0 {
        true => split.iter().map(|(_, count)| count).sum(),
        false => perft.count(&game, &state, options.depth),
    };
    let seconds = started.elapsed().as_secs_f64();
    if let Some(fault) = game.fault() {
        bail!("{fault}");
    }
    let name_of =
        |joint: &[_]| joint.iter().map(|&mv| game.move_name(mv)).collect::<Vec<_>>().join(" ");
    if common.json {
        let divide: Vec<_> = split
            .iter()
            .map(|(joint, count)| json!({ "move": name_of(joint), "nodes": count }))
            .collect();
        out.json(&json!({
            "game": name, "depth": options.depth, "unit": if options.turns { "turns" } else { "plies" },
            "nodes": nodes, "seconds": seconds, "divide": divide,
        }))?;
        return Ok(true);
    }
    let rows: Vec<Vec<String>> =
        split.iter().map(|(joint, count)| vec![name_of(joint), thousands(*count)]).collect();
    out.text(&table(&rows, true))?;
    out.line(format!(
        "{} sequences of {} in {seconds:.2} s",
        thousands(nodes),
        depth_text(options)
    ))?;
    Ok(true)
}

/// Counts whatever a bundled game's perft file lists, and compares.
pub fn compare(common: &Common, out: &mut Output, name: &str) -> Result<bool> {
    let expected = library::find(name).and_then(|game| game.expected());
    let Some(expected) = expected else {
        bail!("`{name}` is not a bundled game, so its counts are not known: give a depth");
    };
    let expected = expected.with_context(|| format!("{name}.perft"))?;
    let game = load::game(name, common.limits())?;
    let unit = if expected.perft.unit == Unit::Turns { "turns" } else { "plies" };
    let (mut all_good, mut results) = (true, Vec::new());
    for &(depth, count) in &expected.counts {
        let started = Instant::now();
        let found = expected.perft.count(&game, &game.initial(), depth);
        let seconds = started.elapsed().as_secs_f64();
        if let Some(fault) = game.fault() {
            bail!("{fault}");
        }
        all_good &= found == count;
        results.push(json!({
            "depth": depth, "nodes": found, "expected": count, "seconds": seconds,
        }));
        if !common.json {
            let verdict = match found == count {
                true => "as expected".to_string(),
                false => format!("expected {}", thousands(count)),
            };
            out.line(format!(
                "{depth:>3} {unit}: {:>14}  {seconds:>7.2} s  {verdict}",
                thousands(found)
            ))?;
        }
    }
    if common.json {
        out.json(&json!({ "game": name, "unit": unit, "ok": all_good, "counts": results }))?;
    }
    Ok(all_good)
}

fn depth_text(options: &Options<'_>) -> String {
    let unit = match (options.turns, options.depth) {
        (true, 1) => "turn",
        (true, _) => "turns",
        (false, 1) => "ply",
        (false, _) => "plies",
    };
    format!("{} {unit}", options.depth)
}
