//! Public rule sheets replayed against recorded games, where these are
//! available. `ludex conform` replays all of them; this is a sample.

use std::path::{Path, PathBuf};

use ludex_gdl::trace::Trace;
use ludex_gdl::{Limits, Reference, Sheet, Source};

fn shared() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/ggp")
}

#[test]
fn a_sample_of_recorded_games_is_reproduced() {
    let Ok(entries) = std::fs::read_dir(shared().join("traces")) else {
        eprintln!("no traces here; nothing to compare with");
        return;
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    for file in files.iter().step_by(7) {
        let trace = Trace::read(&std::fs::read(file).expect("readable")).expect("a trace");
        let name = &trace.header.game;
        let sheet = std::fs::read(shared().join(format!("games/{name}.kif"))).expect("its rules");
        let (sheet, _) = Sheet::parse(Source::from_bytes(name.as_str(), &sheet));
        let game = Reference::new(&sheet, Limits::default()).expect("it loads");
        if let Err(mismatch) = trace.replay(&game) {
            panic!("{name}: {mismatch}");
        }
    }
}

/// Rules that other evaluators get wrong, in small: the answers were derived by
/// hand.
#[test]
fn rules_with_traps() {
    // Negation through the same relation, but not through the same fact.
    check("(<= (goal r 0) (not (goal r 100))) (<= (goal r 100) (true won))", "[0]");
    // A variable that occurs only under `not`: for no value.
    check(
        "(<= (goal r 40) (not (true (cell ?x)))) (<= (goal r 60) (not (true (none ?x))))",
        "[60]",
    );
    // Recursion through two relations, and negation over its result.
    check(
        "(edge a b) (edge b c) (edge c a) (edge d e)
         (<= (reach ?x ?y) (edge ?x ?y)) (<= (reach ?x ?y) (hop ?x ?y))
         (<= (hop ?x ?z) (reach ?x ?y) (reach ?y ?z))
         (<= (goal r 10) (reach a a)) (<= (goal r 20) (reach a d))
         (<= (goal r 30) (not (reach c d))) (<= (goal r 50) (reach d ?x) (not (reach ?x d)))",
        "[10, 30, 50]",
    );
    // `or` with different variables, nested terms, a fact as a whole.
    check(
        "(<= (goal r 5) (true ?f) (distinct ?f (cell 1)) (pair ?f)) (pair (box (box 2)))
         (<= (goal r 6) (true (box (box ?x))) (or (true (cell ?x)) (one ?x (box ?x)))) (one 2 (box 2))
         (<= (goal r 7) (true (box (cell ?x))))",
        "[5, 6]",
    );
    // Even numbers by negation through the relation itself, fact by fact.
    check(
        "(s 0 1) (s 1 2) (s 2 3) (s 3 4) (<= (odd ?y) (s ?x ?y) (not (odd ?x)))
         (<= (goal r ?x) (odd ?x))",
        "[1, 3]",
    );
    // `not` over `or` and `distinct`.
    check(
        "(<= (goal r ?x) (v ?x) (not (or (distinct ?x 3) (true (cell ?x))))) (v 1) (v 3) (v 4)",
        "[3]",
    );
}

/// The goals of `r` in the state `(cell 1) (box (box 2))`.
fn check(rules: &str, goals: &str) {
    let text =
        format!("(role r) (init (cell 1)) (init (box (box 2))) (legal r go) terminal {rules}");
    let (sheet, problems) = Sheet::parse(Source::new("trap.kif", text));
    assert!(problems.is_empty());
    let game = Reference::new(&sheet, Limits::default()).expect("it loads");
    let found =
        game.try_goals(&ludex_game::Game::initial(&game), ludex_game::RoleId(0)).expect("no fault");
    assert_eq!(format!("{found:?}"), goals, "{rules}");
}
