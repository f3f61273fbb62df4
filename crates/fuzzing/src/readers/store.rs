//! Stores: records with columns of any text, and whole files of any bytes.

use std::path::Path;
use std::sync::LazyLock;

use ludex_arena::page::Shown;
use ludex_arena::replay::Replay;
use ludex_arena::schedule::Schedule;
use ludex_arena::{Run, Setup, Standings, Store};

use super::TIC_TAC_TOE;
use crate::{Reader, text, texts};

/// A record: lines with the setup, players, goals, ending, efforts and moves.
pub const RECORD: Reader = Reader {
    name: "record",
    seeds: || {
        let setup = serde_json::to_string(&setup()).expect("it can be written");
        let rest =
            "\n[0,1]\n[100,0]\nterminal\n[[3,0,12,0],[2,0,9,0]]\n[[\"(mark 1 1)\",\"noop\"]]";
        texts(&[&format!("{setup}{rest}")])
    },
    words: &[
        "[",
        "]",
        "[]",
        "[0]",
        "[0,1]",
        "[5]",
        "\n",
        "null",
        "{",
        "}",
        "terminal",
        "stuck",
        "capped",
        "\"swiss\"",
        "{\"swiss\":{\"rounds\":4294967295}}",
        "\"gauntlet\"",
        "\"round-robin\"",
        "\"n_players\":",
        "\"n_seats\":",
        "4294967295",
        "0",
    ],
    n_short: 500,
    check: survives_record,
};

/// A whole database file.
pub const FILE: Reader = Reader {
    name: "store",
    seeds: || vec![VALID.clone()],
    words: &["SQLite format 3\0", "CREATE TABLE", "terminal", "[0,1]", "\u{0}", "\u{1}", "\u{7f}"],
    n_short: 500,
    check: survives_file,
};

fn setup() -> Setup {
    Setup {
        game: "tic-tac-toe".into(),
        rules: None,
        players: ["random", "minimax"].iter().filter_map(|text| text.parse().ok()).collect(),
        schedule: Schedule::of_match(2, 2),
        seed: 1,
        n_opening: 0,
        n_plies_max: 100,
    }
}

/// A store with a run of two games.
static VALID: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("valid.sqlite");
    let store = Store::open(&path).expect("a store");
    let mut run = Run::begin(store, "match", setup()).expect("a run");
    run.play(&TIC_TAC_TOE, 1, &mut |_| {}).expect("it is played");
    drop(run);
    let connection = rusqlite::Connection::open(&path).expect("the file");
    connection.pragma_update(None, "journal_mode", "DELETE").expect("one file is left");
    drop(connection);
    std::fs::read(&path).expect("the file")
});

fn survives_file(bytes: &[u8]) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    std::fs::write(&path, bytes).expect("it can be written");
    shown(&path)
}

fn survives_record(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let mut lines = text.splitn(6, '\n');
    let mut next = || lines.next().unwrap_or_default();
    let (setup, players, goals, ending) = (next(), next(), next(), next());
    let (efforts, moves) = (next(), next());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    std::fs::write(&path, &*VALID).expect("it can be written");
    let connection = rusqlite::Connection::open(&path).expect("the file");
    // The compressed moves are a stored (uncompressed) block.
    let length = (moves.len() as u16).to_le_bytes();
    let packed = [&[1], &length[..], &length.map(|byte| !byte), moves.as_bytes()].concat();
    connection.execute("UPDATE runs SET setup = ?1", [setup]).expect("it is changed");
    let update = "UPDATE games SET players = ?1, goals = ?2, ending = ?3, efforts = ?4, moves = ?5
        WHERE number = 0";
    let columns = rusqlite::params![players, goals, ending, efforts, packed];
    connection.execute(update, columns).expect("it is changed");
    drop(connection);
    shown(&path)
}

/// Reads a store as the commands do; returns whether all of it could be read.
fn shown(path: &Path) -> bool {
    let Ok(store) = Store::open(path) else { return false };
    let Ok(runs) = store.runs() else { return false };
    let Some(line) = runs.first() else { return false };
    let _ = (store.n_games(line.id), store.record(line.id, 1), store.find("match", &setup()));
    let Ok(run) = Run::resume(store, line.id) else { return false };
    let standings = Standings::new(run.setup(), run.records());
    let page = Shown { setup: run.setup(), standings: &standings, run: run.id() };
    assert!(!page.to_text().is_empty());
    let _ = (page.to_csv(), page.page(run.records()).to_html(), page.to_data());
    let _ = run.progress();
    for record in run.records() {
        let _ = Replay::new(&**TIC_TAC_TOE, record);
    }
    true
}
