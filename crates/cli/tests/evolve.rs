//! `ludex evolve` as users run it: killed, resumed, and with files that are wrong.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

const RUN: &str = "\
generations = 40
population = 12

[retest]
every = 10
top = 1
games = 10

[problem]
game = 'native:lose-checkers'
depth = 2

[[problem.guides]]
player = 'random'
games = 4
";

fn ludex(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(args).current_dir(folder).env("NO_COLOR", "1").env("XDG_DATA_HOME", folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn story(folder: &Path, args: &[&str]) -> Value {
    let output =
        ludex(folder, &[args, &["--json", "--test", "20"]].concat()).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut story: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    story["seconds"].take();
    story
}

/// What a failing run says.
fn fails(folder: &Path, args: &[&str]) -> String {
    let output = ludex(folder, args).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stderr).expect("text").trim().to_string()
}

#[test]
fn a_run_that_was_killed_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("run.toml"), RUN).expect("written");
    let whole = story(folder, &["evolve", "run.toml", "--keep", "whole.run", "--threads", "1"]);
    assert_eq!(whole["history"].as_array().map(Vec::len), Some(40));
    let mut killed = ludex(folder, &["evolve", "run.toml", "--keep", "parts.run"]);
    let mut killed = killed.spawn().expect("it starts");
    while !folder.join("parts.run").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    killed.kill().expect("killed");
    let _ = killed.wait();
    let said = fails(folder, &["evolve", "run.toml", "--keep", "parts.run"]);
    assert!(said.contains("--resume"), "{said}");
    let args = ["evolve", "run.toml", "--keep", "parts.run", "--resume", "--threads", "2"];
    assert_eq!(story(folder, &args), whole);
}

#[test]
fn the_best_plays_from_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("run.toml"), RUN).expect("written");
    let args =
        ["evolve", "run.toml", "--generations", "2", "--save", "best.txt", "--html", "page.html"];
    story(folder, &args);
    let page = std::fs::read_to_string(folder.join("page.html")).expect("a page");
    assert!(page.contains("Fitness") && page.contains("<svg"));
    let player = "alphabeta:depth=2,plain=yes,eval=file:best.txt";
    let game =
        ["match", "native:lose-checkers", player, "random", "--games", "2", "--no-store", "--json"];
    let output = ludex(folder, &game).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_is_wrong_is_said_in_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let says = |name: &str, text: &str, expected: &str| {
        std::fs::write(folder.join(name), text).expect("written");
        let said = fails(folder, &["evolve", name]);
        assert!(said.contains(expected) && said.contains(name), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    };
    says(
        "one.toml",
        "poplation = 3\n",
        "line 1: `poplation` is not known; did you mean `population`?",
    );
    says("two.toml", "[problem]\ngame = 'native:chess'\n", "nobody plays");
    says("three.toml", "generations = 0\n", "generations is 0");
    let said = fails(folder, &["evolve", "lose-checker"]);
    assert!(said.contains("did you mean `lose-checkers`?"), "{said}");
    let said = fails(folder, &["evolve", "lose-checkers", "--resume"]);
    assert!(said.contains("no run"), "{said}");
    std::fs::write(folder.join("cut.run"), b"ludex evolution\n\x01").expect("written");
    let said = fails(folder, &["evolve", "lose-checkers", "--keep", "cut.run", "--resume"]);
    assert!(said.contains("cut.run"), "{said}");
    assert_eq!(std::fs::read(folder.join("cut.run")).expect("still there").len(), 17);
}
