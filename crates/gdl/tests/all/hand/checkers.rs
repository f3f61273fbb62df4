//! American checkers, counted by hand-written move generation.
//!
//! The draw for lack of progress is left out: it is far beyond any depth that
//! can be counted.

#[derive(Clone, Copy, PartialEq, Eq)]
struct Piece {
    is_black: bool,
    is_king: bool,
}

#[derive(Clone)]
struct Board([[Option<Piece>; 8]; 8]);

type Square = (i32, i32);

/// Number of turn sequences of exactly `depth` turns from the start. A chain of
/// jumps is one turn, and chains with the same ends but other squares on the way
/// count each.
pub fn perft(depth: u32) -> u64 {
    let mut board = Board([[None; 8]; 8]);
    for square in dark_squares().filter(|&(_, y)| !(3..5).contains(&y)) {
        let is_black = square.1 < 3;
        board.set(square, Some(Piece { is_black, is_king: false }));
    }
    count(&board, true, depth)
}

fn count(board: &Board, black_to_move: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    turns(board, black_to_move).iter().map(|next| count(next, !black_to_move, depth - 1)).sum()
}

/// The boards after each turn that the side may take.
fn turns(board: &Board, black_to_move: bool) -> Vec<Board> {
    let own = || {
        dark_squares().filter_map(|from| {
            let piece = board.at(from)?;
            (piece.is_black == black_to_move).then_some((from, piece))
        })
    };
    let mut boards = Vec::new();
    for (from, piece) in own() {
        jump_chains(board, from, piece, &mut boards);
    }
    if !boards.is_empty() {
        return boards;
    }
    for (from, piece) in own() {
        for direction in piece.directions() {
            let to = along(from, direction, 1);
            if board.is_free(to) {
                boards.push(board.with_move(from, to, piece));
            }
        }
    }
    boards
}

/// Adds the boards at the end of each chain from `from`; returns whether there is any.
fn jump_chains(board: &Board, from: Square, piece: Piece, ends: &mut Vec<Board>) -> bool {
    let mut can_jump = false;
    for direction in piece.directions() {
        let (over, to) = (along(from, direction, 1), along(from, direction, 2));
        let victim = board.at(over).filter(|p| p.is_black != piece.is_black);
        if victim.is_none() || !board.is_free(to) {
            continue;
        }
        can_jump = true;
        let mut next = board.with_move(from, to, piece);
        next.set(over, None);
        // A man that is crowned stops; so does a piece without a further jump.
        let crowned = next.at(to) != Some(piece);
        if crowned || !jump_chains(&next, to, piece, ends) {
            ends.push(next);
        }
    }
    can_jump
}

fn dark_squares() -> impl Iterator<Item = Square> {
    (0..64).map(|n| (n % 8, n / 8)).filter(|(x, y)| (x + y) % 2 == 0)
}

fn on_board((x, y): Square) -> bool {
    (0..8).contains(&x) && (0..8).contains(&y)
}

fn along((x, y): Square, (dx, dy): Square, steps: i32) -> Square {
    (x + steps * dx, y + steps * dy)
}

impl Piece {
    fn directions(self) -> impl Iterator<Item = Square> {
        let forward = if self.is_black { 1 } else { -1 };
        [(-1, 1), (1, 1), (-1, -1), (1, -1)]
            .into_iter()
            .filter(move |&(_, dy)| self.is_king || dy == forward)
    }
}

impl Board {
    fn at(&self, (x, y): Square) -> Option<Piece> {
        on_board((x, y)).then(|| self.0[y as usize][x as usize])?
    }

    fn is_free(&self, square: Square) -> bool {
        on_board(square) && self.at(square).is_none()
    }

    fn set(&mut self, (x, y): Square, piece: Option<Piece>) {
        self.0[y as usize][x as usize] = piece;
    }

    fn with_move(&self, from: Square, to: Square, piece: Piece) -> Board {
        let mut next = self.clone();
        let far_rank = if piece.is_black { 7 } else { 0 };
        let is_king = piece.is_king || to.1 == far_rank;
        next.set(from, None);
        next.set(to, Some(Piece { is_king, ..piece }));
        next
    }
}
