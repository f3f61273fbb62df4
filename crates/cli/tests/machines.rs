//! Machine-readable output: JSON of results and of errors, CSV of raw numbers.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn ludex(args: &[&str], home: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(args).env("NO_COLOR", "1").env("XDG_DATA_HOME", home).stdin(Stdio::null());
    command.output().expect("it runs")
}

fn json(args: &[&str], home: &Path) -> Value {
    let output = ludex(&[args, &["--json"]].concat(), home);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("it prints JSON")
}

/// The error of a command line that fails with this code.
fn error(args: &[&str], code: i32, home: &Path) -> Value {
    let output = ludex(args, home);
    assert_eq!(output.status.code(), Some(code));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    serde_json::from_slice(&output.stdout).expect("it prints JSON")
}

#[test]
fn errors_are_json_with_json() {
    let home = tempfile::tempdir().expect("a folder");
    let found = error(&["info", "nosuch", "--json"], 1, home.path());
    assert!(
        found["error"].as_str().expect("text").starts_with("there is no game or file `nosuch`")
    );
    assert_eq!(found["causes"], serde_json::json!([]));
    let found = error(&["--json", "info", "missing.kif"], 1, home.path());
    assert_eq!(found["error"], "missing.kif");
    assert!(found["causes"][0].as_str().expect("text").starts_with("No such file"));
    // Errors in the command line itself.
    let found = error(&["match", "nim", "--json", "--games", "0"], 2, home.path());
    assert!(found["error"].as_str().expect("text").contains("a whole number from 1 to"));
    let found = error(&["games", "--json", "--sed", "1"], 2, home.path());
    assert_eq!(found["error"], "unexpected argument '--sed' found");
    assert_eq!(found["causes"][0], "a similar argument exists: '--seed'");
}

/// With a result, standard output contains nothing else.
#[cfg(target_os = "linux")]
#[test]
fn a_result_is_followed_by_errors_elsewhere() {
    let home = tempfile::tempdir().expect("a folder");
    let args = ["match", "nim", "random", "random", "--games", "2", "--json", "--csv", "/dev/full"];
    let output = ludex(&args, home.path());
    assert_eq!(output.status.code(), Some(1));
    let result: Value = serde_json::from_slice(&output.stdout).expect("one document");
    assert_eq!(result["games"], 2);
    let error: Value = serde_json::from_slice(&output.stderr).expect("one document");
    assert!(error["error"].as_str().expect("text").starts_with("cannot write /dev/full"));
}

#[test]
fn csv_has_raw_numbers_and_each_header_once() {
    let home = tempfile::tempdir().expect("a folder");
    let csv = home.path().join("match.csv");
    let path = csv.to_str().expect("a name");
    let args =
        ["match", "tic-tac-toe", "uct:playouts=300", "random", "--games", "6", "--csv", path];
    let players = json(&args, home.path())["players"].take();
    let text = std::fs::read_to_string(csv).expect("a table");
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("a head");
    let mut names = head.clone();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), head.len(), "{head:?}");
    for (line, player) in lines.zip(players.as_array().expect("players")) {
        let cell = |name: &str| line[head.iter().position(|&other| other == name).expect(name)];
        assert_eq!(cell("player"), player["spec"]);
        for (name, value) in [
            ("wins", &player["wins"]),
            ("score", &player["score"]),
            ("score_low", &player["score_interval"][0]),
            ("score_high", &player["score_interval"][1]),
            ("elo", &player["elo"]),
            ("elo_low", &player["elo_interval"][0]),
            ("elo_high", &player["elo_interval"][1]),
            ("ms_per_move", &player["ms_per_move"]),
            ("nodes_per_second", &player["nodes_per_second"]),
        ] {
            // JSON has no infinity, and `random` visits no nodes.
            let number = cell(name).parse::<f64>().ok().filter(|number| number.is_finite());
            assert_eq!(number.is_some(), value.is_number(), "{name}");
            let difference = number.unwrap_or(0.0) - value.as_f64().unwrap_or(0.0);
            assert!(difference.abs() < 1e-6, "{name}");
            assert!(!cell(name).starts_with('+'), "{name}");
        }
    }
}

#[test]
fn estimates_are_results() {
    let home = tempfile::tempdir().expect("a folder");
    let args = ["experiment", "evolved-to-win-3.5", "--quick", "--estimate"];
    let cost = json(&args, home.path());
    assert_eq!((&cost["id"], &cost["size"]), (&"evolved-to-win-3.5".into(), &"quick".into()));
    assert!(cost["games"].as_u64() > Some(0) && cost["played"] == 0, "{cost}");
    assert!(cost["seconds"].as_f64() > Some(0.0), "{cost}");
    let output = ludex(&args, home.path());
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains(" games: about "), "{text}");
}

#[test]
fn replays_have_positions() {
    let home = tempfile::tempdir().expect("a folder");
    json(&["match", "tic-tac-toe", "random", "random", "--games", "1"], home.path());
    let game = json(&["replay", "1", "0", "--boards"], home.path());
    let n_plies = game["moves"].as_array().expect("moves").len();
    let positions = game["positions"].as_array().expect("positions");
    assert_eq!(positions.len(), n_plies + 1);
    let first = positions[0]["position"].as_str().expect("facts");
    assert!(first.contains("(control x)"), "{first}");
    assert!(positions[0]["board"].as_str().expect("a board").contains("3 · · ·\n"));
    // Each position can be given to other commands.
    let last = positions[n_plies - 1]["position"].as_str().expect("facts");
    assert_eq!(json(&["perft", "tic-tac-toe", "0", "--position", last], home.path())["nodes"], 1);
    assert_eq!(json(&["replay", "1", "0"], home.path())["positions"], Value::Null);
}
