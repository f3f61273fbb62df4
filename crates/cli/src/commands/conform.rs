//! `ludex conform`: the same answers as recorded elsewhere, state by state, and
//! the same from every engine.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use ludex_gdl::circuit::Grounded;
use ludex_gdl::single::CircuitGame;
use ludex_gdl::trace::Trace;
use ludex_gdl::{Reference, Sheet, agreement};
use ludex_report::number::thousands;
use ludex_report::words::counted;
use rayon::prelude::*;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::load;
use crate::output::Output;
use clap::ValueEnum;

/// Compare with reference traces: facts, legal moves, goals, ends of games
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of rule sheets
    #[arg(long, value_name = "DIR")]
    games: PathBuf,
    /// Folder of traces (NAME.jsonl or NAME.jsonl.gz)
    #[arg(long, value_name = "DIR")]
    traces: Option<PathBuf>,
    /// `reference` replays traces; `all` also compares every engine with
    /// the reference, in random games of all games in the folder
    #[arg(long, value_enum, default_value_t)]
    engine: ConformChoice,
    /// States to compare in each game with `--engine all`
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = whole(1..=usize::MAX))]
    states: usize,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, &self.games, self.traces.as_deref(), self.engine, self.states)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ConformData>())
    }
}

/// What is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ConformChoice {
    /// The reference reasoner with traces
    #[default]
    Reference,
    /// Every engine, with traces and with the reference
    All,
}

pub fn run(
    common: &Common,
    out: &mut Output,
    games: &Path,
    traces: Option<&Path>,
    choice: ConformChoice,
    n_states: usize,
) -> Result<bool> {
    let all = choice == ConformChoice::All;
    let jobs = jobs(games, traces, all)?;
    let mut results = Vec::new();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            jobs.par_iter().enumerate().for_each_with(sender, |sender, (at, job)| {
                // The channel is closed once the receiver has stopped.
                let _ = sender.send((at, job.run(common, all, n_states)));
            });
        });
        // Lines come in the order of the games, each as soon as it can.
        let mut early = BTreeMap::new();
        for (at, result) in receiver {
            early.insert(at, result);
            while let Some(result) = early.remove(&results.len()) {
                if !common.json {
                    out.line(result.line())?;
                }
                results.push(result);
            }
        }
        anyhow::Ok(())
    })?;
    report(common, out, &results, all)
}

fn report(common: &Common, out: &mut Output, results: &[Outcome], all: bool) -> Result<bool> {
    let n_states: usize = results.iter().map(|result| result.n_states).sum();
    let n_compared: usize = results.iter().map(|result| result.n_compared).sum();
    let n_failed = results.iter().filter(|result| result.error.is_some()).count();
    let n_skipped = results.iter().filter(|result| result.skipped.is_some()).count();
    let n_circuits = results.iter().filter(|result| result.circuit).count();
    let n_passed = results.len() - n_failed - n_skipped;
    if common.json {
        out.json(&ConformData {
            games: results.iter().map(Outcome::to_data).collect(),
            passed: n_passed,
            failed: n_failed,
            skipped: n_skipped,
            circuits: n_circuits,
            states: n_states,
            compared: n_compared,
        })?;
        return Ok(n_failed == 0);
    }
    let agree = if n_passed == 1 { "agrees" } else { "agree" };
    let mut line = format!(
        "{} {agree}, {n_failed} do not; {} compared",
        counted(n_passed, "game"),
        counted(n_states, "state")
    );
    if all {
        line += &format!(
            " with traces, {} between engines; {n_circuits} with a circuit, {n_skipped} ill-formed",
            thousands(n_compared as u64)
        );
    }
    out.line(line)?;
    Ok(n_failed == 0)
}

/// One game to be checked.
struct Job {
    game: String,
    sheet: PathBuf,
    trace: Option<PathBuf>,
}

/// What there is to check: games with a trace, or all games.
fn jobs(games: &Path, traces: Option<&Path>, all: bool) -> Result<Vec<Job>> {
    load::folder(games).context("--games")?;
    traces.map_or(Ok(()), load::folder).context("--traces")?;
    let mut trace_of = BTreeMap::new();
    if let Some(folder) = traces {
        for path in files(folder)? {
            if let Some(game) = trace_game(&path) {
                trace_of.insert(game.to_string(), path);
            }
        }
        if trace_of.is_empty() {
            bail!("{}: no traces (NAME.jsonl or NAME.jsonl.gz)", folder.display());
        }
    }
    let mut names: BTreeSet<String> = trace_of.keys().cloned().collect();
    if all {
        names.extend(files(games)?.iter().filter_map(|path| {
            Some(path.file_name()?.to_str()?.strip_suffix(".kif")?.to_string())
        }));
    }
    if names.is_empty() {
        bail!("nothing to compare: give --traces, or --engine all and a folder with rule sheets");
    }
    Ok(names
        .into_iter()
        .map(|game| {
            let trace = trace_of.remove(&game);
            Job { sheet: games.join(format!("{game}.kif")), trace, game }
        })
        .collect())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let paths: std::io::Result<Vec<PathBuf>> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect();
    paths.with_context(|| folder.display().to_string())
}

/// `breakthrough` for `.../breakthrough.jsonl.gz`.
fn trace_game(path: &Path) -> Option<&str> {
    let file = path.file_name()?.to_str()?;
    file.strip_suffix(".gz").unwrap_or(file).strip_suffix(".jsonl")
}

/// The outcome for one game.
#[derive(Default)]
struct Outcome {
    game: String,
    n_states: usize,
    n_compared: usize,
    circuit: bool,
    /// Why there is no circuit.
    fallback: Option<String>,
    /// Why the game was not checked.
    skipped: Option<String>,
    seconds: f64,
    error: Option<String>,
}

impl Outcome {
    fn line(&self) -> String {
        let game = &self.game;
        match (&self.error, &self.skipped, &self.fallback) {
            (Some(error), ..) => format!("FAIL  {game}: {error}"),
            (_, Some(reason), _) => format!("skip  {game}: {reason}"),
            (_, _, fallback) => {
                let engines = match (self.n_compared, fallback) {
                    (0, None) => String::new(),
                    (0, Some(reason)) => format!(", reference only: {reason}"),
                    (n, _) => format!(", {n} between engines"),
                };
                let states = counted(self.n_states, "state");
                format!("ok    {game}: {states}{engines}, {:.2} s", self.seconds)
            }
        }
    }

    fn to_data(&self) -> OutcomeData {
        OutcomeData {
            game: self.game.clone(),
            ok: self.error.is_none(),
            states: self.n_states,
            compared: self.n_compared,
            circuit: self.circuit,
            fallback: self.fallback.clone(),
            skipped: self.skipped.clone(),
            seconds: self.seconds,
            error: self.error.clone(),
        }
    }
}

impl Job {
    fn run(&self, common: &Common, all: bool, n_states: usize) -> Outcome {
        let started = Instant::now();
        let mut outcome = Outcome { game: self.game.clone(), ..Outcome::default() };
        if let Err(error) = self.check(common, all, n_states, &mut outcome) {
            outcome.error = Some(format!("{error:#}"));
        }
        outcome.seconds = started.elapsed().as_secs_f64();
        outcome
    }

    fn check(
        &self,
        common: &Common,
        all: bool,
        n_states: usize,
        outcome: &mut Outcome,
    ) -> Result<()> {
        let path = self.sheet.display().to_string();
        let bytes = std::fs::read(&self.sheet).with_context(|| path.clone())?;
        let (sheet, problems) = load::checked(ludex_gdl::Source::from_bytes(path.as_str(), &bytes));
        if let Some(problem) = problems.iter().find(|problem| problem.is_error()) {
            let at = sheet.source().line_column(problem.span.start as usize);
            let reason = format!("line {}, column {}: {}", at.line, at.column, problem.message);
            if all && self.trace.is_none() {
                outcome.skipped = Some(reason);
                return Ok(());
            }
            bail!("{reason}");
        }
        let reference = load::reference(&sheet, common.limits())?;
        let trace = self.trace.as_deref().map(|file| read_trace(file, &bytes)).transpose()?;
        if let Some(trace) = &trace {
            outcome.n_states = trace.replay(&reference)?;
        }
        if all {
            self.compare(common, &sheet, &reference, trace.as_ref(), n_states, outcome)?;
        }
        Ok(())
    }

    fn compare(
        &self,
        common: &Common,
        sheet: &Sheet,
        reference: &Reference,
        trace: Option<&Trace>,
        n_states: usize,
        outcome: &mut Outcome,
    ) -> Result<()> {
        let grounded = match Grounded::new(sheet, reference, &common.budget()) {
            Ok(grounded) => Arc::new(grounded),
            Err(reason) => {
                outcome.fallback = Some(reason.to_string());
                return Ok(());
            }
        };
        outcome.circuit = true;
        if let Some(trace) = trace {
            trace.replay(&CircuitGame::new(grounded.clone())).context("circuit")?;
        }
        outcome.n_compared = agreement::compare(reference, grounded, common.seed, n_states)?;
        Ok(())
    }
}

fn read_trace(file: &Path, sheet: &[u8]) -> Result<Trace> {
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    let trace = Trace::read(&bytes).with_context(|| file.display().to_string())?;
    if sha1_smol::Sha1::from(sheet).digest().to_string() != trace.header.sha1 {
        bail!("{} was made with another version of the rules", file.display());
    }
    Ok(trace)
}

/// The comparison of engines and traces, as data.
#[derive(Serialize, JsonSchema)]
pub struct ConformData {
    games: Vec<OutcomeData>,
    passed: usize,
    failed: usize,
    skipped: usize,
    circuits: usize,
    states: usize,
    compared: usize,
}

/// The comparison of one game, as data.
#[derive(Serialize, JsonSchema)]
struct OutcomeData {
    game: String,
    ok: bool,
    states: usize,
    compared: usize,
    circuit: bool,
    fallback: Option<String>,
    skipped: Option<String>,
    seconds: f64,
    error: Option<String>,
}
