//! The store: runs and their games in one SQLite file.
//!
//! A game is written in one transaction when it has ended: if the process is killed, the
//! store has the whole game or none of it.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use serde_json::json;

use crate::{Effort, Pairing, Record, Setup, solved};

/// A file of runs and their games.
///
/// ```
/// use ludex_arena::{Setup, Store, schedule::Schedule};
///
/// let folder = tempfile::tempdir().unwrap();
/// let mut store = Store::open(&folder.path().join("games.sqlite")).unwrap();
/// let setup = Setup {
///     game: "nim".into(),
///     rules: None,
///     players: vec!["random".parse().unwrap(), "minimax:depth=3".parse().unwrap()],
///     schedule: Schedule::of_match(2, 10),
///     seed: 1,
///     n_opening: 0,
///     n_plies_max: 100,
/// };
/// let run = store.begin("match", &setup).unwrap();
/// assert_eq!(store.setup(run).unwrap(), setup);
/// assert_eq!(store.records(run).unwrap(), []);
/// ```
pub struct Store {
    path: PathBuf,
    connection: Connection,
}

/// A run in a list of runs.
#[derive(Clone, Debug, PartialEq)]
pub struct RunLine {
    /// The number of the run.
    pub id: i64,
    /// The kind of run.
    pub kind: String,
    /// The time of its beginning, in UTC.
    pub began: String,
    /// The setup.
    pub setup: Setup,
    /// The number of games played.
    pub n_games: u32,
}

/// An error of the store.
#[derive(Debug, thiserror::Error)]
#[error("the store {}: {what}", .path.display())]
pub struct StoreError {
    path: PathBuf,
    what: String,
}

/// The longest wait for another process that writes.
const BUSY_MAX: Duration = Duration::from_secs(5);

/// The version of the tables; raised when they change.
const VERSION: i64 = 1;

const TABLES: &str = "
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        began TEXT NOT NULL DEFAULT (datetime('now')),
        setup TEXT NOT NULL
    ) STRICT;
    CREATE TABLE games (
        run INTEGER NOT NULL REFERENCES runs (id),
        number INTEGER NOT NULL,
        group_number INTEGER NOT NULL,
        group_index INTEGER NOT NULL,
        players TEXT NOT NULL,
        goals TEXT NOT NULL,
        ending TEXT NOT NULL,
        n_plies INTEGER NOT NULL,
        n_opening INTEGER NOT NULL,
        efforts TEXT NOT NULL,
        moves BLOB NOT NULL, -- JSON, deflated
        PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID;";

impl Store {
    /// Opens the store in a file, and creates the file if it does not exist.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let failed = |error: rusqlite::Error| StoreError { path: path.into(), what: tell(&error) };
        let connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(BUSY_MAX).map_err(failed)?;
        let mut store = Self { path: path.into(), connection };
        store.prepare().map_err(failed)?;
        let version = store.version().map_err(failed)?;
        if version != VERSION {
            let what = format!("its format is {version}, this program knows {VERSION}");
            return Err(StoreError { path: path.into(), what });
        }
        Ok(store)
    }

    fn version(&self) -> rusqlite::Result<i64> {
        self.connection.query_row("PRAGMA user_version", [], |row| row.get(0))
    }

    fn prepare(&mut self) -> rusqlite::Result<()> {
        // Readers do not wait for writers, and a crash of the process loses
        // nothing that was written.
        let mode = self.connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()));
        mode.optional()?;
        self.connection.execute_batch("PRAGMA synchronous = NORMAL")?;
        if self.version()? == 0 {
            let transaction = self
                .connection
                .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            // Another process may have created the tables in the meantime.
            let version: i64 =
                transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
            if version == 0 {
                transaction.execute_batch(TABLES)?;
                transaction.execute_batch(&format!("PRAGMA user_version = {VERSION}"))?;
            }
            transaction.commit()?;
        }
        Ok(())
    }

    /// Begins a run and returns its number.
    pub fn begin(&mut self, kind: &str, setup: &Setup) -> Result<i64, StoreError> {
        let setup = serde_json::to_string(setup).map_err(|error| self.broken(&error))?;
        let inserted = self
            .connection
            .execute("INSERT INTO runs (kind, setup) VALUES (?1, ?2)", params![kind, setup]);
        inserted.map_err(|error| self.failed(&error))?;
        Ok(self.connection.last_insert_rowid())
    }

    /// The latest run of a kind with a setup, if there is one.
    ///
    /// ```
    /// use ludex_arena::{Setup, Store, schedule::Schedule};
    ///
    /// let folder = tempfile::tempdir().unwrap();
    /// let mut store = Store::open(&folder.path().join("games.sqlite")).unwrap();
    /// let setup = Setup {
    ///     game: "nim".into(),
    ///     rules: None,
    ///     players: vec!["random".parse().unwrap(), "minimax".parse().unwrap()],
    ///     schedule: Schedule::of_match(2, 10),
    ///     seed: 1,
    ///     n_opening: 0,
    ///     n_plies_max: 100,
    /// };
    /// let run = store.begin("trial", &setup).unwrap();
    /// assert_eq!(store.find("trial", &setup).unwrap(), Some(run));
    /// assert_eq!(store.find("trial", &Setup { seed: 2, ..setup }).unwrap(), None);
    /// ```
    pub fn find(&self, kind: &str, setup: &Setup) -> Result<Option<i64>, StoreError> {
        let setup = serde_json::to_string(setup).map_err(|error| self.broken(&error))?;
        let query = "SELECT max(id) FROM runs WHERE kind = ?1 AND setup = ?2";
        let found = self.connection.query_row(query, params![kind, setup], |row| row.get(0));
        found.map_err(|error| self.failed(&error))
    }

    /// The number of games of a run in the store.
    ///
    /// ```
    /// let folder = tempfile::tempdir().unwrap();
    /// let store = ludex_arena::Store::open(&folder.path().join("games.sqlite")).unwrap();
    /// assert_eq!(store.n_games(1).unwrap(), 0);
    /// ```
    pub fn n_games(&self, run: i64) -> Result<u32, StoreError> {
        let query = "SELECT count(*) FROM games WHERE run = ?1";
        let count = self.connection.query_row(query, params![run], |row| row.get(0));
        count.map_err(|error| self.failed(&error))
    }

    /// The setup of a run.
    pub fn setup(&self, run: i64) -> Result<Setup, StoreError> {
        let runs = self.runs()?;
        let line = runs.into_iter().find(|line| line.id == run);
        Ok(line.ok_or_else(|| self.error(format!("it has no run {run}")))?.setup)
    }

    /// All runs, the oldest first.
    pub fn runs(&self) -> Result<Vec<RunLine>, StoreError> {
        let query = "SELECT id, kind, began, setup,
            (SELECT count(*) FROM games WHERE run = runs.id) FROM runs ORDER BY id";
        let rows = self.connection.prepare(query).and_then(|mut statement| {
            statement
                .query_map([], |row| {
                    Ok((
                        row.get(0)?,
                        row.get(1)?,
                        row.get(2)?,
                        row.get::<_, String>(3)?,
                        row.get(4)?,
                    ))
                })?
                .collect::<rusqlite::Result<Vec<_>>>()
        });
        let rows = rows.map_err(|error| self.failed(&error))?;
        rows.into_iter()
            .map(|(id, kind, began, setup, n_games)| {
                let setup: Setup =
                    serde_json::from_str(&setup).map_err(|error| self.broken(&error))?;
                if let Some(fault) = setup.fault() {
                    return Err(self.broken(&format!("run {id}: {fault}")));
                }
                Ok(RunLine { id, kind, began, setup, n_games })
            })
            .collect()
    }

    /// Writes games of a run; games already in the store stay unchanged.
    pub fn add(&mut self, run: i64, records: &[Record]) -> Result<(), StoreError> {
        self.try_add(run, records).map_err(|error| self.failed(&error))
    }

    fn try_add(&mut self, run: i64, records: &[Record]) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached(
                "INSERT OR IGNORE INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?;
            for record in records {
                let Pairing { number, group, index, players } = &record.pairing;
                let effort = |effort: &Effort| {
                    let Effort { n_moves, n_nodes, time, n_replaced } = *effort;
                    json!([n_moves, n_nodes, time.as_micros() as u64, n_replaced])
                };
                let efforts: Vec<_> = record.efforts.iter().map(effort).collect();
                insert.execute(params![
                    run,
                    number,
                    group,
                    index,
                    json!(players).to_string(),
                    json!(record.goals).to_string(),
                    record.ending.to_string(),
                    record.moves.len() as i64,
                    record.n_opening,
                    json!(efforts).to_string(),
                    deflate(&json!(record.moves).to_string()),
                ])?;
            }
        }
        transaction.commit()
    }

    /// The games of a run, in the order of their numbers.
    pub fn records(&self, run: i64) -> Result<Vec<Record>, StoreError> {
        self.select(run, "run = ?1", &[&run])
    }

    /// The results of a batch of positions, by name.
    ///
    /// ```
    /// use ludex_arena::Store;
    ///
    /// let folder = tempfile::tempdir().unwrap();
    /// let mut store = Store::open(&folder.path().join("games.sqlite")).unwrap();
    /// assert!(store.solved("deals").unwrap().is_empty());
    /// store.add_solved("deals", &[("617".into(), "{}".into())]).unwrap();
    /// assert_eq!(store.solved("deals").unwrap()["617"], "{}");
    /// ```
    pub fn solved(&self, batch: &str) -> Result<BTreeMap<String, String>, StoreError> {
        solved::read(&self.connection, batch).map_err(|error| self.failed(&error))
    }

    /// Adds results to a batch, or replaces them.
    pub fn add_solved(&mut self, batch: &str, rows: &[(String, String)]) -> Result<(), StoreError> {
        solved::add(&mut self.connection, batch, rows).map_err(|error| self.failed(&error))
    }

    /// One game of a run.
    pub fn record(&self, run: i64, number: u32) -> Result<Record, StoreError> {
        let found = self.select(run, "run = ?1 AND number = ?2", &[&run, &number])?;
        let none = || self.error(format!("run {run} has no game {number}"));
        found.into_iter().next().ok_or_else(none)
    }

    fn select(
        &self,
        run: i64,
        condition: &str,
        values: &[&dyn rusqlite::ToSql],
    ) -> Result<Vec<Record>, StoreError> {
        let query = format!(
            "SELECT number, group_number, group_index, players, goals, ending, n_opening, efforts,
             moves FROM games WHERE {condition} ORDER BY number"
        );
        let rows = self.connection.prepare(&query).and_then(|mut statement| {
            statement.query_map(values, Row::read)?.collect::<rusqlite::Result<Vec<Row>>>()
        });
        let rows = rows.map_err(|error| self.failed(&error))?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let n_players = self.setup(run)?.players.len();
        let record = |row: Row| {
            let record = row.record().map_err(|error| self.broken(&error))?;
            match record.fault(n_players) {
                Some(fault) => Err(self.broken(&fault)),
                None => Ok(record),
            }
        };
        rows.into_iter().map(record).collect()
    }

    fn failed(&self, error: &rusqlite::Error) -> StoreError {
        self.error(tell(error))
    }

    fn broken(&self, error: &dyn std::fmt::Display) -> StoreError {
        self.error(format!("a record cannot be read: {error}"))
    }

    fn error(&self, what: String) -> StoreError {
        StoreError { path: self.path.clone(), what }
    }
}

/// A game as a row of the store.
struct Row {
    number: u32,
    group: u32,
    index: u32,
    players: String,
    goals: String,
    ending: String,
    n_opening: u32,
    efforts: String,
    moves: Vec<u8>,
}

impl Row {
    fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            number: row.get(0)?,
            group: row.get(1)?,
            index: row.get(2)?,
            players: row.get(3)?,
            goals: row.get(4)?,
            ending: row.get(5)?,
            n_opening: row.get(6)?,
            efforts: row.get(7)?,
            moves: row.get(8)?,
        })
    }

    fn record(self) -> Result<Record, Box<dyn std::error::Error>> {
        let efforts: Vec<Vec<u64>> = serde_json::from_str(&self.efforts)?;
        let effort = |numbers: Vec<u64>| {
            // Older stores have no count of replaced moves.
            let number = |at: usize| numbers.get(at).copied().unwrap_or(0);
            Effort {
                n_moves: number(0) as u32,
                n_nodes: number(1),
                time: Duration::from_micros(number(2)),
                n_replaced: number(3) as u32,
            }
        };
        let players = serde_json::from_str(&self.players)?;
        let Self { number, group, index, n_opening, .. } = self;
        Ok(Record {
            pairing: Pairing { number, group, index, players },
            n_opening,
            moves: serde_json::from_str(&inflate(&self.moves)?)?,
            ending: self.ending.parse()?,
            goals: serde_json::from_str(&self.goals)?,
            efforts: efforts.into_iter().map(effort).collect(),
        })
    }
}

fn deflate(text: &str) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    written.expect("writing to memory does not fail")
}

/// A bound on the text of a game's moves, against damaged files.
const INFLATED_BYTES_MAX: u64 = 64 << 20;

fn inflate(bytes: &[u8]) -> std::io::Result<String> {
    let mut text = String::new();
    DeflateDecoder::new(bytes).take(INFLATED_BYTES_MAX).read_to_string(&mut text)?;
    Ok(text)
}

/// The message of an SQLite error.
fn tell(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            format!("another process has kept it locked for {} seconds", BUSY_MAX.as_secs())
        }
        Some(ErrorCode::DiskFull) => "the disk is full".into(),
        Some(ErrorCode::NotADatabase) => "the file is no store".into(),
        Some(ErrorCode::CannotOpen) => "the file cannot be opened".into(),
        Some(ErrorCode::ReadOnly) => "the file cannot be written".into(),
        _ => error.to_string(),
    }
}
