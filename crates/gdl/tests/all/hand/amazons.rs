//! Game of the Amazons on 10x10, counted by hand-written move generation.

/// The board with a border: a square is empty, or holds an amazon or something else.
const WIDTH: usize = 12;
const DIRECTIONS: [isize; 8] = [1, -1, 11, -11, 12, -12, 13, -13];

const EMPTY: u8 = 0;
const AMAZONS: [u8; 2] = [1, 2];
const BLOCKED: u8 = 3;

/// Number of sequences of exactly `depth` turns (a move and a shot) from the start.
pub fn perft(depth: u32) -> u64 {
    let mut board = [BLOCKED; WIDTH * WIDTH];
    for y in 1..=10 {
        board[y * WIDTH + 1..=y * WIDTH + 10].fill(EMPTY);
    }
    for (amazon, men) in AMAZONS
        .into_iter()
        .zip([[(1, 4), (4, 1), (7, 1), (10, 4)], [(1, 7), (4, 10), (7, 10), (10, 7)]])
    {
        for (x, y) in men {
            board[y * WIDTH + x] = amazon;
        }
    }
    count(&mut board, 0, depth)
}

fn count(board: &mut [u8], player: usize, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for from in 0..board.len() {
        if board[from] != AMAZONS[player] {
            continue;
        }
        for to in flights(board, from) {
            board[from] = EMPTY;
            board[to] = AMAZONS[player];
            for arrow in flights(board, to) {
                board[arrow] = BLOCKED;
                total += count(board, 1 - player, depth - 1);
                board[arrow] = EMPTY;
            }
            board[to] = EMPTY;
            board[from] = AMAZONS[player];
        }
    }
    total
}

/// The squares that a queen on `from` reaches, or its arrow.
fn flights(board: &[u8], from: usize) -> Vec<usize> {
    let mut targets = Vec::new();
    for direction in DIRECTIONS {
        let mut to = from.wrapping_add_signed(direction);
        while board[to] == EMPTY {
            targets.push(to);
            to = to.wrapping_add_signed(direction);
        }
    }
    targets
}
