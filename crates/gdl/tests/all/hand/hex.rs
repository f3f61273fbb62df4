//! Hex on 11x11, counted by hand-written move generation.

const SIZE: usize = 11;

/// The owner of each cell: player 0 (links x = 0 and x = 10), player 1 (y) or
/// none.
type Board = [[Option<usize>; SIZE]; SIZE];

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    count(&mut Board::default(), 0, depth)
}

fn count(board: &mut Board, player: usize, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if is_linked(board, 1 - player) {
        return 0;
    }
    let mut total = 0;
    for (x, y) in (0..SIZE).flat_map(|x| (0..SIZE).map(move |y| (x, y))) {
        if board[x][y].is_none() {
            board[x][y] = Some(player);
            total += count(board, 1 - player, depth - 1);
            board[x][y] = None;
        }
    }
    total
}

/// Whether a chain of the player's stones links the player's two sides.
fn is_linked(board: &Board, player: usize) -> bool {
    let mut seen = [[false; SIZE]; SIZE];
    let mut open: Vec<(usize, usize)> =
        (0..SIZE).map(|i| if player == 0 { (0, i) } else { (i, 0) }).collect();
    while let Some((x, y)) = open.pop() {
        if x >= SIZE || y >= SIZE || seen[x][y] || board[x][y] != Some(player) {
            continue;
        }
        if (if player == 0 { x } else { y }) == SIZE - 1 {
            return true;
        }
        seen[x][y] = true;
        for (dx, dy) in [(1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)] {
            open.push((x.wrapping_add_signed(dx), y.wrapping_add_signed(dy)));
        }
    }
    false
}
