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
    explained(folder, "run-1");
    let player = "alphabeta:depth=2,plain=yes,eval=file:best.txt";
    let game =
        ["match", "native:lose-checkers", player, "random", "--games", "2", "--no-store", "--json"];
    let output = ludex(folder, &game).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Which terminals matter in a run, by all measures.
fn explained(folder: &Path, run: &str) {
    let args = ["explain", "evolved", run, "--games", "4", "--strong", "2", "--strength", "1"];
    let rest = ["--pairs", "2", "--generations", "1", "--html", "anatomy.html", "--json"];
    let output = ludex(folder, &[&args[..], &rest].concat()).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("evolutions: about"), "{said}");
    let anatomy: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    let terminals = anatomy["terminals"].as_array().expect("a list");
    let names: Vec<&str> = terminals.iter().filter_map(|one| one["terminal"].as_str()).collect();
    assert!(names.contains(&"mobility"), "{names:?}");
    for one in terminals {
        let of = |key: &str| one[key].as_f64().expect("a number");
        let mean = (of("single") + of("disabled") + of("without")) / 3.0;
        assert!((of("strength") - mean).abs() < 1e-9, "{one}");
    }
    assert_eq!(anatomy["pairs"].as_array().map(Vec::len), Some(1));
    let page = std::fs::read_to_string(folder.join("anatomy.html")).expect("a page");
    assert!(page.contains("S_no") && page.contains("<svg"));
    let said = fails(folder, &["explain", "evolved", "no-such-run"]);
    assert!(said.contains("there is no run `no-such-run`"), "{said}");
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

const RULES: &str = "\
generations = 3
population = 12
retest = { every = 2, top = 1, games = 10 }

[problem]
game = 'tic-tac-toe'
depth = 1
guides = [{ player = 'random', games = 4 }]
seeds = ['(if middle 0 lead)', 'lead']

[problem.ideas]
lead = '(sub number_of_x number_of_o)'

[[problem.queries]]
name = 'middle'
test = '(true (cell 2 2 o))'
";

#[test]
fn a_game_with_rules_is_asked_what_people_want_to_know() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("run.toml"), RULES).expect("written");
    let story = story(folder, &["evolve", "run.toml", "--generations", "1", "--save", "best.txt"]);
    let terminals: Vec<&str> =
        story["terminals"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(terminals.contains(&"middle") && terminals.contains(&"x_at"), "{terminals:?}");
    let at = terminals.iter().position(|&name| name == "middle").expect("it is asked");
    assert!(story["history"][0]["usage"][at].as_u64() > Some(0), "the seed asks it");
    // What the file asks is in it, so that any match understands it.
    let by_hand = "ludex evolved 1\nrole x\ntest middle\n1 (cell 2 2 o)\ntrees\n(if middle 0 9)\n";
    std::fs::write(folder.join("hand.txt"), by_hand).expect("written");
    for file in ["best.txt", "hand.txt"] {
        let player = format!("alphabeta:depth=1,plain=yes,eval=file:{file}");
        let game = ["match", "tic-tac-toe", &player, "random", "--games", "2", "--no-store"];
        let output = ludex(folder, &game).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_query_that_the_rules_do_not_understand_is_told_by_the_checker() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let says = |from: &str, to: &str, expected: &str| {
        let text = RULES.replace(from, to);
        assert_ne!(text, RULES, "{from} is there");
        std::fs::write(folder.join("run.toml"), text).expect("written");
        let said = fails(folder, &["evolve", "run.toml"]);
        assert!(said.contains(expected), "{said}");
    };
    says("(cell 2 2 o)", "(cel 2 2 o)", "did you mean `cell`?");
    says("(true (cell 2 2 o))", "(true (cell 2 2 o)", "never closed");
    says("(true (cell 2 2 o))", "(does x (mark 2 2))", "cannot depend on `does`");
    says("\ntest =", "\ntests =", "did you mean `test`?");
    says("'middle'", "'number_of_x'", "is asked already");
    says("number_of_o)", "number_of_p)", "the idea `lead`");
    says("(sub number_of_x number_of_o)", "(sub lead 1)", "in a circle");
    says("'tic-tac-toe'", "'native:reversi'", "`queries` needs a game with rules");
}
