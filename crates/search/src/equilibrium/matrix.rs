//! Matrix games: each of two players makes one choice, at the same time.

use std::ops::Range;

/// The matrix of a constant-sum game: the value of each pair of choices for the player that
/// chooses the row. The player that chooses the column minimises it.
///
/// ```
/// use ludex_search::equilibrium::Matrix;
///
/// // Matching pennies, where a match of tails pays double.
/// let solution = Matrix::new(2, 2, vec![10.0, 0.0, 0.0, 20.0]).solve();
/// assert!((solution.value - 20.0 / 3.0).abs() < 1e-9);
/// assert!((solution.rows[0] - 2.0 / 3.0).abs() < 1e-9);
/// assert!((solution.columns[0] - 2.0 / 3.0).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    n_rows: usize,
    n_columns: usize,
    /// Row by row.
    entries: Vec<f64>,
}

/// The value of a matrix game and an optimal mixed strategy of each player.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixSolution {
    /// The value for the player that chooses the row.
    pub value: f64,
    /// The probability of each row.
    pub rows: Vec<f64>,
    /// The probability of each column.
    pub columns: Vec<f64>,
    /// Guarantees of these strategies against any play of the other player: the first player
    /// gets at least the first number, the second allows at most the second. They differ by
    /// rounding errors only, and the value lies between them.
    pub bounds: (f64, f64),
}

impl Matrix {
    /// A matrix from its entries, row by row. It needs at least one row and one column, and
    /// finite entries.
    pub fn new(n_rows: usize, n_columns: usize, entries: Vec<f64>) -> Self {
        assert!(n_rows > 0 && n_columns > 0, "each player has a choice");
        assert_eq!(entries.len(), n_rows * n_columns, "one entry for each pair of choices");
        assert!(entries.iter().all(|entry| entry.is_finite()), "entries are numbers");
        Self { n_rows, n_columns, entries }
    }

    /// The entry of a row and a column.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.n_columns + column]
    }

    /// Solves the game: by a saddle point if there is one, else by linear
    /// programming on what is left without dominated rows and columns.
    pub fn solve(&self) -> MatrixSolution {
        let (rows, columns) = self.saddle_point().unwrap_or_else(|| {
            let (rows, columns) = self.undominated();
            let (x, y) = simplex(&self.part(&rows, &columns));
            (spread(&x, &rows, self.n_rows), spread(&y, &columns, self.n_columns))
        });
        let bounds = self.bounds(&rows, &columns);
        MatrixSolution { value: (bounds.0 + bounds.1) / 2.0, rows, columns, bounds }
    }

    /// The guarantees of mixed strategies: the least value of the first player's, the greatest
    /// of the second player's.
    pub fn bounds(&self, rows: &[f64], columns: &[f64]) -> (f64, f64) {
        let of_column = |column: usize| -> f64 {
            self.rows().map(|row| rows[row] * self.at(row, column)).sum()
        };
        let of_row = |row: usize| -> f64 {
            self.columns().map(|column| columns[column] * self.at(row, column)).sum()
        };
        (least(self.columns().map(of_column)), greatest(self.rows().map(of_row)))
    }

    /// What the first player gets if it commits itself to one row, and if the second player
    /// commits itself to one column. Both are equal if there is a saddle point.
    ///
    /// ```
    /// use ludex_search::equilibrium::Matrix;
    ///
    /// assert_eq!(Matrix::new(2, 2, vec![1.0, 2.0, 3.0, 4.0]).pure_values(), (3.0, 3.0));
    /// assert_eq!(Matrix::new(2, 2, vec![1.0, 0.0, 0.0, 1.0]).pure_values(), (0.0, 1.0));
    /// ```
    pub fn pure_values(&self) -> (f64, f64) {
        let low = |row: usize| least(self.columns().map(|column| self.at(row, column)));
        let high = |column: usize| greatest(self.rows().map(|row| self.at(row, column)));
        (greatest(self.rows().map(low)), least(self.columns().map(high)))
    }

    fn rows(&self) -> Range<usize> {
        0..self.n_rows
    }

    fn columns(&self) -> Range<usize> {
        0..self.n_columns
    }

    /// Pure strategies that are the best answers to each other.
    fn saddle_point(&self) -> Option<(Vec<f64>, Vec<f64>)> {
        let low = |row: usize| least(self.columns().map(|column| self.at(row, column)));
        let high = |column: usize| greatest(self.rows().map(|row| self.at(row, column)));
        let row = self.rows().max_by(|&a, &b| low(a).total_cmp(&low(b)).then(b.cmp(&a)))?;
        let column = self.columns().min_by(|&a, &b| high(a).total_cmp(&high(b)))?;
        (low(row) == high(column)).then(|| {
            (spread(&[1.0], &[row], self.n_rows), spread(&[1.0], &[column], self.n_columns))
        })
    }

    /// The rows and columns that remain after repeated removal of weakly dominated ones. The
    /// value and the optimal strategies of the remaining matrix are those of the game.
    fn undominated(&self) -> (Vec<usize>, Vec<usize>) {
        let (mut rows, mut columns): (Vec<_>, Vec<_>) =
            (self.rows().collect(), self.columns().collect());
        loop {
            let n_before = rows.len() + columns.len();
            remove_dominated(&mut rows, |better, worse| {
                columns.iter().all(|&column| self.at(better, column) >= self.at(worse, column))
            });
            remove_dominated(&mut columns, |better, worse| {
                rows.iter().all(|&row| self.at(row, better) <= self.at(row, worse))
            });
            if rows.len() + columns.len() == n_before {
                return (rows, columns);
            }
        }
    }

    fn part(&self, rows: &[usize], columns: &[usize]) -> Self {
        let entries = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        let entries = entries.map(|(row, column)| self.at(row, column)).collect();
        Self { n_rows: rows.len(), n_columns: columns.len(), entries }
    }
}

/// Removes all elements that another remaining one dominates.
fn remove_dominated(left: &mut Vec<usize>, dominates: impl Fn(usize, usize) -> bool) {
    let mut at = 0;
    while at < left.len() {
        let worse = left[at];
        if left.iter().any(|&better| better != worse && dominates(better, worse)) {
            left.remove(at);
        } else {
            at += 1;
        }
    }
}

/// A strategy over all `n` choices from one over the choices at `places`.
fn spread(strategy: &[f64], places: &[usize], n: usize) -> Vec<f64> {
    let mut all = vec![0.0; n];
    places.iter().zip(strategy).for_each(|(&place, &probability)| all[place] = probability);
    all
}

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

fn greatest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::NEG_INFINITY, f64::max)
}

/// Optimal strategies by the simplex method.
///
/// With all entries `b` brought to 1..2, which changes no strategy, the column
/// player's problem is to maximise the sum of `y >= 0` where `b y <= 1` in each
/// row; the row player's is its dual. The slack variables are a first basis.
fn simplex(matrix: &Matrix) -> (Vec<f64>, Vec<f64>) {
    let mut tableau = Tableau::new(matrix);
    let n_steps_dantzig = 20 * (matrix.n_rows + matrix.n_columns);
    let mut n_steps = 0;
    // The steepest column is fast but may cycle; the first improving column never cycles (Bland
    // 1977).
    while let Some(column) = tableau.entering(n_steps >= n_steps_dantzig) {
        let Some(row) = tableau.leaving(column) else { break };
        tableau.pivot(row, column);
        n_steps += 1;
        if n_steps > 200 * n_steps_dantzig {
            break;
        }
    }
    tableau.strategies()
}

/// Well above rounding errors.
const EPSILON: f64 = 1e-11;

/// Equations `basic + sum of cells * others = right`, one for each basic
/// variable, and a last one for the objective.
struct Tableau {
    n_rows: usize,
    n_columns: usize,
    /// Row by row, with the right-hand side at the end of each row and the
    /// objective below.
    cells: Vec<f64>,
    /// Variables: first `y` of each column, then the slack of each row.
    basic: Vec<usize>,
    others: Vec<usize>,
}

impl Tableau {
    fn new(matrix: &Matrix) -> Self {
        let (n_rows, n_columns) = (matrix.n_rows, matrix.n_columns);
        let low = least(matrix.entries.iter().copied());
        let width = (greatest(matrix.entries.iter().copied()) - low).max(f64::MIN_POSITIVE);
        let mut cells = Vec::with_capacity((n_rows + 1) * (n_columns + 1));
        for row in matrix.entries.chunks(n_columns) {
            cells.extend(row.iter().map(|entry| 1.0 + (entry - low) / width));
            cells.push(1.0);
        }
        cells.extend(std::iter::repeat_n(-1.0, n_columns));
        cells.push(0.0);
        let basic = (n_columns..n_columns + n_rows).collect();
        Self { n_rows, n_columns, cells, basic, others: (0..n_columns).collect() }
    }

    fn cell(&self, row: usize, column: usize) -> f64 {
        self.cells[row * (self.n_columns + 1) + column]
    }

    /// A column by which the objective grows: the steepest, or the first variable.
    fn entering(&self, is_first: bool) -> Option<usize> {
        let slope = |column: usize| self.cell(self.n_rows, column);
        let growing = (0..self.n_columns).filter(|&column| slope(column) < -EPSILON);
        match is_first {
            true => growing.min_by_key(|&column| self.others[column]),
            false => growing.min_by(|&a, &b| slope(a).total_cmp(&slope(b))),
        }
    }

    /// The row that bounds a column most; of several, the one with the first variable.
    fn leaving(&self, column: usize) -> Option<usize> {
        let ratio = |row: usize| self.cell(row, self.n_columns) / self.cell(row, column);
        let bounding = (0..self.n_rows).filter(|&row| self.cell(row, column) > EPSILON);
        bounding
            .min_by(|&a, &b| ratio(a).total_cmp(&ratio(b)).then(self.basic[a].cmp(&self.basic[b])))
    }

    /// Exchanges the basic variable of a row and the variable of a column.
    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.n_columns + 1;
        let pivot = self.cell(row, column);
        let pivot_row = row * width..(row + 1) * width;
        self.cells[row * width + column] = 1.0;
        self.cells[pivot_row.clone()].iter_mut().for_each(|cell| *cell /= pivot);
        let line = self.cells[pivot_row].to_vec();
        for other in (0..=self.n_rows).filter(|&other| other != row) {
            let cells = &mut self.cells[other * width..][..width];
            let factor = std::mem::take(&mut cells[column]);
            cells.iter_mut().zip(&line).for_each(|(cell, of_row)| *cell -= factor * of_row);
        }
        std::mem::swap(&mut self.basic[row], &mut self.others[column]);
    }

    /// The strategies of the row player, which are the prices of the slack
    /// variables, and of the column player.
    fn strategies(&self) -> (Vec<f64>, Vec<f64>) {
        let (mut rows, mut columns) = (vec![0.0; self.n_rows], vec![0.0; self.n_columns]);
        for (row, &variable) in self.basic.iter().enumerate() {
            if variable < self.n_columns {
                columns[variable] = self.cell(row, self.n_columns);
            }
        }
        for (column, &variable) in self.others.iter().enumerate() {
            if variable >= self.n_columns {
                rows[variable - self.n_columns] = self.cell(self.n_rows, column);
            }
        }
        (normalised(rows), normalised(columns))
    }
}

/// Scales weights to a sum of 1, with negative ones set to 0.
fn normalised(mut weights: Vec<f64>) -> Vec<f64> {
    weights.iter_mut().for_each(|weight| *weight = if *weight < EPSILON { 0.0 } else { *weight });
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(n_rows: usize, n_columns: usize, entries: &[f64], value: f64) -> MatrixSolution {
        let solution = Matrix::new(n_rows, n_columns, entries.to_vec()).solve();
        let (low, high) = solution.bounds;
        assert!(high - low < 1e-9, "{solution:?}");
        assert!((solution.value - value).abs() < 1e-9, "{solution:?}");
        solution
    }

    #[test]
    fn textbook_games() {
        let rock_paper_scissors = [50.0, 0.0, 100.0, 100.0, 50.0, 0.0, 0.0, 100.0, 50.0];
        let solution = check(3, 3, &rock_paper_scissors, 50.0);
        assert!(solution.rows.iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-9), "{solution:?}");
        // Two-finger morra.
        check(2, 2, &[2.0, -3.0, -3.0, 4.0], -1.0 / 12.0);
        // A saddle point in the middle.
        let saddle = check(3, 3, &[4.0, 2.0, 9.0, 5.0, 3.0, 8.0, 6.0, 1.0, 0.0], 3.0);
        assert_eq!((saddle.rows, saddle.columns), (vec![0.0, 1.0, 0.0], vec![0.0, 1.0, 0.0]));
        // The third column is dominated, and then so is the third row.
        check(3, 3, &[3.0, -1.0, 4.0, 1.0, 2.0, 3.0, 0.0, -2.0, 9.0], 7.0 / 5.0);
    }

    #[test]
    fn degenerate_games() {
        check(1, 1, &[7.0], 7.0);
        check(3, 1, &[1.0, 5.0, 2.0], 5.0);
        check(2, 3, &[0.0; 6], 0.0);
        // Each row and column twice.
        let twice =
            [1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0];
        check(4, 4, &twice, 0.5);
        // All mixtures of the rows do equally well.
        check(2, 2, &[1.0, 0.0, 0.0, 1.0], 0.5);
    }
}
