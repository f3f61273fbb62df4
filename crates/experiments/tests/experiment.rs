//! Experiments: listed, done, gone on with.

use std::path::Path;

use ludex_arena::{Progress, Store};
use ludex_experiments::{
    About, Experiment, ExperimentContext, Findings, Match, Matches, Row, Size, all,
};

/// Two small matches.
fn small() -> Matches {
    let one = |group, depth: u32| Match {
        group,
        label: format!("depth {depth}"),
        players: [
            format!("alphabeta:depth={depth},eval=random,plain=yes").parse().unwrap(),
            "random".parse().unwrap(),
        ],
        paper: 0.9,
    };
    Matches {
        about: About { id: "small", ..all()[0].about() },
        game_name: "native:tic-tac-toe",
        n_games: [6, 20, 40],
        matches: vec![one("shallow", 1), one("deep", 3)],
    }
}

/// Does it, and tells how many games were played for it.
fn run(store: Option<&Path>, size: Size, n_threads: usize) -> (Vec<Row>, u32) {
    let (mut first, mut last) = (None, 0);
    let mut notice = |progress: Progress| {
        // Before each match: those that are there already.
        first.get_or_insert(progress.n_played);
        last = progress.n_played;
    };
    let store = store.map(Path::to_path_buf);
    let sheets = None;
    let mut context = ExperimentContext {
        store,
        is_fresh: false,
        seed: 3,
        n_threads,
        sheets,
        guest: None,
        connect: None,
        notice: &mut notice,
    };
    let n_played = small().cost(size, &context).unwrap().n_played as u32;
    let rows = small().run(size, &mut context).unwrap();
    (rows, last - n_played)
}

#[test]
fn experiments_have_names_and_sizes() {
    for one in all() {
        let about = one.about();
        assert!(!about.id.contains(char::is_whitespace) && about.id != "list");
        assert!(!about.method.is_empty() && about.sizes.iter().all(|size| !size.is_empty()));
    }
}

#[test]
fn the_same_rows_come_from_any_number_of_threads() {
    let (one, n_games) = run(None, Size::Usual, 1);
    assert_eq!(n_games, 40);
    assert_eq!(one, run(None, Size::Usual, 2).0);
    assert!(one[1].ours.unwrap().value > 0.6, "{one:?}");
}

#[test]
fn what_was_played_is_not_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let (rows, n_games) = run(Some(&path), Size::Quick, 2);
    assert_eq!(n_games, 12);
    assert_eq!(run(Some(&path), Size::Quick, 1), (rows.clone(), 0));

    // As if it had been interrupted in the second match.
    let broken = folder.path().join("broken.sqlite");
    let (from, mut to) = (Store::open(&path).unwrap(), Store::open(&broken).unwrap());
    for line in from.runs().unwrap() {
        let id = to.begin(&line.kind, &line.setup).unwrap();
        let mut records = from.records(line.id).unwrap();
        records.truncate(if line.id == 1 { 6 } else { 2 });
        to.add(id, &records).unwrap();
    }
    assert_eq!(run(Some(&broken), Size::Quick, 1), (rows, 4));
    assert_eq!(to.runs().unwrap().len(), 2);

    // Another size is something else.
    assert_eq!(run(Some(&path), Size::Usual, 2).1, 40);
}

#[test]
fn findings_are_told_in_all_forms() {
    let (rows, _) = run(None, Size::Quick, 1);
    let findings = Findings { about: small().about(), size: Size::Quick, seed: 3, rows };
    assert!(findings.to_text().contains("\nshallow\n"));
    assert_eq!(findings.to_csv().lines().count(), 3);
    assert_eq!(findings.to_json()["rows"][1]["label"], "depth 3");
    assert!(findings.page().to_html().contains("<h2>deep</h2>"));
}
