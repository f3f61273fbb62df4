//! Numbers and folders out of range: messages state the valid range.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The message of a command line that fails with this code.
fn fails(args: &[&str], code: i32) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(args).env("NO_COLOR", "1").env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    let output = command.stdin(Stdio::null()).output().expect("it runs");
    let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    said
}

#[test]
fn negative_numbers_are_out_of_range() {
    let said = fails(&["match", "nim", "random", "random", "--games", "-3"], 2);
    let expected = "invalid value '-3' for '--games <N>': \
                    a whole number from 1 to 4294967295 is needed";
    assert!(said.contains(expected), "{said}");
    let said = fails(&["games", "--seed", "-1"], 2);
    assert!(said.contains("a whole number from 0 to 18446744073709551615 is needed"), "{said}");
    let said = fails(&["perft", "nim", "-1"], 2);
    assert!(said.contains("'-1' for '[DEPTH]': a whole number from 0 to 1000 is needed"), "{said}");
    let said = fails(&["search", "nim", "--time-limit", "-0.5"], 2);
    assert!(said.contains("a number of seconds above 0 and up to"), "{said}");
    assert!(!said.contains("tip:"), "{said}");
}

#[test]
fn players_say_what_they_need() {
    for (spec, expected) in [
        ("uct:playouts=0", "`playouts=0`: at least 1 is needed"),
        ("uct:playouts=0.3", "`playouts=0.3`: at least 1 is needed"),
        ("uct:nodes=0", "`nodes=0`: at least 1 is needed"),
        ("uct:length=0", "`length=0`: at least 1 is needed"),
        ("uct:batch=0", "`batch=0`: at least 1 is needed"),
        ("uct:c=-1", "`c=-1`: a number of at least 0 is needed"),
        ("uct:time=0s", "`time=0s`: a time above 0 is needed"),
        ("alphabeta:time=0ms", "`time=0ms`: a time above 0 is needed"),
        ("alphabeta:nodes=0", "`nodes=0`: at least 1 is needed"),
        ("proof:nodes=0", "`nodes=0`: at least 1 is needed"),
    ] {
        let said = fails(&["search", "nim", "--player", spec], 1);
        assert!(said.contains(expected), "{spec}: {said}");
    }
}

#[test]
fn folders_that_are_missing_are_named() {
    let said = fails(&["conform", "--games", "nosuch"], 1);
    assert_eq!(said, "error: --games: there is no folder nosuch\n");
    let said = fails(&["conform", "--games", ".", "--traces", "Cargo.toml"], 1);
    assert_eq!(said, "error: --traces: Cargo.toml is not a folder\n");
    let said = fails(&["experiment", "gifl-1", "--quick", "--sheets", "nosuch"], 1);
    assert_eq!(said, "error: --sheets: there is no folder nosuch\n");
    let said = fails(&["bench", "strength", "nosuch"], 1);
    assert_eq!(said, "error: there is no folder nosuch\n");
}

/// Terms that grow without bound, so that neither grounding nor the game ends.
const GROWS: &str = "(role r) (init (n z)) (legal r go) (goal r 0)
    (<= (next (n (s ?x))) (true (n ?x))) (<= terminal (true (n end)))\n";

#[test]
fn info_keeps_to_its_seconds() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("grow.kif");
    std::fs::write(&path, GROWS).expect("writable");
    let started = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.arg("info").arg(&path).args(["--seconds", "1"]);
    let output = command.output().expect("it runs");
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    assert!(said.contains("reference reasoner"), "{said}");
}

#[test]
fn positions_may_have_any_fact_of_base() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("walk.kif");
    // Play goes up from 3: it never makes the facts for 1 and 2 true.
    let rules = "(role r) (init (at 3)) (goal r 0) (<= terminal (true (at 5)))
        (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (<= (base (at ?y)) (succ ?x ?y)) (base (at 1))
        (<= (legal r up) (true (at ?x))) (<= (legal r stay) (true (at ?x)))
        (<= (next (at ?y)) (true (at ?x)) (does r up) (succ ?x ?y))
        (<= (next (at ?x)) (true (at ?x)) (does r stay))\n";
    std::fs::write(&path, rules).expect("writable");
    let path = path.to_str().expect("a name");
    for args in [
        &["perft", path, "2", "--position", "(at 1)"][..],
        &["search", path, "--player", "uct:playouts=10", "--position", "(at 1)"],
        &["solve", path, "--position", "(at 1)"],
        &["explain", "tree", path, "--position", "(at 1)"],
        &["play", path, "--position", "(at 1)"],
    ] {
        let said = fails(args, 0);
        assert!(!said.contains("reference reasoner"), "{args:?}: {said}");
    }
    assert!(fails(&["perft", path, "2", "--position", "(at r)"], 1).contains("(at r)"));
}
