//! Connect Four on 7 columns and 6 rows, counted by hand-written move generation.

const COLUMNS: usize = 7;
const ROWS: usize = 6;

/// The discs of each column from the bottom up; the two sides are 0 and 1.
type Board = [Vec<u8>; COLUMNS];

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    count(&mut Board::default(), 0, depth)
}

/// Counts for `side` on turn, in a game that is not won yet.
fn count(board: &mut Board, side: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for column in 0..COLUMNS {
        if board[column].len() == ROWS {
            continue;
        }
        board[column].push(side);
        if depth == 1 || !completes_four(board, column) {
            total += count(board, 1 - side, depth - 1);
        }
        board[column].pop();
    }
    total
}

/// Whether the top disc of `column` is part of a line of four.
fn completes_four(board: &Board, column: usize) -> bool {
    let (x, y) = (column as i32, board[column].len() as i32 - 1);
    [(0, 1), (1, 0), (1, 1), (1, -1)]
        .iter()
        .any(|&(dx, dy)| 1 + run(board, x, y, dx, dy) + run(board, x, y, -dx, -dy) >= 4)
}

/// Number of discs like the one on (`x`, `y`) that follow it without a gap.
fn run(board: &Board, x: i32, y: i32, dx: i32, dy: i32) -> usize {
    let disc = |n: i32| {
        let column = board.get(usize::try_from(x + n * dx).ok()?)?;
        column.get(usize::try_from(y + n * dy).ok()?)
    };
    (1..).take_while(|&n| disc(n) == disc(0)).count()
}
