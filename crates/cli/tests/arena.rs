//! Matches and tournaments on the command line: killed, resumed, and with a store that
//! fails.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn ludex(args: &[&str], store: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(args).arg("--store").arg(store).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

fn json(args: &[&str], store: &Path) -> Value {
    let output = ludex(&[args, &["--json"]].concat(), store).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("it prints JSON")
}

/// The message of a failing run.
fn fails(args: &[&str], store: &Path) -> String {
    let output = ludex(args, store).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    said
}

/// A result without the parts that depend on time and place.
fn timeless(mut result: Value) -> Value {
    result["run"].take();
    for player in result["players"].as_array_mut().expect("players") {
        player["ms_per_move"].take();
        player["nodes_per_second"].take();
    }
    result
}

const TOURNAMENT: &[&str] = &[
    "tournament",
    "connect-four",
    "random",
    "uct:playouts=40",
    "uct:playouts=120",
    "uct:playouts=200,batch=1",
    "alphabeta:depth=3",
    "--games",
    "20",
    "--threads",
    "2",
];

/// Kills a tournament of 200 games `n_kills` times, then lets it finish.
fn kill_and_resume(n_kills: u32) {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, parts) = (folder.path().join("whole.sqlite"), folder.path().join("parts.sqlite"));
    let started = Instant::now();
    let uninterrupted = timeless(json(TOURNAMENT, &whole));
    let time = started.elapsed();
    assert_eq!(uninterrupted["games"], 200);
    let mut run = None;
    for kill in 0..n_kills {
        let args = if run.is_some() { &["resume", "1", "--threads", "2"] } else { TOURNAMENT };
        let mut child = ludex(args, &parts).stdout(Stdio::null()).spawn().expect("it starts");
        // Kill times spread over the duration of a whole run.
        let share = f64::from(kill.wrapping_mul(2_654_435_761) % 1000) / 1000.0;
        std::thread::sleep(time.mul_f64(0.02 + share * 2.0 / f64::from(n_kills)));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        // It may have been killed before the run was stored.
        let output = ludex(&["runs", "--json"], &parts).output().expect("it runs");
        let runs: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        run = run.or(runs["runs"][0]["run"].as_i64());
    }
    let args = if run.is_some() { &["resume", "1", "--threads", "2"] } else { TOURNAMENT };
    assert_eq!(timeless(json(args, &parts)), uninterrupted);
    let games = json(&["runs", "1"], &parts);
    let numbers: Vec<u64> = games["games"]
        .as_array()
        .expect("games")
        .iter()
        .filter_map(|game| game["game"].as_u64())
        .collect();
    assert_eq!(numbers, (0..200).collect::<Vec<u64>>());
}

#[test]
fn a_tournament_survives_being_killed_fifty_times() {
    kill_and_resume(50);
}

#[test]
fn threads_make_no_difference() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("games.sqlite");
    let args = &TOURNAMENT[..TOURNAMENT.len() - 1];
    let with = |n_threads| timeless(json(&[args, &[n_threads]].concat(), &store));
    assert_eq!(with("1"), with("2"));
    assert_eq!(json(&["runs"], &store)["runs"].as_array().expect("runs").len(), 2);
}

#[test]
fn games_are_listed_replayed_and_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("games.sqlite");
    let html = folder.path().join("match.html").display().to_string();
    let csv = folder.path().join("match.csv").display().to_string();
    let args = ["match", "tic-tac-toe", "random", "alphabeta:depth=9", "--games", "6"];
    let result = json(&[&args[..], &["--html", &html, "--csv", &csv]].concat(), &store);
    assert_eq!(result["players"][0]["wins"], 0);
    assert!(std::fs::read_to_string(&html).expect("a page").contains("<svg"));
    assert_eq!(std::fs::read_to_string(&csv).expect("a table").lines().count(), 3);
    let game = json(&["replay", "1", "0"], &store);
    assert_eq!(game["goals"].as_array().expect("goals").len(), 2);
    let output = ludex(&["export", "1"], &store).output().expect("it runs");
    let records: Vec<Value> = String::from_utf8(output.stdout)
        .expect("text")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a record a line"))
        .collect();
    assert_eq!(records.len(), 6);
    assert_eq!(records[0]["gameRoleNames"][0], "x");
    let n_moves = records[0]["moves"].as_array().expect("moves").len();
    assert_eq!(records[0]["states"].as_array().expect("states").len(), n_moves + 1);
}

#[test]
fn whoever_plays_alone_is_told_what_was_reached() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["tournament", "maze", "puzzle:nodes=100k", "random", "--games", "2"];
    let output = ludex(&args, &folder.path().join("store.sqlite")).output().expect("it runs");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(said.contains("mean goal") && !said.contains("Elo"), "{said}");
    let line = said.lines().find(|line| line.starts_with("puzzle")).expect("a line");
    assert!(line.contains("100.0"), "{said}");
}

#[test]
fn what_is_wrong_is_said_in_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("games.sqlite");
    let said = fails(&["match", "tic-tac-toe", "random", "utc:playouts=10"], &store);
    assert!(said.contains("did you mean `uct`"), "{said}");
    let said = fails(&["match", "tic-tac-tow", "random", "random"], &store);
    assert!(said.contains("did you mean `tic-tac-toe`"), "{said}");
    let said = fails(&["resume", "7"], &store);
    assert!(said.contains("nothing has been played yet"), "{said}");
    assert!(!store.exists(), "nothing was written");
    json(&["match", "tic-tac-toe", "random", "random", "--games", "2"], &store);
    assert!(fails(&["resume", "7"], &store).contains("no run 7"));
    assert!(fails(&["replay", "1", "9"], &store).contains("run 1 has no game 9"));
    let text = folder.path().join("text.sqlite");
    std::fs::write(&text, "this is no store, but a text of some length".repeat(100))
        .expect("a file");
    assert!(fails(&["runs"], &text).contains("the file is no store"));
}

#[test]
fn a_locked_store_is_told_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("games.sqlite");
    let args = ["match", "tic-tac-toe", "random", "random", "--games", "2"];
    json(&args, &store);
    let other = rusqlite::Connection::open(&store).expect("the file");
    other.execute_batch("BEGIN EXCLUSIVE").expect("a lock");
    let started = Instant::now();
    assert!(fails(&args, &store).contains("locked"));
    assert!(started.elapsed() < Duration::from_secs(60));
    other.execute_batch("COMMIT").expect("the lock is gone");
    assert_eq!(json(&["runs"], &store)["runs"].as_array().expect("runs").len(), 1);
}

#[test]
fn runs_of_native_games_know_their_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    json(&["match", "native:tic-tac-toe", "random", "random", "--games", "2"], &path);
    let mut store = ludex_arena::Store::open(&path).expect("a store");
    let setup = store.setup(1).expect("a run");
    assert_eq!(setup.rules, ludex_games::digest("tic-tac-toe"));
    let other = "tic-tac-toe 0 0123456789abcdef".to_string();
    let runs = [Some(other), None].map(|rules| {
        store.begin("match", &ludex_arena::Setup { rules, ..setup.clone() }).expect("begun")
    });
    drop(store);
    let said = fails(&["resume", &runs[0].to_string()], &path);
    assert!(said.contains("the rules of native:tic-tac-toe have changed"), "{said}");
    // Runs from before digests were stored can be resumed.
    let resumed = json(&["resume", &runs[1].to_string()], &path);
    assert_eq!(resumed["games"], 2);
}
