//! Coverage of a sheet: rules, pieces and moves that are never used.

use ludex_gdl::circuit::Budget;
use ludex_gdl::usage::{Probe, RuleKind, Usage};
use ludex_gdl::{Limits, Sheet, Source, library};

/// A walk of three steps; a queen that never appears, and a rule that requires
/// a step that never comes.
const WALK: &str = "\
(role robot)
(piece pawn) (piece queen)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(init (step 0))
(init (stands pawn))
(<= (base (stands ?p)) (piece ?p))
(<= (legal robot walk) (true (step ?n)))
(<= (legal robot (swap queen)) ; nobody can
  (true (stands queen)))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= (next (stands ?p)) (true (stands ?p)) (not crowned))
(<= (next (stands queen)) crowned)
(<= crowned (true (step 4)) (does robot walk))
(<= crowned (true (stands king)))
(<= terminal (true (step 3)))
(<= (goal robot 100) (true (step 3)))
(<= (goal robot 50) (true (step 2)))
(<= (goal robot 0) (not (true (step 3))))
";

fn usage(text: &str, n_games: u64) -> Usage {
    let (sheet, problems) = Sheet::parse(Source::new("walk.kif", text));
    assert!(problems.is_empty());
    let probe = Probe::new(&sheet, &Limits::default(), &Budget::default()).unwrap();
    probe.usage(&probe.random_games(1, 0..n_games))
}

#[test]
fn rules_that_never_apply_are_told_with_their_lines() {
    let usage = usage(WALK, 5);
    let told: Vec<(usize, bool)> =
        usage.rules.iter().map(|rule| (rule.place.line, rule.is_proven)).collect();
    // Grounding takes step 4 to be possible, and proves a king to be
    // impossible.
    assert_eq!(
        told,
        [(8, false), (12, false), (13, false), (14, true), (17, false), (18, false)],
        "{:?}",
        usage.rules
    );
    assert_eq!(usage.rules[0].text, "(<= (legal robot (swap queen)) (true (stands queen)))");
    // Goals are observed in terminal states.
    assert_eq!(usage.rules[4].kind, RuleKind::Goal);
}

#[test]
fn pieces_that_never_appear_are_told_with_their_lines() {
    let usage = usage(WALK, 5);
    let unused: Vec<(String, Option<usize>, bool)> = usage
        .facts
        .iter()
        .filter(|one| one.is_unused())
        .map(|one| (one.pattern.to_string(), one.place.map(|place| place.line), one.is_proven()))
        .collect();
    assert_eq!(
        unused,
        [
            ("(stands king)".to_string(), Some(14), true),
            ("(stands queen)".to_string(), Some(9), false),
            ("(step 4)".to_string(), Some(13), false),
        ]
    );
    assert_eq!(usage.unseen_moves, [("robot".to_string(), "(swap queen)".to_string())]);
}

#[test]
fn games_that_were_played_count_as_well() {
    let (sheet, _) = Sheet::parse(library::find("nim").unwrap().source());
    let probe = Probe::new(&sheet, &Limits::default(), &Budget::default()).unwrap();
    let nothing = probe.usage(&probe.replay(&[]));
    assert!(!nothing.rules.is_empty());
    let mut seen = probe.random_games(1, 0..100);
    seen.merge(&probe.random_games(1, 100..300));
    assert_eq!(seen, probe.random_games(1, 0..300));
    let usage = probe.usage(&seen);
    assert!(usage.rules.is_empty(), "{:?}", usage.rules);
    assert!(usage.unseen_moves.is_empty(), "{:?}", usage.unseen_moves);
}
