//! Ground facts of one relation, indexed by the arguments that are known at a
//! query.

use super::tuples::{NONE, bucket};
use crate::term::TermId;

/// Rows of equal length, with indexes over some of their columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    n_columns: usize,
    n_rows: usize,
    rows: Vec<TermId>,
    indexes: Vec<Index>,
}

/// A hash index over some columns.
#[derive(Clone, Debug, Default)]
struct Index {
    columns: Vec<usize>,
    /// Whether it covers all current rows.
    built: bool,
    buckets: Vec<u32>,
    next: Vec<u32>,
}

/// Index of an index within a [`Facts`].
pub(crate) type IndexId = usize;

impl Facts {
    pub fn new(n_columns: usize) -> Self {
        Self { n_columns, ..Self::default() }
    }

    pub fn len(&self) -> usize {
        self.n_rows
    }

    pub fn row(&self, at: usize) -> &[TermId] {
        &self.rows[at * self.n_columns..(at + 1) * self.n_columns]
    }

    pub fn push(&mut self, row: &[TermId]) {
        debug_assert_eq!(row.len(), self.n_columns);
        self.rows.extend_from_slice(row);
        self.n_rows += 1;
    }

    /// Adds a row and updates the indexes.
    pub fn push_indexed(&mut self, row: &[TermId]) {
        self.push(row);
        let at = self.n_rows - 1;
        for index in &mut self.indexes {
            if !index.built || 2 * index.buckets.len() < self.n_rows {
                index.built = false;
                continue;
            }
            let key = index.columns.iter().map(|&column| row[column]);
            let bucket = bucket(key, index.buckets.len());
            index.next.push(index.buckets[bucket]);
            index.buckets[bucket] = at as u32;
        }
    }

    /// Removes the rows and keeps the definitions of the indexes.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.n_rows = 0;
        for index in &mut self.indexes {
            index.built = false;
        }
    }

    /// The index over these columns, created if missing.
    pub fn index_over(&mut self, columns: &[usize]) -> IndexId {
        if let Some(at) = self.indexes.iter().position(|index| index.columns == columns) {
            return at;
        }
        self.indexes.push(Index { columns: columns.to_vec(), ..Index::default() });
        self.indexes.len() - 1
    }

    /// Updates all indexes to the current rows.
    pub fn build_all(&mut self) {
        (0..self.indexes.len()).for_each(|at| self.build(at));
    }

    /// Updates an index to the current rows.
    pub fn build(&mut self, at: IndexId) {
        let (rows, n_columns) = (&self.rows, self.n_columns);
        let index = &mut self.indexes[at];
        if index.built {
            return;
        }
        index.built = true;
        let n_buckets = (2 * self.n_rows).next_power_of_two().max(4);
        index.buckets.clear();
        index.buckets.resize(n_buckets, NONE);
        index.next.clear();
        index.next.resize(self.n_rows, NONE);
        // In reverse, so that chains list rows in order.
        for row in (0..self.n_rows).rev() {
            let key = index.columns.iter().map(|&column| rows[row * n_columns + column]);
            let bucket = bucket(key, n_buckets);
            index.next[row] = index.buckets[bucket];
            index.buckets[bucket] = row as u32;
        }
    }

    /// The first row with this key, in a built index.
    pub fn first(&self, at: IndexId, key: &[TermId]) -> Option<usize> {
        let index = &self.indexes[at];
        let bucket = bucket(key.iter().copied(), index.buckets.len());
        self.seek(index, index.buckets[bucket], key)
    }

    /// The next row with this key.
    pub fn following(&self, at: IndexId, row: usize, key: &[TermId]) -> Option<usize> {
        let index = &self.indexes[at];
        self.seek(index, index.next[row], key)
    }

    fn seek(&self, index: &Index, mut row: u32, key: &[TermId]) -> Option<usize> {
        while row != NONE {
            let values = self.row(row as usize);
            if index.columns.iter().zip(key).all(|(&column, &value)| values[column] == value) {
                return Some(row as usize);
            }
            row = index.next[row as usize];
        }
        None
    }

    /// The mean number of rows with equal values in these columns.
    pub fn mean_matches(&self, columns: &[usize]) -> f64 {
        let mut keys: Vec<Vec<TermId>> = (0..self.n_rows)
            .map(|at| columns.iter().map(|&column| self.row(at)[column]).collect())
            .collect();
        keys.sort_unstable();
        keys.dedup();
        self.n_rows as f64 / keys.len().max(1) as f64
    }
}
