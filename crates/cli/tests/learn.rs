//! `ludex learn` on games of several kinds.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn learn(game: &str, folder: &Path, more: &[&str]) -> Value {
    let save = folder.join(format!("{game}.txt"));
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
    // The last one is between alpha-beta and UCT.
    assert_eq!(lesson["matches"].as_array().expect("matches").len(), 4);
    let page = std::fs::read_to_string(&html).expect("a page");
    assert!(page.contains("<svg") && page.contains("What positions are worth"));
    let knowledge = std::fs::read_to_string(folder.path().join("tic-tac-toe.txt")).expect("a file");
    for part in ["knowledge", "features", "evaluator", "player"] {
        assert!(knowledge.contains(&format!("ludex {part} 1\n")), "{part}");
    }
    // Players read the same file.
    let file = folder.path().join("tic-tac-toe.txt").display().to_string();
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
    let known = |threads| {
        let folder = tempfile::tempdir().expect("a folder");
        // Matches with a clock are not reproducible.
        let more = ["--threads", threads, "--unguarded", "--skip", "matches"];
        let lesson = learn("connect-four", folder.path(), &more);
        let file = folder.path().join("connect-four.txt");
        (lesson["alone"].clone(), std::fs::read_to_string(file).expect("a file"))
    };
    assert_eq!(known("1"), known("2"));
}

#[test]
fn what_does_not_apply_is_said_in_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, note) in [
        ("eight-puzzle", "no match: the game has a single player"),
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

/// A user of the program, with a data folder.
struct User {
    folder: tempfile::TempDir,
}

/// Arguments of a short lesson in tic-tac-toe.
fn few<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["learn", "tic-tac-toe", "--unguarded", "--runs", "20", "--playouts", "10"];
    args.extend(["--milliseconds", "1", "--matches", "2"]);
    if !more.contains(&"--games") {
        args.extend(["--games", "60"]);
    }
    args.extend(more);
    args
}

impl User {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
        command.args(args).env("XDG_DATA_HOME", self.folder.path());
        command.current_dir(self.folder.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("it runs")
    }

    /// Runs a short lesson.
    fn learn(&self, more: &[&str]) -> String {
        let output = self.run(&few(more));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    /// The knowledge file.
    fn file(&self) -> PathBuf {
        let files =
            std::fs::read_dir(self.folder.path().join("ludex/knowledge")).expect("a folder");
        let mut paths = files.map(|file| file.expect("a file").path());
        let is_it = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "txt");
        paths.find(is_it).expect("something was learned")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.file()).expect("readable")
    }

    /// Whether there are features and an evaluator, as the program itself reads them.
    fn parts(&self) -> (bool, bool) {
        let output = self.run(&["learn", "tic-tac-toe", "--recall", "--json"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let known: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let has_features = known["features"]["list"].as_array().is_some_and(|all| !all.is_empty());
        let has_evaluator = known["evaluator"]["roles"][0]["terms"].is_array();
        (has_features, has_evaluator)
    }
}

#[test]
fn what_is_skipped_stays_as_it_was() {
    let user = User::new();
    let _ = user.learn(&["--skip", "terms,matches"]);
    let before = user.text();
    assert_eq!(user.parts(), (true, true));
    for parts in ["terms,evaluator,features,matches", "evaluator,matches", "features,terms"] {
        let _ = user.learn(&["--skip", parts]);
        let after = user.text();
        assert!(after.starts_with(&before), "{parts}: {after}");
    }
}

#[test]
fn knowledge_is_never_less_than_before() {
    let user = User::new();
    // One part after the other.
    let _ = user.learn(&["--skip", "terms,evaluator,matches"]);
    assert_eq!(user.parts(), (true, false));
    let started = Instant::now();
    let _ = user.learn(&["--skip", "terms,matches"]);
    let time = started.elapsed();
    assert_eq!(user.parts(), (true, true));
    // Killed at random times while it replaces the file.
    for number in 0..10u32 {
        let seed = (number + 2).to_string();
        let args = few(&["--skip", "terms,matches", "--fresh", "--seed", &seed]);
        let mut child = user.command(&args).spawn().expect("it starts");
        std::thread::sleep(time.mul_f64(f64::from(number + 1) / 10.0));
        let _ = child.kill();
        child.wait().expect("it ends");
        assert_eq!(user.parts(), (true, true), "killed after {number} tenths");
    }
    // A longer lesson replaces the parts or not, and prints why.
    let said = user.learn(&["--skip", "terms,features,matches", "--games", "200", "--seed", "30"]);
    assert!(
        said.contains("replaced the evaluator of before: ")
            || said.contains("kept the evaluator of before: "),
        "{said}"
    );
    assert!(said.contains("bits a position in"), "{said}");
    assert_eq!(user.parts(), (true, true));
    // A file of another version is not changed, which is reported at once.
    let newer = user.text().replace("ludex knowledge 1", "ludex knowledge 2");
    let file = user.file();
    std::fs::write(&file, &newer).expect("writable");
    let output = user.run(&few(&[]));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("is of another version") && said.contains("--fresh"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).expect("readable"), newer);
    // With `--fresh` it is moved aside.
    let said = user.learn(&["--skip", "terms,matches", "--fresh"]);
    assert!(said.contains("moved aside: "), "{said}");
    let aside = file.with_extension("txt.aside-1");
    assert_eq!(std::fs::read_to_string(aside).expect("readable"), newer);
    assert_eq!(user.parts(), (true, true));
}

#[test]
fn paths_may_have_any_letters() {
    let user = User::new();
    let path = "a,b (1] \"x|y.txt";
    let output = user.run(&few(&["--skip", "terms", "--save", path, "--json"]));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lesson: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let matches = lesson["matches"].as_array().expect("matches");
    assert_eq!(matches.len(), 4);
    // The printed command can be run as it is.
    for proof in matches {
        let player = proof["learned"].as_str().expect("a spec");
        let output = user.run(&["search", "tic-tac-toe", "--player", player]);
        assert!(output.status.success(), "{player}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let wanted = r#"alphabeta:depth=3,eval=file:"a,b (1] \"x|y.txt""#;
    assert_eq!(matches[2]["learned"], wanted);
}

#[test]
fn numbers_out_of_range_are_said_with_their_range() {
    let user = User::new();
    for (option, value, range) in [
        ("--greed", "5", "a number from 0 to 1 is needed"),
        ("--others", "7", "a number from 0 to 1 is needed"),
        ("--levels", "0", "a whole number from 1 to 100 is needed"),
        ("--games", "0", "a whole number from 1 to"),
        ("--runs", "0", "a whole number from 1 to"),
        ("--matches", "0", "a whole number from 1 to"),
        ("--temperature", "0", "a number from 0.01 to 100 is needed"),
    ] {
        let output = user.run(&["learn", "tic-tac-toe", option, value]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(range), "{said}");
    }
}

#[test]
fn what_cannot_be_kept_is_still_shown() {
    let user = User::new();
    // Reported before any work.
    let started = Instant::now();
    let output = user.run(&["learn", "breakthrough", "--save", "no/such/folder.txt"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no/such/folder.txt"));
    assert!(started.elapsed() < Duration::from_secs(5));
    if Path::new("/dev/full").exists() {
        let output = user.run(&few(&["--skip", "terms,matches", "--save", "/dev/full"]));
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains("/dev/full: No space left"));
        assert!(String::from_utf8_lossy(&output.stdout).contains("What positions are worth"));
    }
}
