//! Claims of `solve`, `search`, `analyse` and `explain tree` about games whose value
//! alpha-beta alone does not determine.

use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;

/// Two players who choose a row and a column at the same time, with known mixed values.
const TWO_BY_TWO: &str = "(role row) (role column) (init start)
(<= (legal ?role (choose ?n)) (role ?role) (true start) (number ?n))
(number 1) (number 2)
(<= (next (chose ?role ?n)) (does ?role (choose ?n)))
(<= terminal (not (true start)))
(<= (goal row ?goal) (true (chose row ?r)) (true (chose column ?c)) (pays ?r ?c ?goal ?rest))
(<= (goal column ?rest) (true (chose row ?r)) (true (chose column ?c)) (pays ?r ?c ?goal ?rest))
(pays 1 1 10 90) (pays 1 2 60 40)
(pays 2 1 90 10) (pays 2 2 20 80)";

/// `a` may end the game with 60, or enter a state without legal moves.
const STUCK_LATER: &str = "(role a) (role b) (init start)
(<= (legal a end) (true start))
(<= (legal a stray) (true start))
(<= (legal b wait) (true start))
(<= (next ended) (does a end))
(<= (next strayed) (does a stray))
(<= terminal (true ended))
(<= (goal a 60) (true ended))
(<= (goal b 40) (true ended))
(<= (goal a 100) (true strayed))
(<= (goal b 0) (true strayed))";

/// Not terminal at the start, and without legal moves.
const STUCK_AT_ONCE: &str = "(role a) (role b) (init (s 0))
(<= (legal ?r go) (role ?r) (true (s 5)))
(<= (next (s 1)) (true (s 0)))
(<= terminal (true (s 9)))
(<= (goal ?r 50) (role ?r))";

/// Two players who move in a cycle until both leave.
const CYCLE: &str = "(role a) (role b) (init (at 1))
(<= (legal ?r stay) (role ?r))
(<= (legal ?r leave) (role ?r))
(<= (next (at 2)) (true (at 1)) (not leaves))
(<= (next (at 1)) (true (at 2)) (not leaves))
(<= (next out) leaves)
(<= leaves (does a leave) (does b leave))
(<= terminal (true out))
(<= (goal ?r 50) (role ?r))";

/// Goals that sum to 60, 20 or 160.
const UNEQUAL: &str = "(role a) (role b) (init first)
(<= (legal a left) (true first))
(<= (legal a right) (true first))
(<= (legal b wait) (true first))
(<= (legal b spite) (true second))
(<= (legal b share) (true second))
(<= (legal a wait) (true second))
(<= (next second) (does a right))
(<= (next lefty) (does a left))
(<= (next spiteful) (does b spite))
(<= (next shared) (does b share))
(<= terminal (true lefty))
(<= terminal (true spiteful))
(<= terminal (true shared))
(<= (goal a 30) (true lefty))
(<= (goal b 30) (true lefty))
(<= (goal a 0) (true spiteful))
(<= (goal b 20) (true spiteful))
(<= (goal a 100) (true shared))
(<= (goal b 60) (true shared))";

/// The output and the exit status of a command.
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).expect("it prints JSON")
    }
}

fn ludex(args: &[&str]) -> Run {
    let mut command = Command::cargo_bin("ludex").expect("it was built for this test");
    command.args(args).env("NO_COLOR", "1").timeout(Duration::from_secs(120));
    command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    let output = command.output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// A temporary folder with a rule sheet.
fn sheet(rules: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rules.kif");
    std::fs::write(&path, rules).expect("writable");
    let path = path.display().to_string();
    (folder, path)
}

/// The rules of a bundled game with some words replaced.
fn changed(name: &str, parts: &[(&str, &str)]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/{name}.kif"));
    let rules = std::fs::read_to_string(path).expect("it is bundled");
    parts.iter().fold(rules, |rules, (old, new)| {
        assert!(rules.contains(old), "the sheet has no {old}");
        rules.replace(old, new)
    })
}

#[test]
fn rock_paper_scissors_is_even_and_mixed() {
    let run = ludex(&["solve", "rock-paper-scissors"]);
    let thirds = "(show paper) 1/3, (show rock) 1/3, (show scissors) 1/3";
    for line in [
        "with best play left gets 50 and right gets 50 of 100 in the mean, proven",
        &format!("left plays {thirds}"),
        &format!("right plays {thirds}"),
    ] {
        assert!(run.stdout.contains(line), "{}", run.stdout);
    }
    assert_eq!(run.code, Some(0));
    let json = ludex(&["solve", "rock-paper-scissors", "--json"]).json();
    assert_eq!(json["proven"], true);
    assert!((json["value"].as_f64().unwrap() - 50.0).abs() < 1e-6);
    for role in ["left", "right"] {
        let moves = json["strategies"][role].as_array().unwrap();
        let probabilities = moves.iter().map(|mv| mv["probability"].as_f64().unwrap());
        assert!(
            moves.len() == 3 && probabilities.into_iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-9)
        );
    }
}

#[test]
fn small_simultaneous_games_are_solved() {
    let (_folder, path) = sheet(TWO_BY_TWO);
    let run = ludex(&["solve", &path]);
    assert!(run.stdout.contains("row gets 43.333333 and column gets 56.666667"), "{}", run.stdout);
    assert!(run.stdout.contains("row plays (choose 1) 7/12, (choose 2) 5/12"), "{}", run.stdout);
    assert!(run.stdout.contains("column plays (choose 1) 1/3, (choose 2) 2/3"), "{}", run.stdout);

    let coins = [
        ("(init (purse x 8))", "(init (purse x 2)) (init (cell 2 2 x)) (init (cell 1 1 o))"),
        ("(init (purse o 8))", "(init (purse o 2))"),
    ];
    let (_folder, path) = sheet(&changed("bidding-tic-tac-toe", &coins));
    let json = ludex(&["solve", &path, "--json"]).json();
    assert!(json["proven"] == true && json["value"].as_f64().unwrap() > 50.0, "{json}");
}

#[test]
fn a_bound_is_called_a_bound() {
    // Too few positions for an equilibrium, enough for alpha-beta.
    let run = ludex(&["solve", "rock-paper-scissors", "--nodes", "600"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.stdout.contains("600 positions did not suffice; give it more --nodes"),
        "{}",
        run.stdout
    );
    let bound = "left is sure of at least 0 of 100";
    assert!(run.stdout.contains(bound), "{}", run.stdout);
    assert!(run.stdout.contains("the value if the others moved second: a bound"), "{}", run.stdout);
    assert!(!run.stdout.contains("proven") && !run.stdout.contains("--time"), "{}", run.stdout);
    // No equilibrium by backward induction, but the game is over at once if both leave.
    let (_folder, path) = sheet(CYCLE);
    let run = ludex(&["solve", &path, "--nodes", "20000"]);
    assert!(run.stdout.contains("play can come back to the same position"), "{}", run.stdout);
    assert!(!run.stdout.contains("--time") && !run.stdout.contains("proven"), "{}", run.stdout);
    let json = ludex(&["solve", &path, "--nodes", "20000", "--json"]).json();
    assert_eq!((&json["proven"], &json["value"]), (&false.into(), &Value::Null));
}

#[test]
fn what_was_assumed_of_the_other_is_said() {
    let (_folder, path) = sheet(UNEQUAL);
    let run = ludex(&["solve", &path]);
    let line = "a is sure of at least 30 of 100 with left, and of no more if b plays against a";
    assert!(run.stdout.contains(line) && run.stdout.contains("goals add up to"), "{}", run.stdout);
    assert!(!run.stdout.contains("proven") && run.code == Some(0), "{}", run.stdout);
    let json = ludex(&["solve", &path, "--json"]).json();
    assert_eq!((&json["proven"], &json["at_least"]), (&false.into(), &30.0.into()));
    assert_eq!(json["assumption"], "if the others play against it");
    let search = ludex(&["search", &path, "--player", "maxn"]).stdout;
    assert!(search.contains("100.0 of 100 if each role plays for itself"), "{search}");
}

#[test]
fn search_and_drawn_trees_say_who_moved_second() {
    let (_folder, path) = sheet(TWO_BY_TWO);
    let found = ludex(&["search", &path, "--player", "alphabeta"]).stdout;
    assert!(found.contains("at least 20.0 of 100; 20.0 if the others moved second"), "{found}");
    assert!(!found.contains("proven"), "{found}");
    let json = ludex(&["search", &path, "--player", "alphabeta", "--json"]).json();
    assert_eq!(json["assumption"], "if the others moved second");
    let tree = ludex(&["explain", "tree", &path]).stdout;
    assert!(tree.contains("value 20 if the others moved second"), "{tree}");
    assert_eq!(
        ludex(&["explain", "tree", &path, "--json"]).json()["assumption"],
        "if the others moved second"
    );
    // Turns: nothing is assumed.
    let turns =
        ludex(&["explain", "tree", "--tree", "(max (min 3 12) (min 2 4))", "--json"]).json();
    assert_eq!(turns["assumption"], Value::Null);
}

#[test]
fn analyses_of_simultaneous_games_have_the_equilibrium() {
    let (_folder, path) = sheet(TWO_BY_TWO);
    let args = ["analyse", &path, "--time", "0.3", "--games", "2"];
    let text = ludex(&args).stdout.replace('\n', " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    assert!(text.contains("Proven: With best play row gets 43.3 of 100 in the mean"), "{text}");
    assert!(text.contains("row plays (choose 1) 7/12, (choose 2) 5/12"), "{text}");
    let json = ludex(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(json["proof"]["proven"], true);
    assert_eq!(json["proof"]["strategies"]["row"].as_array().unwrap().len(), 2);
    let (_folder, path) = sheet(UNEQUAL);
    let json = ludex(&["analyse", &path, "--time", "0.3", "--games", "2", "--json"]).json();
    assert_eq!(
        (&json["proof"]["proven"], &json["proof"]["at_least"]),
        (&false.into(), &30.0.into())
    );
}

#[test]
fn a_root_without_moves_gets_one_message() {
    let (_folder, path) = sheet(STUCK_AT_ONCE);
    let message = "error: `a` has no legal move in this position, and the game is not over: play cannot go on\n";
    for args in [
        &["solve", &path][..],
        &["analyse", &path, "--quick"],
        &["explain", "tree", &path],
        &["search", &path],
        &["search", &path, "--role", "b", "--player", "alphabeta"],
        &["search", &path, "--role", "a", "--player", "proof"],
    ] {
        let run = ludex(args);
        assert_eq!((run.code, run.stderr.as_str()), (Some(1), message), "{args:?}");
        assert_eq!(run.stdout, "", "{args:?}");
    }
}

#[test]
fn positions_without_moves_are_given_as_the_reason() {
    let (_folder, path) = sheet(STUCK_LATER);
    let run = ludex(&["solve", &path]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.stdout.contains("not solved") && run.stdout.contains("a role has no move"),
        "{}",
        run.stdout
    );
    assert!(!run.stdout.contains("--time") && !run.stdout.contains("proven"), "{}", run.stdout);
    let json = ludex(&["analyse", &path, "--time", "0.3", "--games", "2", "--json"]).json();
    assert_eq!(json["proof"]["proven"], false);
    assert!(json["proof"]["why"].as_str().unwrap().contains("a role has no move"), "{json}");
}
