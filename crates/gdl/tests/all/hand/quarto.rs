//! Quarto, counted by hand-written move generation.
//!
//! A piece is its number 0 to 15: each bit is one of the four traits.

const LINES: [[usize; 4]; 10] = [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9, 10, 11],
    [12, 13, 14, 15],
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [0, 5, 10, 15],
    [3, 6, 9, 12],
];

type Board = [Option<u8>; 16];

/// Number of ply sequences of exactly `depth` plies from the start. Giving a piece
/// and placing it are one ply each.
pub fn perft(depth: u32) -> u64 {
    give(&mut Board::default(), depth)
}

fn give(board: &mut Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if is_quarto(board) {
        return 0;
    }
    let pool: Vec<u8> = (0..16).filter(|&p| !board.contains(&Some(p))).collect();
    pool.iter().map(|&p| place(board, p, depth - 1)).sum()
}

fn place(board: &mut Board, piece: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for square in 0..16 {
        if board[square].is_none() {
            board[square] = Some(piece);
            total += give(board, depth - 1);
            board[square] = None;
        }
    }
    total
}

/// Whether four pieces in a line all have, or all lack, one trait.
fn is_quarto(board: &Board) -> bool {
    LINES.iter().any(|line| {
        let pieces: Vec<u8> = line.iter().filter_map(|&square| board[square]).collect();
        let shared = pieces.iter().fold(0xf, |all, piece| all & piece);
        let lacking = pieces.iter().fold(0xf, |all, piece| all & !piece);
        pieces.len() == 4 && (shared | lacking) != 0
    })
}
