//! The command line as users see it: output, messages and exit codes.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use serde_json::Value;

fn ludex(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("ludex").expect("it was built for this test");
    command.args(args).env("NO_COLOR", "1").timeout(Duration::from_secs(120));
    // Keeps games played in tests out of the user's data folder.
    command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// The output of a successful run.
fn prints(args: &[&str]) -> String {
    let output = ludex(args).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("it prints text")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&prints(&[args, &["--json"]].concat())).expect("it prints JSON")
}

/// The message of a failing run, which must have the right exit code.
fn fails(args: &[&str]) -> String {
    let output = ludex(args).assert().code(1).get_output().clone();
    String::from_utf8([output.stdout, output.stderr].concat()).expect("it prints text")
}

/// A temporary folder with a file.
fn file(text: impl AsRef<[u8]>) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path: PathBuf = folder.path().join("rules.kif");
    std::fs::write(&path, text).expect("writable");
    (folder, path.display().to_string())
}

#[test]
fn games_are_listed() {
    let games = json(&["games"]);
    let names: Vec<&str> = games["games"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|game| game["name"].as_str())
        .collect();
    assert!(names.len() >= 24 && names.contains(&"breakthrough"), "{names:?}");
    assert!(prints(&["games"]).lines().count() == names.len() + 1);
}

#[test]
fn info_tells_what_a_game_is() {
    let info = json(&["info", "tic-tac-toe", "--playouts", "20"]);
    assert_eq!(info["roles"].as_array().unwrap().len(), 2);
    assert_eq!(info["simultaneous"], false);
    assert!((5.0..=9.0).contains(&info["mean_length"].as_f64().unwrap()));
    assert!(json(&["info", "tron", "--playouts", "5"])["simultaneous"].as_bool().unwrap());
    assert!(prints(&["info", "pig", "--playouts", "5"]).contains("random (chance)"));
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let play = |seed| prints(&["playthrough", "nim", "--seed", seed]);
    assert_eq!(play("7"), play("7"));
    assert_ne!(play("7"), play("8"));
}

#[test]
fn perft_counts() {
    let count = json(&["perft", "tic-tac-toe", "3"]);
    assert_eq!(count["nodes"], 504);
    let divided = json(&["perft", "tic-tac-toe", "3", "--divide"]);
    assert_eq!(divided["divide"].as_array().unwrap().len(), 9);
    assert_eq!(divided["nodes"], 504);
    let position = "(heap a 1) (heap b 1) (heap c 0) (control second)";
    assert_eq!(json(&["perft", "nim", "2", "--position", position])["nodes"], 2);
    assert!(prints(&["perft", "nim"]).contains("as expected"));
    assert!(
        fails(&["perft", "nim", "2", "--position", "(heap z 1)"]).contains("`z` does not occur")
    );
}

#[test]
fn check_and_fmt_work_on_files() {
    let (_folder, path) = file("(role r)(legal r go)\n(goal r 0)   terminal ; the end\n");
    let report = json(&["check", &path]);
    assert_eq!(report["files"][0]["ok"], true);
    assert_eq!(report["files"][0]["problems"][0]["severity"], "warning");
    ludex(&["check", "--strict", &path]).assert().code(1);
    assert!(fails(&["fmt", "--check", &path]).contains("not formatted"));
    ludex(&["fmt", &path]).assert().success();
    ludex(&["fmt", "--check", &path]).assert().success();
    assert!(std::fs::read_to_string(&path).unwrap().contains("; the end"));
}

#[test]
fn a_file_that_cannot_be_formatted_stays_as_it_is() {
    let (_folder, path) = file("(role r");
    assert!(fails(&["fmt", &path]).contains("never closed"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "(role r");
}

#[test]
fn names_that_are_nearly_right() {
    assert!(fails(&["info", "breaktrough"]).contains("did you mean `breakthrough`?"));
    assert!(fails(&["info", "xyzzy"]).contains("`ludex games`"));
    assert!(fails(&["info", "missing.kif"]).contains("missing.kif: No such file"));
    assert!(fails(&["info", "/"]).contains("folder"));
    assert!(fails(&["perft", "/dev/null"]).contains("give a depth"));
}

#[test]
fn broken_rules_are_shown_with_their_place() {
    let (_folder, path) = file("(role r)\n(<= terminal (not (true ?x)) (true (on ?y))\n");
    let message = fails(&["info", &path]);
    assert!(message.contains("rules.kif:2:1") && message.contains("never closed"), "{message}");
}

#[test]
fn hostile_files_get_a_message_and_nothing_worse() {
    let long = "(succ 1 2)\n".repeat(10_000_000);
    let cases: [(Vec<u8>, &str); 6] = [
        ("(".repeat(1_000_000).into(), "nested more than 200 deep"),
        ([vec![b'('; 1_000_000], vec![b')'; 1_000_000]].concat(), "nested more than 200 deep"),
        (")".repeat(1_000_000).into(), "without an opening one"),
        (
            (0..1_000_000u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect(),
            "not readable",
        ),
        (long.into(), "more than 16 MB"),
        (Vec::new(), "`role` is missing"),
    ];
    for (bytes, expected) in cases {
        let (_folder, path) = file(bytes);
        for command in [&["check", &path][..], &["info", &path]] {
            let message = fails(command);
            assert!(message.contains(expected), "{message}");
            assert!(message.len() < 200_000, "{} bytes of message", message.len());
        }
    }
}

/// A game whose next state is given by `p`.
const FOLLOWS_P: &str = "(role r) (init (x a)) (legal r go) (goal r 0)
    (<= terminal (true (x end))) (<= (next (x ?y)) (p ?y))\n";

#[test]
fn endless_recursion_is_cut_short() {
    let (_folder, path) = file(format!("{FOLLOWS_P} (p 0) (<= (p (s ?x)) (p ?x))"));
    let message = fails(&["info", &path]);
    assert!(message.contains("`p`") && message.contains("does its recursion end?"), "{message}");
}

#[test]
fn exploding_joins_are_cut_short() {
    let numbers: String = (0..60).map(|n| format!("(n {n})")).collect();
    let product = "(<= (p (t ?a ?b ?c ?d ?e)) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e))";
    let (_folder, path) = file(format!("{FOLLOWS_P} {numbers} {product}"));
    let started = Instant::now();
    let limits = ["--time-limit", "1", "--build-limit", "2"];
    let message = fails(&[&["perft", &path, "2"], &limits[..]].concat());
    assert!(message.contains("took longer than 1 s"), "{message}");
    assert!(started.elapsed() < Duration::from_secs(30));
    let message = fails(&["perft", &path, "2", "--memory-limit", "20"]);
    assert!(message.contains("took more than 20 MB"), "{message}");
}

#[test]
fn deep_recursion_needs_memory_not_stack() {
    let chain: String = (0..50_000).map(|n| format!("(succ {n} {})", n + 1)).collect();
    let rules = "(far 50000 end) (<= (far ?x ?y) (succ ?x ?z) (far ?z ?y))
        (<= (p ?y) (true (x a)) (far 0 ?y))";
    let (_folder, path) = file(format!("{FOLLOWS_P} {rules} {chain}"));
    assert_eq!(json(&["info", &path, "--playouts", "1"])["mean_length"], 1.0);
    assert!(fails(&["info", &path, "--memory-limit", "5"]).contains("more than 5 MB"));
}

#[test]
fn help_is_there_for_newcomers() {
    assert!(prints(&["--help"]).contains("Examples:"));
    assert!(prints(&["man"]).contains(".TH"));
    assert!(prints(&["completions", "bash"]).contains("_ludex"));
    ludex(&[]).assert().code(2);
}

#[test]
fn conform_reports_each_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let rules = "(role r)(init off)(legal r go)(<= (next on) (true off))(goal r 100)(<= terminal (true on))";
    std::fs::write(path("lamp.kif"), rules).unwrap();
    let sha1 = sha1_smol::Sha1::from(rules).digest().to_string();
    let trace = |last: &str| {
        format!(
            r#"{{"game":"lamp","sha1":"{sha1}","roles":["r"]}}
{{"playout":0,"ply":0,"true":["off"],"terminal":false,"legal":[["go"]],"goal":[[100]],"move":["go"]}}
{{"playout":0,"ply":1,"true":["{last}"],"terminal":true,"goal":[[100]]}}
"#
        )
    };
    let args = ["conform", "--games", &path(""), "--traces", &path("")];
    assert!(fails(&args).contains("no traces"));
    std::fs::write(path("lamp.jsonl"), trace("on")).unwrap();
    assert!(prints(&args).contains("1 game agrees, 0 do not; 2 states compared"));
    std::fs::write(path("lamp.jsonl"), trace("off")).unwrap();
    let message = fails(&args);
    assert!(message.contains("ply 1: facts: too many 1: on; missing 1: off"), "{message}");
    std::fs::write(path("lamp.jsonl"), "{\"game\":\"lamp\"}").unwrap();
    assert!(fails(&args).contains("line 1"));
}

#[test]
fn players_search_and_say_what_they_found() {
    let found = json(&["search", "tic-tac-toe", "--player", "uct:playouts=500", "--threads", "1"]);
    assert_eq!(found["role"], "x");
    assert!((400..=500).contains(&found["playouts"].as_u64().unwrap()));
    assert_eq!(found["candidates"].as_array().unwrap().len(), 9);
    let found = json(&["search", "native:tic-tac-toe", "--player", "alphabeta:depth=9"]);
    assert_eq!((&found["value"], &found["proven"]), (&50.0.into(), &true.into()));
    // One role: planned rather than played out.
    assert!(prints(&["search", "maze"]).contains("puzzle:time=10s"));
    let complaint = fails(&["search", "nim", "--player", "uct:playoust=5"]);
    assert!(complaint.contains("did you mean `playouts`?"), "{complaint}");
    let complaint = fails(&["search", "nim", "--player", "alphabeta:eval=magic"]);
    assert!(complaint.contains("possible: goal, mobility, random"), "{complaint}");
    assert!(fails(&["search", "nim", "--role", "third"]).contains("the roles are"));
}

#[test]
fn matches_are_the_same_at_any_number_of_threads() {
    let args = ["match", "tic-tac-toe", "uct:playouts=100", "random", "--games", "40"];
    let result = |threads: &str| {
        let mut row = json(&[&args[..], &["--threads", threads]].concat())["players"][0].take();
        row["ms_per_move"].take();
        row["nodes_per_second"].take();
        row
    };
    let one = result("1");
    assert_eq!(one, result("2"));
    assert!(one["score"].as_f64().unwrap() > 0.8, "{one}");
    assert!(fails(&["match", "tic-tac-toe", "random"]).contains("takes 2 players, not 1"));
}

#[test]
fn puzzles_are_solved() {
    let solved = json(&["solve", "towers-of-hanoi", "--nodes", "100000"]);
    assert_eq!((&solved["goal"], &solved["plies"]), (&100.into(), &31.into()));
    assert_eq!((&solved["best"], &solved["shortest"]), (&true.into(), &true.into()));
    assert!(prints(&["solve", "maze"]).contains("goal 100 in 39 plies: the shortest way, proven"));
    for method in ["bfs", "astar", "ida", "beam", "nested"] {
        let solved = prints(&["solve", "eight-queens", "--method", method, "--any-length"]);
        assert!(solved.contains("goal 100 in 8 plies"), "{method}: {solved}");
    }
    assert!(prints(&["solve", "tic-tac-toe"]).contains("x gets 50 of 100"));
    let solved = prints(&["solve", "native:connect-four-4x4"]);
    assert!(solved.contains("red gets 50 of 100"), "{solved}");
    assert!(fails(&["solve", "three-player-squava"]).contains("one or two players"));
    assert!(fails(&["solve", "native:go"]).contains("there is no native game `go`"));
    assert!(fails(&["solve", "maze", "--position", "(x"]).contains("--position"));
}

#[test]
fn searches_are_drawn() {
    let lecture = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))";
    let drawn = prints(&["explain", "tree", "--tree", lecture]);
    assert!(drawn.contains("▼ ≤2  cut: 2 ≤ α = 3"), "{drawn}");
    assert!(drawn.ends_with("alpha-beta: value 3, 7 leaves valued, 1 cut\n"), "{drawn}");
    let tree = json(&["explain", "tree", "--tree", lecture, "--algorithm", "minimax"]);
    assert_eq!((&tree["value"], &tree["children"][1]["value"]), (&3.0.into(), &2.0.into()));
    let (folder, _) = file("");
    let path = folder.path().join("nim.svg").display().to_string();
    prints(&["explain", "tree", "nim", "--depth", "2", "--eval", "mobility", "--svg", &path]);
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("<svg"));
    assert!(fails(&["explain", "tree", "chess", "--depth", "3"]).contains("try a smaller depth"));
    assert!(fails(&["explain", "tree", "--tree", "(max 3"]).contains("never closed"));
    ludex(&["explain", "tree"]).assert().code(2);
}

#[test]
fn experiments_are_listed_and_estimated() {
    assert!(prints(&["experiment", "list"]).contains("evolved-to-win-3.5"));
    assert_eq!(json(&["experiment", "list"])[0]["sizes"].as_array().map(Vec::len), Some(3));
    let complaint = fails(&["experiment", "evolved-to-win-35"]);
    assert!(complaint.contains("did you mean `evolved-to-win-3.5`?"), "{complaint}");
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("games.sqlite").display().to_string();
    let quick = ["experiment", "evolved-to-win-3.5", "--quick", "--store", &store];
    let complaint = fails(&[&quick[..], &["--resume"]].concat());
    assert!(complaint.contains("nothing of evolved-to-win-3.5 was played"), "{complaint}");
}

#[test]
fn structure_finds_boards_and_pieces() {
    let found = json(&["structure", "connect-four", "--games", "200"]);
    let board = &found["boards"][0];
    assert_eq!(board["relation"], "cell");
    assert_eq!(board["location_args"], serde_json::json!([1, 2]));
    assert_eq!((&board["content_arg"], &board["cells"]), (&3.into(), &42.into()));
    assert_eq!((&board["width"], &board["height"]), (&7.into(), &6.into()));
    let roles: Vec<&str> =
        found["pieces"].as_array().unwrap().iter().filter_map(|one| one["role"].as_str()).collect();
    assert_eq!(roles, ["red", "yellow"]);
    assert_eq!(found["control"]["relation"], "control");
    let text = prints(&["structure", "breakthrough", "--games", "50"]);
    assert!(text.contains("\n8 b b b b b b b b\n") && text.contains("of white"), "{text}");
}

#[test]
fn structure_draws_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.svg");
    prints(&["structure", "tic-tac-toe", "--games", "50", "--svg", path.to_str().unwrap()]);
    assert!(std::fs::read_to_string(path).unwrap().starts_with("<svg"));
}

#[test]
fn scrambled_rules_are_the_same_game() {
    let text =
        prints(&["scramble", "tic-tac-toe", "--symbols", "--reorder", "--dummy", "--combine"]);
    assert!(!text.contains("cell") && text.contains("(role "), "{text}");
    let (_folder, path) = file(&text);
    assert_eq!(
        json(&["perft", &path, "3"])["nodes"],
        json(&["perft", "tic-tac-toe", "3"])["nodes"]
    );
    let other = prints(&["scramble", "tic-tac-toe", "--seed", "2"]);
    assert_ne!(other, prints(&["scramble", "tic-tac-toe"]));
}
