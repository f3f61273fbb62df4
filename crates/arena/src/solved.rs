//! Solved positions in the store, so that a long batch can be continued.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

/// Its own table, made when it is first needed: programs that do not know it are not disturbed.
const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS solved (
        batch TEXT NOT NULL,
        name TEXT NOT NULL,
        result TEXT NOT NULL,
        PRIMARY KEY (batch, name)
    ) STRICT, WITHOUT ROWID;";

pub(crate) fn read(
    connection: &Connection,
    batch: &str,
) -> rusqlite::Result<BTreeMap<String, String>> {
    connection.execute_batch(TABLE)?;
    let mut rows = connection.prepare("SELECT name, result FROM solved WHERE batch = ?1")?;
    rows.query_map([batch], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Adds all rows or none.
pub(crate) fn add(
    connection: &mut Connection,
    batch: &str,
    rows: &[(String, String)],
) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLE)?;
    {
        let mut insert =
            transaction.prepare("INSERT OR REPLACE INTO solved VALUES (?1, ?2, ?3)")?;
        for (name, result) in rows {
            insert.execute(params![batch, name, result])?;
        }
    }
    transaction.commit()
}
