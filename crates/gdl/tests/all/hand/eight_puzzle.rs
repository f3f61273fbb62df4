//! The eight puzzle, counted by hand-written move generation.

/// The tiles in reading order; 0 is the blank.
type Board = [u8; 9];

const START: Board = [1, 8, 7, 2, 0, 6, 3, 4, 5];
const SOLVED: Board = [1, 2, 3, 4, 5, 6, 7, 8, 0];

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    if depth > 60 { 0 } else { count(START, depth) }
}

fn count(board: Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if board == SOLVED {
        return 0;
    }
    let Some(blank) = board.iter().position(|&tile| tile == 0) else {
        return 0;
    };
    let mut total = 0;
    for tile in 0..9 {
        let columns = (blank % 3).abs_diff(tile % 3);
        let rows = (blank / 3).abs_diff(tile / 3);
        if columns + rows == 1 {
            let mut after = board;
            after.swap(blank, tile);
            total += count(after, depth - 1);
        }
    }
    total
}
