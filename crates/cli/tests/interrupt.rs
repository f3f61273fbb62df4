//! Interrupted commands print how to resume.
#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn ludex(args: &[&str], home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(args).env("NO_COLOR", "1").env("XDG_DATA_HOME", home).stdin(Stdio::null());
    command
}

fn start(args: &[&str], home: &Path) -> Child {
    let mut command = ludex(args, home);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

/// Sends a signal, and returns the exit code and the standard error.
fn signal(child: Child, name: &str) -> (Option<i32>, String) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().expect("it runs").success());
    let started = Instant::now();
    let output = child.wait_with_output().expect("it ends");
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

/// The number of games of run 1, once there are any.
fn games(home: &Path) -> u64 {
    let output = ludex(&["runs", "--json"], home).output().expect("it runs");
    let runs: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    runs["runs"][0]["games"].as_u64().unwrap_or(0)
}

const MATCH: &[&str] =
    &["match", "connect-four", "alphabeta:depth=5", "random", "--games", "60", "--threads", "1"];

#[test]
fn a_match_tells_how_to_go_on() {
    let home = tempfile::tempdir().expect("a folder");
    let child = start(MATCH, home.path());
    let started = Instant::now();
    while games(home.path()) == 0 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let (code, said) = signal(child, "-INT");
    assert_eq!(code, Some(130), "{said}");
    let (n_kept, rest) = said.split_once(' ').expect("a number");
    assert_eq!(rest, "of 60 games kept: `ludex resume 1`\n");
    assert_eq!(n_kept.parse::<u64>().ok(), Some(games(home.path())));
    // The stored games are intact, and the resumed run has the same result.
    let result = |args: &[&str]| {
        let output = ludex(&[args, &["--json"]].concat(), home.path()).output().expect("it runs");
        let mut result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        result["players"][0]["wins"].take()
    };
    assert_eq!(result(&["resume", "1"]), result(MATCH));
}

#[test]
fn without_a_store_nothing_is_kept() {
    let home = tempfile::tempdir().expect("a folder");
    let child =
        start(&["match", "connect-four", "uct:playouts=1M", "random", "--no-store"], home.path());
    std::thread::sleep(Duration::from_secs(2));
    let (code, said) = signal(child, "-TERM");
    assert_eq!(code, Some(143), "{said}");
    assert!(said.starts_with("no game is kept"), "{said}");
}

#[test]
fn a_command_that_keeps_nothing_says_nothing() {
    let home = tempfile::tempdir().expect("a folder");
    let child = start(&["perft", "chess", "9"], home.path());
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(signal(child, "-INT"), (Some(130), String::new()));
}
