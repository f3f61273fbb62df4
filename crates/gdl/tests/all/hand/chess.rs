//! Chess, counted by hand-written move generation on a board of 64 letters.
//!
//! Every move is played on a copy of the board, and kept if the own king is not
//! attacked there. The limits of 100 quiet plies and 200 plies are left out:
//! they are out of reach of a shallow count.

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Castling: FEN letter, king from and to, rook from and to, squares between them.
type Castling = (u8, usize, usize, usize, usize, &'static [usize]);
const CASTLINGS: [Castling; 4] = [
    (b'K', 4, 6, 7, 5, &[5, 6]),
    (b'Q', 4, 2, 0, 3, &[1, 2, 3]),
    (b'k', 60, 62, 63, 61, &[61, 62]),
    (b'q', 60, 58, 56, 59, &[57, 58, 59]),
];

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    perft_fen(START, depth)
}

/// Number of move sequences of exactly `depth` plies from the position `fen`.
pub fn perft_fen(fen: &str, depth: u32) -> u64 {
    count(&Board::from_fen(fen), depth)
}

/// The position `fen` as facts of the sheet `games/chess.kif`.
pub fn facts(fen: &str) -> String {
    let board = Board::from_fen(fen);
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let number = |i: usize| fields.get(i).and_then(|f| f.parse::<u32>().ok());
    let mut facts = Vec::new();
    for (square, &man) in board.cells.iter().enumerate().filter(|(_, man)| **man != b'.') {
        let colour = if man.is_ascii_uppercase() { 'w' } else { 'b' };
        let kind = man.to_ascii_lowercase() as char;
        facts.push(format!("(cell {} {} {colour}{kind})", square % 8 + 1, square / 8 + 1));
    }
    facts.push(format!("(control {})", if board.white { "white" } else { "black" }));
    for right in &board.rights {
        let role = if right.is_ascii_uppercase() { "white" } else { "black" };
        let side = if right.eq_ignore_ascii_case(&b'k') { "short" } else { "long" };
        facts.push(format!("(castling {role} {side})"));
    }
    if let Some(square) = board.passant {
        facts.push(format!("(passant {} {})", square % 8 + 1, square / 8 + 1));
    }
    let clock = number(4).unwrap_or(0).min(100);
    let turn = number(5).unwrap_or(1).max(1);
    // The sheet counts plies up to 200; a later position gets the last of them.
    let step = (2 * (turn - 1) + u32::from(!board.white)).min(199);
    facts.push(format!("(clock {clock}) (step {step})"));
    facts.join(" ")
}

fn count(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let children = board.children();
    if depth == 1 {
        return children.len() as u64;
    }
    children.iter().map(|child| count(child, depth - 1)).sum()
}

/// A position; square 0 is a1, square 63 is h8, white men are upper-case letters.
#[derive(Clone)]
struct Board {
    cells: [u8; 64],
    white: bool,
    rights: Vec<u8>,
    passant: Option<usize>,
}

impl Board {
    fn from_fen(fen: &str) -> Board {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let mut cells = [b'.'; 64];
        for (row, text) in fields[0].split('/').enumerate() {
            let mut square = 8 * (7 - row);
            for letter in text.bytes() {
                if letter.is_ascii_digit() {
                    square += usize::from(letter - b'0');
                } else {
                    cells[square] = letter;
                    square += 1;
                }
            }
        }
        let passant = fields[3].as_bytes();
        Board {
            cells,
            white: fields[1] == "w",
            rights: fields[2].bytes().filter(|&right| right != b'-').collect(),
            passant: (passant.len() == 2)
                .then(|| usize::from(passant[0] - b'a') + 8 * usize::from(passant[1] - b'1')),
        }
    }

    /// The positions after each legal move.
    fn children(&self) -> Vec<Board> {
        let mut children = Vec::new();
        for from in (0..64).filter(|&square| self.is_mine(square)) {
            match self.cells[from].to_ascii_lowercase() {
                b'p' => self.pawn_moves(from, &mut children),
                kind => self.piece_moves(from, kind, &mut children),
            }
        }
        self.castlings(&mut children);
        let king = self.letter(b'k');
        children.retain(|child| {
            let square = child.cells.iter().position(|&man| man == king);
            square.is_none_or(|square| !child.is_attacked(square, child.white))
        });
        children
    }

    fn piece_moves(&self, from: usize, kind: u8, children: &mut Vec<Board>) {
        for vector in vectors(kind) {
            for to in ray(from, vector).take(reach(kind)) {
                if !self.is_mine(to) {
                    children.push(self.after(from, to));
                }
                if self.cells[to] != b'.' {
                    break;
                }
            }
        }
    }

    fn pawn_moves(&self, from: usize, children: &mut Vec<Board>) {
        let (forward, start_rank) = if self.white { (1, 1) } else { (-1, 6) };
        let mut targets = Vec::new();
        if let Some(one) = shifted(from, (0, forward)).filter(|&to| self.cells[to] == b'.') {
            targets.push(one);
            let two = shifted(one, (0, forward)).filter(|&to| self.cells[to] == b'.');
            targets.extend(two.filter(|_| from / 8 == start_rank));
        }
        for to in [-1, 1].iter().filter_map(|&side| shifted(from, (side, forward))) {
            if self.passant == Some(to) || self.cells[to] != b'.' && !self.is_mine(to) {
                targets.push(to);
            }
        }
        for to in targets {
            let mut child = self.after(from, to);
            if self.passant == Some(to) {
                child.cells[from / 8 * 8 + to % 8] = b'.';
            }
            child.passant = (from.abs_diff(to) == 16).then_some((from + to) / 2);
            if (8..56).contains(&to) {
                children.push(child);
                continue;
            }
            for kind in *b"qrbn" {
                child.cells[to] = self.letter(kind);
                children.push(child.clone());
            }
        }
    }

    fn castlings(&self, children: &mut Vec<Board>) {
        for (right, king_from, king_to, rook_from, rook_to, between) in CASTLINGS {
            let path = king_from.min(king_to)..=king_from.max(king_to);
            if right.is_ascii_uppercase() == self.white
                && self.rights.contains(&right)
                && between.iter().all(|&square| self.cells[square] == b'.')
                && path.into_iter().all(|square| !self.is_attacked(square, !self.white))
            {
                let mut child = self.after(king_from, king_to);
                child.cells[rook_to] = child.cells[rook_from];
                child.cells[rook_from] = b'.';
                children.push(child);
            }
        }
    }

    /// The position after the man on `from` went to `to`.
    fn after(&self, from: usize, to: usize) -> Board {
        let mut child = self.clone();
        child.cells[to] = self.cells[from];
        child.cells[from] = b'.';
        child.white = !self.white;
        child.passant = None;
        for (right, king, _, rook, _, _) in CASTLINGS {
            if [from, to].iter().any(|&square| square == king || square == rook) {
                child.rights.retain(|&kept| kept != right);
            }
        }
        child
    }

    /// Whether a man of the colour `by_white` attacks `square`.
    fn is_attacked(&self, square: usize, by_white: bool) -> bool {
        let enemy = |kind: u8| {
            if by_white { kind.to_ascii_uppercase() } else { kind }
        };
        let piece_attacks = b"qrbnk".iter().any(|&kind| {
            vectors(kind).any(|vector| {
                let mut seen = ray(square, vector).take(reach(kind)).map(|at| self.cells[at]);
                seen.find(|&man| man != b'.') == Some(enemy(kind))
            })
        });
        let backward = if by_white { -1 } else { 1 };
        let pawn_squares = [-1, 1].map(|side| shifted(square, (side, backward)));
        piece_attacks || pawn_squares.iter().flatten().any(|&at| self.cells[at] == enemy(b'p'))
    }

    fn is_mine(&self, square: usize) -> bool {
        self.cells[square] != b'.' && self.cells[square].is_ascii_uppercase() == self.white
    }

    /// The letter of the mover's man of this kind.
    fn letter(&self, kind: u8) -> u8 {
        if self.white { kind.to_ascii_uppercase() } else { kind }
    }
}

/// The steps of a piece, by their squared length.
fn vectors(kind: u8) -> impl Iterator<Item = (i8, i8)> {
    let all = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| (dx, dy)));
    all.filter(move |(dx, dy)| match dx * dx + dy * dy {
        1 => b"rqk".contains(&kind),
        2 => b"bqk".contains(&kind),
        5 => kind == b'n',
        _ => false,
    })
}

/// How many steps a piece makes at most.
fn reach(kind: u8) -> usize {
    if b"nk".contains(&kind) { 1 } else { 7 }
}

/// The squares from `square` to the edge of the board.
fn ray(square: usize, vector: (i8, i8)) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(square), move |&at| shifted(at, vector)).skip(1)
}

fn shifted(square: usize, (dx, dy): (i8, i8)) -> Option<usize> {
    let (x, y) = (square as i8 % 8 + dx, square as i8 / 8 + dy);
    ((0..8).contains(&x) && (0..8).contains(&y)).then_some((x + 8 * y) as usize)
}
