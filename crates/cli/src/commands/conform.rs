//! `ludex conform`: the same answers as recorded elsewhere, state by state.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use gdl::Limits;
use gdl::trace::Trace;
use rayon::prelude::*;
use serde_json::json;

use crate::args::Common;
use crate::load;
use crate::output::{Output, thousands};

pub fn run(common: &Common, out: &mut Output, games: &Path, traces: &Path) -> Result<bool> {
    let files = trace_files(traces)?;
    if files.is_empty() {
        bail!("{}: no traces (NAME.jsonl or NAME.jsonl.gz)", traces.display());
    }
    let limits = common.limits();
    let mut results = Vec::new();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            files.par_iter().enumerate().for_each_with(sender, |sender, (at, file)| {
                // A closed channel means that nobody wants to know any more.
                let _ = sender.send((at, replay(games, file, &limits)));
            });
        });
        // Lines come in the order of the files, each as soon as it can.
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
    let n_states: usize = results.iter().map(|result| result.n_states).sum();
    let n_failed = results.iter().filter(|result| result.error.is_some()).count();
    if common.json {
        let games: Vec<_> = results
            .iter()
            .map(|result| {
                json!({ "game": result.game, "ok": result.error.is_none(), "states": result.n_states, "seconds": result.seconds, "error": result.error })
            })
            .collect();
        out.json(&json!({
            "games": games, "passed": results.len() - n_failed, "failed": n_failed, "states": n_states,
        }))?;
    } else {
        let n_passed = results.len() - n_failed;
        out.line(format!(
            "{n_passed} games agree, {n_failed} do not; {} states compared",
            thousands(n_states as u64)
        ))?;
    }
    Ok(n_failed == 0)
}

/// The outcome for one game.
struct Outcome {
    game: String,
    n_states: usize,
    seconds: f64,
    error: Option<String>,
}

impl Outcome {
    fn line(&self) -> String {
        match &self.error {
            None => format!("ok    {}: {} states, {:.2} s", self.game, self.n_states, self.seconds),
            Some(error) => format!("FAIL  {}: {error}", self.game),
        }
    }
}

fn trace_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        if game_name(&path).is_some() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// `breakthrough` for `.../breakthrough.jsonl.gz`.
fn game_name(path: &Path) -> Option<&str> {
    let file = path.file_name()?.to_str()?;
    file.strip_suffix(".gz").unwrap_or(file).strip_suffix(".jsonl")
}

fn replay(games: &Path, file: &Path, limits: &Limits) -> Outcome {
    let started = Instant::now();
    let game = game_name(file).unwrap_or_default().to_string();
    let (n_states, error) = match try_replay(games, &game, file, limits) {
        Ok(n_states) => (n_states, None),
        Err(error) => (0, Some(format!("{error:#}"))),
    };
    Outcome { game, n_states, seconds: started.elapsed().as_secs_f64(), error }
}

fn try_replay(games: &Path, name: &str, file: &Path, limits: &Limits) -> Result<usize> {
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    let trace = Trace::read(&bytes).with_context(|| file.display().to_string())?;
    let sheet_path = games.join(format!("{name}.kif"));
    let sheet_bytes =
        std::fs::read(&sheet_path).with_context(|| sheet_path.display().to_string())?;
    let sha1 = sha1_smol::Sha1::from(&sheet_bytes).digest().to_string();
    if sha1 != trace.header.sha1 {
        bail!("the trace was made with another version of {}", sheet_path.display());
    }
    let sheet = load::sheet(&sheet_path.display().to_string())?;
    let game = load::reference(&sheet, limits.clone())?;
    Ok(trace.replay(&game)?)
}
