//! `ludex analyse` on games of all kinds.

use assert_cmd::Command;
use serde_json::Value;

fn ludex(args: &[&str]) -> String {
    let output = Command::cargo_bin("ludex").unwrap().args(args).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

fn json(game: &str, n_games: &str) -> Value {
    let args = ["analyse", game, "--json", "--time", "0.5", "--games", n_games];
    serde_json::from_str(&ludex(&args)).unwrap()
}

#[test]
fn hex_is_never_drawn() {
    let analysis = json("hex", "2");
    for level in analysis["levels"].as_array().unwrap() {
        assert_eq!(level["draws"]["value"], 0.0);
    }
    assert_eq!(analysis["usage"]["never_legal"], serde_json::json!([]));
}

#[test]
fn games_of_all_kinds_have_a_report() {
    // A puzzle, simultaneous moves, chance, three players, no rule sheet.
    for game in
        ["blocks-world", "rock-paper-scissors", "pig", "three-player-squava", "native:tic-tac-toe"]
    {
        let text = ludex(&["analyse", game, "--time", "0.3", "--games", "2"]);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.contains("LENGTH AND BRANCHING"), "{text}");
    }
}

#[test]
fn unused_rules_and_pieces_are_told_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walk.kif");
    let sheet = "\
(role robot)
(piece pawn) (piece queen)
(init (stands pawn))
(init (step 0))
(succ 0 1) (succ 1 2)
(<= (legal robot walk) (true (step ?n)))
(<= (legal robot rest) (true (step ?n)))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= (next (stands ?p)) (true (stands ?p)))
(<= (next (stands queen)) (does robot walk) (true (stands king)))
(<= terminal (true (step 2)))
(<= (goal robot 100) (true (step 2)))
(<= (goal robot 0) (not (true (step 2))))
";
    std::fs::write(&path, sheet).unwrap();
    let page = folder.path().join("walk.html");
    let (path, page) = (path.to_str().unwrap(), page.to_str().unwrap());
    let args = ["analyse", path, "--json", "--time", "0.3", "--games", "4", "--html", page];
    let analysis: Value = serde_json::from_str(&ludex(&args)).unwrap();
    let rules = analysis["usage"]["unused_rules"].as_array().unwrap();
    let lines: Vec<u64> = rules.iter().map(|rule| rule["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [10, 13]);
    assert_eq!((&rules[0]["proven"], &rules[1]["proven"]), (&true.into(), &false.into()));
    let facts = analysis["usage"]["unused_facts"].to_string();
    assert!(facts.contains("(stands queen)") && facts.contains("\"line\":10"), "{facts}");
    assert!(std::fs::read_to_string(page).unwrap().contains("can never"));
}
