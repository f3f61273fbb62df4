//! Pentago, counted by hand-written move generation.

/// Rows of squares; the two sides are 1 and 2, and 0 is empty.
type Board = [[u8; 6]; 6];

/// Number of ply sequences of exactly `depth` plies from the start. A turn is two
/// plies, placing and rotating.
pub fn perft(depth: u32) -> u64 {
    place(Board::default(), 1, depth)
}

/// Counts for `side`, which is about to place a marble.
fn place(mut board: Board, side: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if has_five(&board) {
        return 0;
    }
    let mut total = 0;
    for (x, y) in (0..36).map(|n| (n % 6, n / 6)) {
        if board[y][x] == 0 {
            board[y][x] = side;
            total += rotate(&board, side, depth - 1);
            board[y][x] = 0;
        }
    }
    total
}

/// Counts for `side`, which has placed a marble and is about to rotate a block.
fn rotate(board: &Board, side: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if has_five(board) {
        return 0;
    }
    let mut total = 0;
    for (left, bottom) in [(0, 0), (0, 3), (3, 0), (3, 3)] {
        let once = quarter_turn(board, left, bottom);
        let twice = quarter_turn(&once, left, bottom);
        let thrice = quarter_turn(&twice, left, bottom);
        total += place(once, 3 - side, depth - 1);
        total += place(thrice, 3 - side, depth - 1);
    }
    total
}

/// The board after the block with this corner has turned clockwise.
fn quarter_turn(board: &Board, left: usize, bottom: usize) -> Board {
    let mut next = *board;
    for (a, b) in (0..9).map(|n| (n % 3, n / 3)) {
        next[bottom + 2 - a][left + b] = board[bottom + b][left + a];
    }
    next
}

/// Whether either side has five in a line.
fn has_five(board: &Board) -> bool {
    let at = |x: i32, y: i32| -> Option<u8> {
        let row = board.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    };
    let is_five = |x, y, (dx, dy)| {
        at(x, y) != Some(0) && (1..5).all(|n| at(x + n * dx, y + n * dy) == at(x, y))
    };
    (0..36).any(|n| {
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&direction| is_five(n % 6, n / 6, direction))
    })
}
