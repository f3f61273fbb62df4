//! Every bundled game: complete, well-formed, and with the expected numbers.
//!
//! A new game is one rule sheet in `games/`;
//! `UPDATE_EXPECT=1 cargo test -p ludex-gdl --test all library` writes its expected files.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use ludex_game::{Game, Perft, RoleId, conformance, random_joint, rng};
use ludex_gdl::library::{self, Bundled};
use ludex_gdl::{Expected, Limits, Reference, Sheet, TermId, check, playthrough};

/// Maximum count tested here; `ludex perft GAME` compares all of them.
const COUNT_MAX: u64 = 60_000;

#[test]
fn there_are_enough_games_and_each_is_complete() {
    let games = library::games();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        games.iter().for_each(write_missing);
    }
    assert!(games.len() >= 24, "only {} games", games.len());
    for game in &games {
        let name = game.name();
        assert!(game.playthrough().is_some(), "{name} has no playthrough");
        let expected = game.expected().unwrap_or_else(|| panic!("{name} has no perft file"));
        let expected = expected.unwrap_or_else(|error| panic!("{name}.perft: {error}"));
        assert!(!expected.counts.is_empty(), "{name}.perft has no counts");
        assert!(!game.summary().is_empty(), "{name} does not say what it is");
    }
}

#[test]
fn no_rule_sheet_has_a_problem() {
    for game in library::games() {
        let (sheet, mut problems) = Sheet::parse(game.source());
        problems.extend(check::check(&sheet));
        let shown: Vec<String> =
            problems.iter().map(|problem| problem.render(sheet.source(), false)).collect();
        assert!(shown.is_empty(), "{}", shown.join("\n\n"));
        let formatted = ludex_gdl::format(&game.source()).expect("it is well-formed");
        assert!(formatted == game.source().text(), "{} is not formatted", game.name());
    }
}

#[test]
fn perft_is_as_expected() {
    for game in library::games() {
        let reference = load(&game);
        let expected = expected(&game);
        for (depth, count) in expected.counts.into_iter().filter(|(_, count)| *count <= COUNT_MAX) {
            let found = expected.perft.count(&reference, &reference.initial(), depth);
            assert_eq!(found, count, "{} at depth {depth}", game.name());
        }
    }
}

#[test]
fn hand_counts_agree() {
    for name in crate::hand::GAMES {
        let game = library::find(name).unwrap_or_else(|| panic!("no game {name}"));
        let count = crate::hand::find(name).expect("it is in the list");
        for (depth, expected) in expected(&game).counts {
            if expected <= 20 * COUNT_MAX {
                assert_eq!(count(depth), expected, "{name} at depth {depth}");
            }
        }
    }
}

/// Positions that are hard to get right, with counts of other programs.
#[test]
fn chess_from_other_positions() {
    let game = load(&library::find("chess").expect("bundled"));
    for (fen, counts) in [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039, 97862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379]),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            [46, 2079, 89890],
        ),
    ] {
        let facts =
            game.terms().read_all(&crate::hand::chess::facts(fen)).expect("facts of the sheet");
        for (depth, count) in (1..).zip(counts).take(2) {
            assert_eq!(ludex_game::perft(&game, &game.state(facts.clone()), depth), count, "{fen}");
            assert_eq!(crate::hand::chess::perft_fen(fen, depth), count, "{fen}");
        }
        assert_eq!(crate::hand::chess::perft_fen(fen, 3), counts[2], "{fen}");
    }
}

#[test]
fn playthroughs_have_not_changed() {
    for game in library::games() {
        let text = playthrough(&load(&game), 1, 10_000);
        let recorded = game.playthrough().unwrap_or_default();
        let line = text.lines().zip(recorded.lines()).position(|(new, old)| new != old);
        assert!(text == recorded, "{}.playthrough differs at line {line:?}", game.name());
    }
}

#[test]
fn games_keep_the_promises_of_the_trait() {
    for game in library::games() {
        let reference = load(&game);
        let checked = conformance::check(&mut rng(3, 0), &reference, 3, 300);
        assert!(checked.is_ok(), "{}: {}", game.name(), checked.unwrap_err());
        let checked = conformance::check_capabilities(&mut rng(3, 0), &reference, 1, 20);
        assert!(checked.is_ok(), "{}: {}", game.name(), checked.unwrap_err());
    }
}

/// Along random games: facts are in `base`, moves in `input`, games end, and
/// every role has exactly one goal value at the end.
#[test]
fn games_stay_within_what_they_declare() {
    for game in library::games() {
        let (sheet, _) = Sheet::parse(game.source());
        let reference = load(&game);
        let ask = |relation, arity| -> HashSet<Vec<TermId>> {
            let rows = reference.extension(&sheet, relation, arity);
            rows.unwrap_or_else(|error| panic!("{}: {error}", game.name())).into_iter().collect()
        };
        let (base, input) = (ask("base", 1), ask("input", 2));
        for stream in 0..3 {
            check_playout(&game, &reference, &base, &input, stream);
        }
    }
}

fn check_playout(
    game: &Bundled,
    reference: &Reference,
    base: &HashSet<Vec<TermId>>,
    input: &HashSet<Vec<TermId>>,
    stream: u64,
) {
    let name = game.name();
    let mut rng = rng(5, stream);
    let mut state = reference.initial();
    let mut joint = Vec::new();
    loop {
        for &fact in state.facts() {
            let shown = reference.terms().show(fact);
            assert!(base.contains(&vec![fact]), "{name}: {shown} is not in base");
        }
        if reference.is_terminal(&state) {
            break;
        }
        for (at, role) in reference.roles().iter().enumerate() {
            let role_term = reference.terms().read(&role.name).expect("a role is a term");
            for mv in reference.try_legal_moves(&state, RoleId::new(at)).expect("no fault") {
                let shown = reference.terms().show(mv);
                let listed = input.contains(&vec![role_term, mv]);
                assert!(listed, "{name}: {role} {shown} is not in input");
            }
        }
        random_joint(&mut rng, reference, &state, &mut joint).expect("every role can move");
        reference.apply(&mut state, &joint);
    }
    for at in 0..reference.roles().len() {
        let goals = reference.try_goals(&state, RoleId::new(at)).expect("no fault");
        assert_eq!(goals.len(), 1, "{name}: goals {goals:?} at the end");
    }
}

fn load(game: &Bundled) -> Reference {
    let (sheet, _) = Sheet::parse(game.source());
    Reference::new(&sheet, Limits::default())
        .unwrap_or_else(|error| panic!("{}: {error}", game.name()))
}

fn expected(game: &Bundled) -> Expected {
    game.expected().and_then(Result::ok).unwrap_or_default()
}

/// Writes a playthrough, and counts up to a depth that takes about a second.
fn write_missing(game: &Bundled) {
    let file = |ending: &str| {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games");
        folder.join(format!("{}.{ending}", game.name()))
    };
    let reference = load(game);
    std::fs::write(file("playthrough"), playthrough(&reference, 1, 10_000)).expect("writable");
    if game.expected().is_some() {
        return;
    }
    let mut text = "# Source: counted by the reference reasoner.\nunit plies\n".to_string();
    for depth in 1..=20 {
        let count = Perft::default().count(&reference, &reference.initial(), depth);
        let _ = writeln!(text, "{depth} {count}");
        if count > COUNT_MAX / 10 {
            break;
        }
    }
    std::fs::write(file("perft"), text).expect("writable");
}
