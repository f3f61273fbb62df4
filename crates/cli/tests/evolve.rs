//! `ludex evolve` on the command line: killed, resumed, and with invalid files.

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

/// The message of a failing run.
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
    assert!(page.contains("<title>Ludex: evolution of players for native:lose-checkers</title>"));
    // Best and mean keep their colours: the best comes first in every plot.
    for plot in page.split("<svg").filter(|plot| plot.contains(">mean</")) {
        let best = plot.find(">best</").or(plot.find(">of the best</"));
        assert!(best.is_some() && best < plot.find(">mean</"), "{plot}");
    }
    explained(folder, "run-1");
    let player = "alphabeta:depth=2,plain=yes,eval=file:best.txt";
    let game =
        ["match", "native:lose-checkers", player, "random", "--games", "2", "--no-store", "--json"];
    let output = ludex(folder, &game).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The importance of terminals in a run, by all measures.
fn explained(folder: &Path, run: &str) {
    let args = ["explain", "evolved", run, "--games", "4", "--strong", "2", "--strength", "1"];
    let rest = ["--pairs", "2", "--generations", "1", "--html", "anatomy.html", "--json"];
    let output = ludex(folder, &[&args[..], &rest].concat()).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("evolutions: about"), "{said}");
    let anatomy: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    let terminals = anatomy["terminals"].as_array().expect("a list");
    let names: Vec<&str> = terminals.iter().filter_map(|one| one["terminal"].as_str()).collect();
    assert!(anatomy["baseline"].is_number(), "{anatomy}");
    assert!(names.contains(&"mobility"), "{names:?}");
    for one in terminals {
        let of = |key: &str| one[key].as_f64().expect("a number");
        let mean = (of("single") + of("disabled") + of("without")) / 3.0;
        assert!((of("strength") - mean).abs() < 1e-9, "{one}");
    }
    assert_eq!(anatomy["pairs"].as_array().map(Vec::len), Some(1));
    let page = std::fs::read_to_string(folder.join("anatomy.html")).expect("a page");
    assert!(page.contains("S_no") && page.contains("<svg"));
    assert!(page.contains("without an evaluation scores") && page.contains("less the baseline"));
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
    says("two.toml", "[problem]\ngame = 'native:chess'\n", "there are no games");
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

[problem.building_blocks]
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
    // The file contains its questions, so that any match can read it.
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
    says("number_of_o)", "number_of_p)", "the building block `lead`");
    says("(sub number_of_x number_of_o)", "(sub lead 1)", "in a circle");
    says("'tic-tac-toe'", "'native:reversi'", "`queries` needs a game with rules");
}

/// A short run of a rule sheet.
const SHORT: &str = "\
seed = 5
generations = 2
population = 6
retest = { every = 0 }

[problem]
game = 'tic-tac-toe'
guides = [{ player = 'random', games = 2 }]
";

#[test]
fn a_run_goes_on_by_the_command_that_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let args = ["evolve", "--game", "tic-tac-toe", "--population", "4", "--generations", "1"];
    let rest = ["--test", "4"];
    let begun = ludex(folder, &[&args[..], &rest].concat()).output().expect("it runs");
    assert!(begun.status.success(), "{}", String::from_utf8_lossy(&begun.stderr));
    let text = String::from_utf8(begun.stdout).expect("text");
    assert!(text.starts_with("tic-tac-toe: 1 generation, "), "{text}");
    let said = fails(folder, &args);
    let told = said.split('`').find(|part| part.starts_with("ludex ")).expect("a command");
    assert_eq!(told, "ludex evolve --game tic-tac-toe --resume");
    // Options given at the start need not be repeated.
    let mut words: Vec<&str> = told.split(' ').skip(1).collect();
    words.extend(["--generations", "2", "--test", "4", "--json"]);
    let output = ludex(folder, &words).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let story: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    assert_eq!(story["history"].as_array().map(Vec::len), Some(2));
    assert_eq!(story["history"][1]["evaluations"], 4);
    let said = fails(folder, &["evolve", "--game", "tic-tac-toe", "--population", "5", "--resume"]);
    assert!(said.contains("`population` was 4, now 5"), "{said}");
}

#[test]
fn the_seed_of_a_file_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("run.toml"), SHORT).expect("written");
    let five = story(folder, &["evolve", "run.toml"]);
    assert_eq!(five["seed"], 5);
    assert!(folder.join("ludex/evolved/run-5.run").exists());
    let one = story(folder, &["evolve", "run.toml", "--seed", "1", "--save", "best.txt"]);
    assert_eq!(one["seed"], 1);
    assert!(folder.join("ludex/evolved/run-1.run").exists());
    let text = std::fs::read_to_string(folder.join("best.txt")).expect("a player");
    assert!(text.contains("seed 1"), "{text}");
    // Without a seed in the file, that of the command line is used.
    std::fs::write(folder.join("plain.toml"), SHORT.replace("seed = 5", "")).expect("written");
    assert_eq!(story(folder, &["evolve", "plain.toml"])["seed"], 1);
}

#[test]
fn a_changed_file_is_told_and_nothing_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let write = |text: &str| std::fs::write(folder.join("run.toml"), text).expect("written");
    write(SHORT);
    let keep = ["evolve", "run.toml", "--keep", "kept.run"];
    let resume = [&keep[..], &["--resume"]].concat();
    story(folder, &[&keep[..], &["--generations", "1"]].concat());
    let before = std::fs::read(folder.join("kept.run")).expect("kept");
    let changed = SHORT.replace("population = 6", "population = 8").replace("seed = 5", "seed = 6");
    write(&changed.replace("games = 2", "games = 3"));
    let said = fails(folder, &resume);
    assert!(said.starts_with("error: kept.run was begun with other parameters: "), "{said}");
    assert!(said.contains("`population` was 6, now 8; "), "{said}");
    assert!(said.contains("`seed` was 5, now 6; "), "{said}");
    assert!(said.contains("`problem.guides[0].games` was 2, now 3; "), "{said}");
    assert!(
        said.ends_with("go on with run.toml as it was, or begin anew with `--fresh`"),
        "{said}"
    );
    assert_eq!(std::fs::read(folder.join("kept.run")).expect("kept"), before);
    // The number of generations may change, and so may comments.
    write(&format!("# a comment\n{}", SHORT.replace("generations = 2", "generations = 3")));
    let longer = story(folder, &resume);
    assert_eq!(longer["history"].as_array().map(Vec::len), Some(3));
    // A run is replaced only with `--fresh`.
    write(&changed);
    let args = [&keep[..], &["--fresh", "--generations", "1"]].concat();
    assert_eq!(story(folder, &args)["history"][0]["evaluations"], 8);
}

#[test]
fn a_run_knows_the_rules_it_began_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let rules =
        ludex_gdl::library::find("tic-tac-toe").expect("bundled").source().text().to_string();
    std::fs::write(folder.join("game.kif"), &rules).expect("written");
    std::fs::write(folder.join("run.toml"), SHORT.replace("tic-tac-toe", "game.kif"))
        .expect("written");
    let keep = ["evolve", "run.toml", "--keep", "kept.run"];
    story(folder, &[&keep[..], &["--generations", "1"]].concat());
    std::fs::write(folder.join("game.kif"), format!("{rules}\n; other\n")).expect("written");
    let said = fails(folder, &[&keep[..], &["--resume"]].concat());
    assert!(said.contains("began with other contents of the rules of game.kif"), "{said}");
    let said = fails(folder, &["explain", "evolved", "kept.run"]);
    assert!(said.contains("the rules of game.kif"), "{said}");
    std::fs::write(folder.join("game.kif"), &rules).expect("written");
    story(folder, &[&keep[..], &["--resume"]].concat());
}

#[test]
fn a_log_has_a_line_for_each_generation() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("run.toml"), SHORT).expect("written");
    let args = ["evolve", "run.toml", "--test", "4", "--json"];
    let output = ludex(folder, &args).output().expect("it runs");
    let log = String::from_utf8(output.stderr).expect("text");
    let lines: Vec<&str> = log.lines().filter(|line| line.starts_with("generation ")).collect();
    assert_eq!(lines.len(), 2, "{log}");
    assert!(lines[0].starts_with("generation 1 of 2, 1 s left: best "), "{log}");
    assert!(lines[1].starts_with("generation 2 of 2: best "), "{log}");
    serde_json::from_slice::<Value>(&output.stdout).expect("standard output is JSON alone");
}

#[test]
#[cfg(unix)]
fn an_engine_that_dies_is_an_error_and_not_a_score() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let script = "while read -r line; do case \"$line\" in\n\
        list_commands) printf '= play\\nclear_board\\ngenmove\\n\\n';;\n\
        clear_board|play*) printf '=\\n\\n';;\n\
        genmove*) exit 3;;\nesac; done\n";
    std::fs::write(folder.join("mortal"), script).expect("written");
    let run = "generations = 2\npopulation = 4\nretest = { every = 0 }\n[problem]\n\
        game = 'native:reversi'\nbenchmark = 'gtp:sh,args=(mortal)'\nco_play = { games = 1 }\n";
    std::fs::write(folder.join("run.toml"), run).expect("written");
    let said = fails(folder, &["evolve", "run.toml", "--test", "4"]);
    let error = said.lines().last().expect("a line");
    assert!(error.starts_with("error: player `gtp:sh,args=(mortal)` failed: "), "{said}");
    assert!(error.contains("exit status: 3"), "{said}");
    // The evolved population is saved, and the message says how to resume.
    assert!(error.contains("`ludex evolve run.toml --resume` goes on"), "{said}");
    assert!(folder.join("ludex/evolved/run-1.run").exists());
    let from = ["bench", "accuracy", "native:reversi", "gtp:sh,args=(mortal)", "--positions", "1"];
    let said = fails(folder, &[&from[..], &["--from", "gtp:sh,args=(mortal)"]].concat());
    assert!(said.contains("player `gtp:sh,args=(mortal)` failed: "), "{said}");
}

#[test]
fn problems_of_other_kinds_run_and_are_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let options = ["evolve", "regression", "--population", "30", "--keep", "kept.run"];
    let begin = [&options[..], &["--generations", "2", "--save", "best.txt"]].concat();
    let begun = story(folder, &begin);
    assert_eq!(begun["history"].as_array().map(Vec::len), Some(2), "{begun}");
    let saved = std::fs::read_to_string(folder.join("best.txt")).expect("saved");
    assert!(saved.contains("z:\n"), "{saved}");
    let more = ["--generations", "3", "--resume", "--html", "curves.html"];
    let resumed = story(folder, &[&options[..], &more].concat());
    assert_eq!(resumed["history"].as_array().map(Vec::len), Some(3), "{resumed}");
    assert!(folder.join("curves.html").exists());
}
