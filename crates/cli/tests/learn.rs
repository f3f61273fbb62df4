//! `ludex learn` on games of several kinds.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn learn(game: &str, folder: &Path, more: &[&str]) -> Value {
    let save = folder.join("knowledge.txt");
    let output = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(["learn", game, "--json", "--games", "150", "--runs", "30", "--matches", "6"])
        .args(["--playouts", "50", "--milliseconds", "5", "--save"])
        .arg(&save)
        .args(more)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn what_is_learned_is_shown_kept_and_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let html = folder.path().join("page.html");
    let name = html.display().to_string();
    let lesson = learn("tic-tac-toe", folder.path(), &["--html", &name, "--unguarded"]);
    assert_eq!(lesson["structure"]["boards"][0]["width"], 3);
    assert!(lesson["evaluator"]["loss"].as_f64() < lesson["evaluator"]["loss_of_mean"].as_f64());
    assert!(lesson["features"]["kept"].as_u64() > Some(20));
    assert_eq!(lesson["matches"].as_array().expect("matches").len(), 3);
    let page = std::fs::read_to_string(&html).expect("a page");
    assert!(page.contains("<svg") && page.contains("What positions are worth"));
    let knowledge = std::fs::read_to_string(folder.path().join("knowledge.txt")).expect("a file");
    assert!(knowledge.contains("ludex knowledge 1") && knowledge.contains("ludex evaluator 1"));
    // Players read the same file.
    let file = folder.path().join("knowledge.txt").display().to_string();
    for player in [format!("alphabeta:depth=2,eval=file:{file}"), format!("uct:features={file}")] {
        let output = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args(["search", "tic-tac-toe", "--player", &player])
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_same_seed_teaches_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = |threads| {
        learn("connect-four", folder.path(), &["--threads", threads, "--unguarded"]);
        std::fs::read_to_string(folder.path().join("knowledge.txt")).expect("a file")
    };
    assert_eq!(known("1"), known("2"));
}

#[test]
fn what_does_not_apply_is_said_in_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, note) in [
        ("eight-puzzle", "no match: there is nobody to play against"),
        ("rock-paper-scissors", "no features"),
        ("nim", "no board was found"),
    ] {
        let lesson = learn(game, folder.path(), &[]);
        let notes: Vec<&str> =
            lesson["notes"].as_array().expect("notes").iter().filter_map(Value::as_str).collect();
        assert!(notes.iter().any(|line| line.contains(note)), "{game}: {notes:?}");
    }
}

#[test]
fn a_scrambled_copy_recalls_what_was_learned() {
    let folder = tempfile::tempdir().expect("a folder");
    let ludex = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args(args)
            .env("XDG_DATA_HOME", folder.path())
            .current_dir(folder.path())
            .output()
            .expect("it runs");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (is_known, _) = ludex(&["learn", "tic-tac-toe", "--recall"]);
    assert!(!is_known, "nothing is known yet");
    let few = ["--games", "100", "--runs", "20", "--matches", "2", "--playouts", "20"];
    let args = [&["learn", "tic-tac-toe", "--unguarded", "--milliseconds", "2"], &few[..]].concat();
    assert!(ludex(&args).0);
    let (_, sheet) = ludex(&["scramble", "tic-tac-toe", "--symbols", "--reorder", "--seed", "5"]);
    std::fs::write(folder.path().join("copy.kif"), sheet).expect("a file");
    assert!(ludex(&["learn", "copy.kif", "--recall", "--save", "known.txt"]).0);
    let known = std::fs::read_to_string(folder.path().join("known.txt")).expect("a file");
    assert!(known.contains("offensive") && !known.contains("(mark "));
    let player = "alphabeta:depth=2,eval=file:known.txt";
    assert!(ludex(&["search", "copy.kif", "--player", player]).0);
    assert!(ludex(&["search", "copy.kif", "--player", "uct:playouts=50,features=known.txt"]).0);
}
