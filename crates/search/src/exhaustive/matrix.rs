//! The value of a matrix game, by trying all supports.

/// The value of a matrix game to the row player, who gets the entry at the row and the column
/// that the two players choose at the same time.
///
/// By the theorem of Shapley and Snow (1950), some pair of optimal strategies
/// equalises a square part of the matrix. All square parts are tried, so this is for
/// small matrices.
///
/// ```
/// use ludex_search::exhaustive::matrix_value;
///
/// let stone_paper_scissors =
///     [vec![50.0, 0.0, 100.0], vec![100.0, 50.0, 0.0], vec![0.0, 100.0, 50.0]];
/// assert!((matrix_value(&stone_paper_scissors) - 50.0).abs() < 1e-9);
/// // A row that is better in each column decides.
/// assert_eq!(matrix_value(&[vec![1.0, 2.0], vec![3.0, 4.0]]), 3.0);
/// ```
pub fn matrix_value(matrix: &[Vec<f64>]) -> f64 {
    let (n_rows, n_columns) = (matrix.len(), matrix[0].len());
    for size in 1..=n_rows.min(n_columns) {
        for rows in subsets(n_rows, size) {
            for columns in subsets(n_columns, size) {
                if let Some(value) = equalised(matrix, &rows, &columns) {
                    return value;
                }
            }
        }
    }
    unreachable!("some part of each matrix is equalised by optimal strategies")
}

const TOLERANCE: f64 = 1e-9;

/// The value, if optimal strategies have these rows and columns.
fn equalised(matrix: &[Vec<f64>], rows: &[usize], columns: &[usize]) -> Option<f64> {
    let by_row = |row: usize, column: usize| matrix[rows[row]][columns[column]];
    let (value, own) = mix(rows.len(), by_row)?;
    let (_, other) = mix(rows.len(), |at, row| by_row(row, at))?;
    let against_column = |column: usize| -> f64 {
        rows.iter().zip(&own).map(|(&row, probability)| probability * matrix[row][column]).sum()
    };
    let against_row = |row: usize| -> f64 {
        columns.iter().zip(&other).map(|(&at, probability)| probability * matrix[row][at]).sum()
    };
    let is_floor = (0..matrix[0].len()).all(|column| against_column(column) >= value - TOLERANCE);
    let is_ceiling = (0..matrix.len()).all(|row| against_row(row) <= value + TOLERANCE);
    (is_floor && is_ceiling).then_some(value)
}

/// The distribution that makes all answers equal in value, and that value. `entry` returns the
/// value of a choice against an answer.
fn mix(size: usize, entry: impl Fn(usize, usize) -> f64) -> Option<(f64, Vec<f64>)> {
    // For each answer the sum over choices, less the value, is 0; all
    // probabilities add up to 1.
    let mut rows: Vec<Vec<f64>> = (0..size)
        .map(|answer| {
            let sum = (0..size).map(|choice| entry(choice, answer));
            sum.chain([-1.0, 0.0]).collect()
        })
        .collect();
    rows.push([vec![1.0; size], vec![0.0, 1.0]].concat());
    let mut solution = solve(rows)?;
    let value = solution.pop()?;
    solution.iter().all(|&probability| probability >= -TOLERANCE).then_some((value, solution))
}

/// Linear equations, each with its right side last, by elimination.
fn solve(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = rows.len();
    for at in 0..n {
        let size = |row: &usize| rows[*row][at].abs();
        let pivot = (at..n).max_by(|one, other| size(one).total_cmp(&size(other)))?;
        rows.swap(at, pivot);
        if rows[at][at].abs() < TOLERANCE {
            return None;
        }
        let first = rows[at].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(row, _)| *row != at) {
            let factor = row[at] / first[at];
            row.iter_mut().zip(&first).for_each(|(entry, first)| *entry -= factor * first);
        }
    }
    Some((0..n).map(|at| rows[at][n] / rows[at][at]).collect())
}

/// All sets of `n` numbers below a limit.
fn subsets(n: usize, size: usize) -> Vec<Vec<usize>> {
    let has_size = |bits: &u32| bits.count_ones() as usize == size;
    let members = |bits: u32| (0..n).filter(|at| bits >> at & 1 == 1).collect();
    (0..1u32 << n).filter(has_size).map(members).collect()
}
