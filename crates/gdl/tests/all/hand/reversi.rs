//! Reversi on 8x8, counted by hand-written move generation.

const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Disc {
    Black,
    White,
}

type Board = [[Option<Disc>; 8]; 8];

/// Number of ply sequences of length `depth` from the start. A forced pass is a
/// ply, and a game that ends earlier counts once.
pub fn perft(depth: u32) -> u64 {
    let mut board = Board::default();
    board[3][3] = Some(Disc::White);
    board[4][4] = Some(Disc::White);
    board[3][4] = Some(Disc::Black);
    board[4][3] = Some(Disc::Black);
    count(&board, Disc::Black, depth)
}

fn count(board: &Board, side: Disc, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let boards = placements(board, side);
    if !boards.is_empty() {
        let after = |next| count(next, side.other(), depth - 1);
        return boards.iter().map(after).sum();
    }
    if placements(board, side.other()).is_empty() {
        return 1;
    }
    count(board, side.other(), depth - 1)
}

/// The boards after each placement of a disc.
fn placements(board: &Board, side: Disc) -> Vec<Board> {
    (0..64).filter_map(|n| place(board, side, n % 8, n / 8)).collect()
}

/// The board after a disc on (`x`, `y`), if it turns any.
fn place(board: &Board, side: Disc, x: i32, y: i32) -> Option<Board> {
    if at(board, x, y).is_some() {
        return None;
    }
    let mut next = *board;
    let mut turns_any = false;
    for (dx, dy) in DIRECTIONS {
        for n in 1..=bracketed(board, side, (x, y), (dx, dy)) {
            next[(y + n * dy) as usize][(x + n * dx) as usize] = Some(side);
            turns_any = true;
        }
    }
    next[y as usize][x as usize] = Some(side);
    turns_any.then_some(next)
}

/// How many enemy discs lie between (`x`, `y`) and the next own disc in a direction.
fn bracketed(board: &Board, side: Disc, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> i32 {
    let disc = |n: i32| at(board, x + n * dx, y + n * dy);
    let mut n = 0;
    while disc(n + 1) == Some(side.other()) {
        n += 1;
    }
    if disc(n + 1) == Some(side) { n } else { 0 }
}

fn at(board: &Board, x: i32, y: i32) -> Option<Disc> {
    let row = board.get(usize::try_from(y).ok()?)?;
    *row.get(usize::try_from(x).ok()?)?
}

impl Disc {
    fn other(self) -> Disc {
        match self {
            Disc::Black => Disc::White,
            Disc::White => Disc::Black,
        }
    }
}
