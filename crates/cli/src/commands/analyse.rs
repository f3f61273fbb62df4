//! `ludex analyse`: a report on a game for its designer.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use arena::analysis::{Analysis, Options, Section, Stage, analyse};
use arena::stop_after;
use game::{Playable, Visitor};
use gdl::circuit::Circuit;
use gdl::usage::{PatternUse, Probe, Seen, UnusedRule, Usage};
use gdl::{Engine, Sheet};
use indicatif::ProgressBar;
use report::Table;
use report::number::thousands;
use report::words::counted;
use search::{RootError, check_root};
use serde_json::{Value, json};

use crate::args::Common;
use crate::output::Output;
use crate::{load, progress};

/// What `--quick` stands for.
pub const QUICK_SECONDS: f64 = 10.0;

/// What a user asks for.
pub struct Wish<'a> {
    pub game: &'a str,
    pub n_games: Option<u32>,
    pub seconds: f64,
    pub html: Option<&'a Path>,
}

/// How much longer than wished the work may take before it is ended early:
/// machines differ, and are busy.
const PATIENCE: f64 = 5.0;

pub fn run(common: &Common, out: &mut Output, wish: &Wish<'_>) -> Result<bool> {
    if std::io::stderr().is_terminal() {
        let seconds = wish.seconds.round();
        eprintln!("This takes about {seconds} s on two idle cores; `--time` sets another limit.");
    }
    let bar = progress::bar(1, "{bar:20} {pos}/{len} {msg}, {elapsed}");
    let found = look(common, wish, &bar);
    bar.finish_and_clear();
    let (analysis, used) = found?;
    let section = match &used {
        Some(Ok(usage)) => usage_section(usage, wish.game),
        Some(Err(why)) => {
            let mut section = analysis.moves_section();
            section.text(format!("Rules and pieces could not be watched: {why}."));
            section
        }
        None => analysis.moves_section(),
    };
    if let Some(path) = wish.html {
        out.page(path, analysis.to_page(section.clone()));
    }
    match common.json {
        true => {
            let mut json = analysis.to_json();
            json["seed"] = common.seed.into();
            json["usage"] = used.map_or(Value::Null, |used| match used {
                Ok(usage) => usage_json(&usage),
                Err(why) => json!({ "not_watched": why }),
            });
            out.json(&json)?;
        }
        false => out.text(&analysis.to_text(section))?,
    }
    Ok(true)
}

/// What is used of a sheet, or why that cannot be told; nothing without a sheet.
type Used = Option<Result<Usage, String>>;

fn look(common: &Common, wish: &Wish<'_>, bar: &ProgressBar) -> Result<(Analysis, Used)> {
    if wish.game.starts_with(load::NATIVE) {
        let visitor = Analyse { common, wish, bar, ply_ns: NATIVE_PLY_NS };
        return Ok((load::visit(wish.game, common, visitor)??, None));
    }
    let sheet = load::sheet(wish.game)?;
    let (analysis, grounds) = match load::engine(&sheet, common)?.engine {
        Engine::Circuit(game) => {
            let ply_ns = circuit_ply_ns(&game.grounded().circuit);
            (Analyse { common, wish, bar, ply_ns }.visit(Arc::new(*game))?, true)
        }
        Engine::Reference(game) => {
            let ply_ns = REFERENCE_PLY_NS;
            (Analyse { common, wish, bar, ply_ns }.visit(Arc::new(*game))?, false)
        }
    };
    let used = match grounds {
        true => usage(common, wish, &sheet, &analysis, bar),
        false => Err("the rules have no circuit".into()),
    };
    Ok((analysis, Some(used)))
}

/// What a ply of a playout takes on one core, in nanoseconds: rough guesses, which need
/// only tell engines apart.
const NATIVE_PLY_NS: f64 = 150.0;
const REFERENCE_PLY_NS: f64 = 300_000.0;

/// The same on a circuit: lanes share a pass over the gates, but go round in loops,
/// and a search of few playouts fills few lanes. From hex and breakthrough.
fn circuit_ply_ns(circuit: &Circuit) -> f64 {
    20.0 + circuit.n_gates() as f64 / 50.0 + 10.0 * circuit.n_loop_gates() as f64
}

struct Analyse<'a> {
    common: &'a Common,
    wish: &'a Wish<'a>,
    bar: &'a ProgressBar,
    ply_ns: f64,
}

impl Visitor for Analyse<'_> {
    type Output = Result<Analysis>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Analysis> {
        if let Err(stuck @ RootError::Stuck(_)) = check_root(&*game, &game.initial()) {
            bail!(stuck);
        }
        let patience = Duration::from_secs_f64(self.wish.seconds * PATIENCE);
        let options = Options {
            seconds: self.wish.seconds,
            n_games: self.wish.n_games,
            ply_ns: self.ply_ns,
            seed: self.common.seed,
            n_threads: self.common.n_threads(),
            stop: stop_after(Some(patience)),
        };
        analyse(self.wish.game, &game, &options, &mut |stage| show(self.bar, stage))
            .map_err(|error| anyhow!("{error}"))
    }
}

/// Watches rules in random games and in those that were played.
fn usage(
    common: &Common,
    wish: &Wish<'_>,
    sheet: &Sheet,
    analysis: &Analysis,
    bar: &ProgressBar,
) -> Result<Usage, String> {
    show(bar, &Stage { what: "watching rules".into(), n_done: 0, n_all: 1 });
    let probe = Probe::new(sheet, &common.limits(), &common.budget())
        .map_err(|error| format!("the rules with a witness each do not ground ({error})"))?;
    let length = analysis.levels.first().and_then(|level| level.lengths.mean());
    let length = length.map_or(1.0, |length| length.value.max(1.0));
    let n_games = n_random(wish.seconds, length, probe.circuit());
    let mut seen = probe.replay(&analysis.games);
    seen.merge(&random_games(&probe, common, n_games));
    Ok(probe.usage(&seen))
}

/// Random games to watch in a tenth of the time on two cores: a ply costs what
/// changes, the end of a game all gates.
fn n_random(seconds: f64, length: f64, circuit: &Circuit) -> u64 {
    let (n_gates, n_looped) = (circuit.n_gates() as f64, circuit.n_loop_gates() as f64);
    let ply_ns = 1_000.0 + n_gates / 2.0 + 15.0 * n_looped;
    let game_ns = length * ply_ns + 3.0 * n_gates;
    (0.1 * seconds * 2e9 / game_ns).clamp(200.0, 20_000.0) as u64
}

fn random_games(probe: &Probe, common: &Common, n_games: u64) -> Seen {
    let n_threads = common.n_threads() as u64;
    let ends = |at: u64| at * n_games / n_threads..(at + 1) * n_games / n_threads;
    let mut seen = Seen::default();
    std::thread::scope(|scope| {
        let work = |at: u64| scope.spawn(move || probe.random_games(common.seed, ends(at)));
        let workers: Vec<_> = (0..n_threads).map(work).collect();
        for worker in workers {
            seen.merge(&worker.join().expect("a worker does not panic"));
        }
    });
    seen
}

/// More than these are counted, not listed.
const N_LISTED: usize = 12;

fn usage_section(usage: &Usage, game: &str) -> Section {
    let mut section = Section::new("Rules, pieces and moves without use");
    let games = counted(usage.n_games, "game");
    section.text(format!(
        "Seen in {games}, most of them random, the others from the players above. What was never \
         seen may still be possible; what is proven never to be is marked as such. Watched: {} \
         of {game} with conditions that depend on play.",
        counted(usage.n_rules, "rule")
    ));
    rules_blocks(&mut section, &usage.rules, &games);
    patterns_blocks(&mut section, &usage.facts, ("fact", "true"), &games);
    patterns_blocks(&mut section, &usage.moves, ("move", "legal"), &games);
    let caption = "Moves by kind: how many grounding allows, and how many were ever legal";
    let head = ["kind", "possible", "legal in some game"];
    let mut table = Table::new(head).numbers_from(1).caption(caption);
    for one in usage.moves.iter().filter(|one| one.pattern.fixed.is_none()) {
        table.row([one.pattern.to_string(), count(one.n_possible), count(one.n_seen)]);
    }
    section.table(table);
    ground_block(&mut section, &usage.unseen_moves, "was never legal", "were never legal");
    ground_block(
        &mut section,
        &usage.unmade_moves,
        "was legal but never made",
        "were legal but never made",
    );
    section
}

fn rules_blocks(section: &mut Section, rules: &[UnusedRule], games: &str) {
    if rules.is_empty() {
        section.text(format!("Every watched rule applied in some of the {games}."));
        return;
    }
    let mut table = Table::new(["line", "applied", "rule"]);
    for rule in rules {
        let verdict = if rule.is_proven { "can never" } else { "never seen" };
        table.row([rule.place.line.to_string(), verdict.into(), shorten(&rule.text)]);
    }
    section.text(match rules.len() {
        1 => format!("One rule never applied in {games}:"),
        n => format!("{n} rules never applied in {games}:"),
    });
    section.table(table);
}

fn patterns_blocks(
    section: &mut Section,
    uses: &[PatternUse],
    (what, seen): (&str, &str),
    games: &str,
) {
    let unused: Vec<&PatternUse> = uses.iter().filter(|one| one.is_unused()).collect();
    if unused.is_empty() {
        section.text(format!("Every kind of {what} was {seen} in some of the {games}."));
        return;
    }
    let mut table = Table::new(["line", seen, "kind"]);
    for one in unused.iter().take(2 * N_LISTED) {
        let verdict = if one.is_proven() { "can never be" } else { "never seen" };
        let line = one.place.map(|place| place.line.to_string()).unwrap_or_default();
        table.row([line, verdict.into(), one.pattern.to_string()]);
    }
    let more = match unused.len().saturating_sub(2 * N_LISTED) {
        0 => String::new(),
        n => format!(" ({n} more are not listed)"),
    };
    section.text(format!("Kinds of {what}s that were never {seen} in {games}{more}:"));
    section.table(table);
}

fn ground_block(section: &mut Section, moves: &[(String, String)], one: &str, many: &str) {
    if moves.is_empty() {
        return;
    }
    let names: Vec<String> =
        moves.iter().take(N_LISTED).map(|(role, mv)| format!("{role} {mv}")).collect();
    let more = match moves.len().saturating_sub(N_LISTED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let verb = if moves.len() == 1 { one } else { many };
    section.text(format!("{} {verb}: {}{more}.", counted(moves.len(), "move"), names.join(", ")));
}

fn count(n: usize) -> String {
    thousands(n as u64)
}

/// As much of a rule as fits beside its line.
fn shorten(text: &str) -> String {
    const N_CHARS: usize = 60;
    match text.char_indices().nth(N_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

fn usage_json(usage: &Usage) -> Value {
    let rules: Vec<Value> = usage
        .rules
        .iter()
        .map(|rule| json!({ "line": rule.place.line, "rule": rule.text, "proven": rule.is_proven }))
        .collect();
    let patterns = |uses: &[PatternUse]| -> Vec<Value> {
        let unused = uses.iter().filter(|one| one.is_unused());
        let line = |one: &PatternUse| one.place.map(|place| place.line);
        unused
            .map(|one| {
                json!({ "kind": one.pattern.to_string(), "line": line(one), "proven": one.is_proven() })
            })
            .collect()
    };
    json!({
        "games": usage.n_games, "plies": usage.n_plies, "rules_watched": usage.n_rules,
        "unused_rules": rules, "unused_facts": patterns(&usage.facts),
        "unused_moves": patterns(&usage.moves), "never_true": usage.unseen_facts,
        "never_legal": usage.unseen_moves, "never_made": usage.unmade_moves,
    })
}

/// Shows how far the work has come.
fn show(bar: &ProgressBar, stage: &Stage) {
    bar.set_length(stage.n_all.into());
    bar.set_position(stage.n_done.into());
    bar.set_message(stage.what.clone());
}
