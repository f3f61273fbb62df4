//! Rows of a store, without columns that depend on the clock.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::Connection;

/// The games of all runs, by run and number.
pub fn games(path: &Path) -> rusqlite::Result<BTreeMap<(i64, i64), String>> {
    let connection = Connection::open(path)?;
    let query = "SELECT run, number, group_number, group_index, players, goals, ending, n_plies,
        n_opening, moves FROM games";
    let mut statement = connection.prepare(query)?;
    let mut rows = statement.query([])?;
    let mut games = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let rest = (2..10).map(|at| Ok(format!("{:?}", row.get_ref(at)?)));
        let rest: rusqlite::Result<Vec<String>> = rest.collect();
        games.insert((row.get(0)?, row.get(1)?), rest?.join(" "));
    }
    Ok(games)
}

/// The setups of all runs, by number.
pub fn runs(path: &Path) -> rusqlite::Result<BTreeMap<i64, String>> {
    let connection = Connection::open(path)?;
    let mut statement = connection.prepare("SELECT id, setup FROM runs")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}
