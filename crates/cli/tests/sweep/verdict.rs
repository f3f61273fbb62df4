//! The properties that must hold for every line.

use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

use serde_json::Value;

use crate::line::{Disturbance, Line};
use crate::trial::{Late, Outcome};

/// The properties that are violated.
pub fn faults(line: &Line, outcome: &Outcome) -> Vec<String> {
    let mut faults = Vec::new();
    let checks = [ending, message, json, files, leftovers];
    for check in checks {
        if let Err(fault) = check(line, outcome) {
            faults.push(fault);
        }
    }
    faults
}

/// Whether the test terminated the line.
fn is_ended(line: &Line, outcome: &Outcome) -> bool {
    matches!(line.disturbance, Disturbance::Signal(..)) || outcome.late.is_some()
}

fn ending(line: &Line, outcome: &Outcome) -> Result<(), String> {
    let said = || shortened(&outcome.stderr);
    if outcome.stderr.contains("panicked at") || outcome.status.code() == Some(101) {
        return Err(format!("it panics: {}", said()));
    }
    match outcome.late {
        Some(Late::Idle) => return Err("it waits without end".into()),
        Some(Late::Deaf) => return Err("it does not end when it is asked to".into()),
        _ => {}
    }
    match (outcome.status.code(), outcome.status.signal()) {
        (Some(0..=2), _) => Ok(()),
        (Some(130 | 143), _) | (_, Some(2 | 9 | 15)) if is_ended(line, outcome) => Ok(()),
        _ => Err(format!("it ends with {}: {}", outcome.status, said())),
    }
}

/// A failure has one message, a success none.
fn message(line: &Line, outcome: &Outcome) -> Result<(), String> {
    let said = &outcome.stderr;
    let n_errors = said.lines().filter(|text| text.starts_with("error:")).count();
    let n_errors_json =
        said.matches("\"error\":").count() + outcome.stdout.matches("\"error\":").count();
    let is_odd =
        ["stack backtrace", "Os { code", "Some(", "Err(", "Error {", "PoisonError", "unwrap()"];
    if let Some(odd) = is_odd.iter().find(|odd| said.contains(**odd)) {
        return Err(format!("its message has `{odd}`: {}", shortened(said)));
    }
    match outcome.status.code() {
        Some(0) if n_errors > 0 => Err(format!("it succeeds with an error: {}", shortened(said))),
        Some(1 | 2) if n_errors > 1 => {
            Err(format!("it has {n_errors} messages: {}", shortened(said)))
        }
        Some(1 | 2) if n_errors + n_errors_json == 0 && outcome.stdout.trim().is_empty() => {
            // Standard output could not take the message.
            match line.disturbance {
                Disturbance::ClosedPipe(_) | Disturbance::FullOutput => Ok(()),
                _ => Err(format!("it fails without a message: {}", shortened(said))),
            }
        }
        _ => Ok(()),
    }
}

/// With `--json`, standard output is JSON, one value or one per line, or empty.
fn json(line: &Line, outcome: &Outcome) -> Result<(), String> {
    const NO_JSON: &[&str] = &["man", "completions", "scramble", "fmt", "play"];
    let is_whole =
        !matches!(line.disturbance, Disturbance::ClosedPipe(_)) && !is_ended(line, outcome);
    let is_help = outcome.stdout.contains("Usage:") || line.has("--version");
    let is_text = NO_JSON.contains(&line.command[0].as_str()) || is_help;
    if !line.has("--json") || !is_whole || is_text {
        return Ok(());
    }
    let text = outcome.stdout.trim();
    let is_json = |text: &str| serde_json::from_str::<Value>(text).is_ok();
    match text.is_empty() || is_json(text) || text.lines().all(is_json) {
        true => Ok(()),
        false => Err(format!("its output is no JSON: {}", shortened(text))),
    }
}

/// Files are absent, unchanged or complete; no earlier data is lost.
fn files(line: &Line, outcome: &Outcome) -> Result<(), String> {
    let is_success = outcome.status.code() == Some(0);
    for (path, old) in &outcome.before {
        let shown = path.display();
        let Some(new) = outcome.after.get(path) else {
            // The write-ahead log of a store is merged into it.
            match path.to_string_lossy().ends_with("-wal")
                || path.to_string_lossy().ends_with("-shm")
            {
                true => continue,
                false if is_aside(path, old, outcome) => continue,
                false => return Err(format!("{shown} is gone")),
            }
        };
        if old == new {
            continue;
        }
        let is_named = line.words.iter().any(|word| is_named(word.as_ref(), path));
        let is_data = path.starts_with("data");
        if is_store(old) {
            store_keeps(old, outcome, path)?;
        } else if is_replaced(line, path) {
            is_whole(path, new)?;
        } else if is_data || is_named {
            keeps(&String::from_utf8_lossy(old), &String::from_utf8_lossy(new), path, line)?;
            is_whole(path, new)?;
        } else if !is_success {
            return Err(format!("{shown} is changed by a line that fails"));
        } else {
            return Err(format!("{shown} changed, though the line does not name it"));
        }
    }
    for (path, new) in &outcome.after {
        if !outcome.before.contains_key(path) {
            is_whole(path, new)?;
        }
    }
    Ok(())
}

/// Whether an unreadable file was moved aside unchanged.
fn is_aside(path: &Path, old: &[u8], outcome: &Outcome) -> bool {
    let begin = format!("{}.aside-", path.display());
    let mut others = outcome.after.iter();
    others.any(|(other, bytes)| other.to_string_lossy().starts_with(&begin) && bytes == old)
}

/// Whether a line requests that its result replaces a file.
fn is_replaced(line: &Line, path: &Path) -> bool {
    const OUTPUTS: [&str; 4] = ["--html", "--csv", "--svg", "--certificate"];
    let is_output = |word: &std::ffi::OsString| OUTPUTS.iter().any(|output| word == output);
    let mut pairs = line.words.windows(2);
    pairs.any(|pair| is_output(&pair[0]) && is_named(pair[1].as_ref(), path))
}

/// Whether a word names a file of the home, by itself or through a link.
fn is_named(word: &Path, path: &Path) -> bool {
    let ends = |name: &str| word.to_string_lossy().ends_with(name);
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    ends(name) || (name == "old.txt" && ends("link.txt"))
}

fn is_store(bytes: &[u8]) -> bool {
    bytes.starts_with(b"SQLite format 3\0")
}

/// Every row of a store is still there.
fn store_keeps(old: &[u8], outcome: &Outcome, path: &Path) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (one, two) = (folder.path().join("one.sqlite"), folder.path().join("two.sqlite"));
    std::fs::write(&one, old).map_err(|error| error.to_string())?;
    let Ok(rows_before) = rows(&one) else { return Ok(()) };
    for ending in ["", "-wal"] {
        let name = format!("{}{ending}", path.display());
        if let Some(bytes) = outcome.after.get(Path::new(&name)) {
            let to = format!("{}{ending}", two.display());
            std::fs::write(to, bytes).map_err(|error| error.to_string())?;
        }
    }
    let rows_after = rows(&two)
        .map_err(|error| format!("{} cannot be read any more: {error}", path.display()))?;
    match rows_before.is_subset(&rows_after) {
        true => Ok(()),
        false => Err(format!("rows of {} are gone", path.display())),
    }
}

fn rows(path: &Path) -> rusqlite::Result<BTreeSet<String>> {
    let connection = rusqlite::Connection::open(path)?;
    let mut all = BTreeSet::new();
    for table in ["runs", "games"] {
        let mut statement = connection.prepare(&format!("SELECT * FROM {table}"))?;
        let n_columns = statement.column_count();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let columns: Vec<String> = (0..n_columns)
                .map(|at| Ok(format!("{:?}", row.get_ref(at)?)))
                .collect::<rusqlite::Result<_>>()?;
            all.insert(columns.join("|"));
        }
    }
    Ok(all)
}

/// Knowledge keeps its parts.
fn keeps(old: &str, new: &str, path: &Path, line: &Line) -> Result<(), String> {
    let is_knowledge = |text: &str| text.contains("ludex knowledge 1");
    if !is_knowledge(old) || line.has("--fresh") {
        return Ok(());
    }
    for part in ["ludex knowledge 1", "ludex features 1", "ludex evaluator 1"] {
        if old.contains(part) && !new.contains(part) {
            return Err(format!("{} has lost `{part}`", path.display()));
        }
    }
    Ok(())
}

/// Whether a written file is complete.
fn is_whole(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    let begins = |start: &str| text.trim_start().starts_with(start);
    let ends = |end: &str| text.trim_end().ends_with(end);
    let is_cut = (begins("<!DOCTYPE") || begins("<!doctype") || begins("<html"))
        && !ends("</html>")
        || begins("<svg") && !ends("</svg>")
        || text.is_empty() && path.extension().is_some_and(|ending| ending == "out");
    match is_cut {
        true => Err(format!("{} is half written: {} bytes", path.display(), bytes.len())),
        false => Ok(()),
    }
}

/// No temporary file is left behind, unless the process was killed.
fn leftovers(line: &Line, outcome: &Outcome) -> Result<(), String> {
    if is_ended(line, outcome) {
        return Ok(());
    }
    let is_new = |path: &&std::path::PathBuf| !outcome.before.contains_key(*path);
    let is_temporary = |path: &&std::path::PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // On a full disk the log cannot be merged into the store; the next process that
        // opens it does so.
        let is_full = matches!(line.disturbance, Disturbance::FullDisk(_) | Disturbance::FullTmpfs);
        let is_of_store =
            !is_full && ["-wal", "-shm", "-journal"].iter().any(|end| name.ends_with(end));
        path.starts_with("tmp") || name.starts_with(".tmp") || name.ends_with(".tmp") || is_of_store
    };
    match outcome.after.keys().filter(is_new).find(is_temporary) {
        Some(path) => Err(format!("{} is left behind", path.display())),
        None => Ok(()),
    }
}

fn shortened(text: &str) -> String {
    let text: String = text.chars().take(600).collect();
    format!("{text:?}")
}
