//! Breakthrough on 8x8, counted by hand-written move generation.

const WIDTH: i32 = 8;

/// Rows of files: the side on each square.
#[derive(Clone, Copy)]
struct Board([[Option<Side>; 8]; 8]);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    White,
    Black,
}

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    let mut rows = [[None; 8]; 8];
    rows[0] = [Some(Side::White); 8];
    rows[1] = rows[0];
    rows[6] = [Some(Side::Black); 8];
    rows[7] = rows[6];
    count(&Board(rows), Side::White, depth)
}

fn count(board: &Board, side: Side, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if is_over(board) {
        return 0;
    }
    successors(board, side).iter().map(|next| count(next, side.other(), depth - 1)).sum()
}

fn is_over(board: &Board) -> bool {
    let has = |row: &[Option<Side>; 8], side| row.contains(&Some(side));
    let wiped_out = |side| !board.0.iter().any(|row| has(row, side));
    has(&board.0[7], Side::White)
        || has(&board.0[0], Side::Black)
        || wiped_out(Side::White)
        || wiped_out(Side::Black)
}

fn successors(board: &Board, side: Side) -> Vec<Board> {
    let mut boards = Vec::new();
    for y in 0..WIDTH {
        for x in 0..WIDTH {
            if board.0[y as usize][x as usize] != Some(side) {
                continue;
            }
            for dx in -1..=1 {
                boards.extend(step(board, side, (x, y), dx));
            }
        }
    }
    boards
}

/// The board after the man on (`x`, `y`) steps forward and `dx` aside, if it may.
fn step(board: &Board, side: Side, (x, y): (i32, i32), dx: i32) -> Option<Board> {
    let (to_x, to_y) = (x + dx, y + side.forward());
    if !(0..WIDTH).contains(&to_x) || !(0..WIDTH).contains(&to_y) {
        return None;
    }
    let target = board.0[to_y as usize][to_x as usize];
    let may_land = target.is_none() || (dx != 0 && target == Some(side.other()));
    may_land.then(|| {
        let mut next = *board;
        next.0[y as usize][x as usize] = None;
        next.0[to_y as usize][to_x as usize] = Some(side);
        next
    })
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    fn forward(self) -> i32 {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }
}
