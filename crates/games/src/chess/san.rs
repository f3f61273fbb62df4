//! Standard algebraic notation: `Nf3`, `exd6`, `e8=Q+`, `O-O`.

use cozy_chess::{Board, File, Piece, Square};

use super::{Chess, Move, State, by_king, by_rook};

impl Chess {
    /// A legal move in standard algebraic notation, as records of games write it.
    ///
    /// ```
    /// use ludex_game::{Game, Notation, RoleId};
    /// use ludex_games::chess::Chess;
    ///
    /// let game = Chess::from_fen("3r2k1/P7/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
    /// let state = game.initial();
    /// let san = |name: &str| game.san(&state, game.find_move(&state, RoleId(0), name).unwrap());
    /// assert_eq!(["e1g1", "a7a8q", "a1d1"].map(san), ["O-O", "a8=Q", "Rd1"]);
    /// ```
    pub fn san(&self, state: &State, mv: Move) -> String {
        let Move::Play(mv) = mv else { return crate::NOOP.into() };
        let board = &state.board;
        let mut text = match board.piece_on(mv.from) {
            Some(Piece::King) if by_rook(board, mv) != mv => match mv.to.file() {
                File::G => "O-O".to_string(),
                _ => "O-O-O".to_string(),
            },
            Some(Piece::Pawn) => pawn_move(mv),
            Some(piece) => piece_move(board, piece, mv),
            None => mv.to_string(),
        };
        let mut after = board.clone();
        after.play_unchecked(by_rook(board, mv));
        if !after.checkers().is_empty() {
            text.push(if after.generate_moves(|_| true) { '+' } else { '#' });
        }
        text
    }
}

/// A pawn that takes names the file it comes from.
fn pawn_move(mv: cozy_chess::Move) -> String {
    let mut text = match mv.from.file() == mv.to.file() {
        true => String::new(),
        false => format!("{}x", mv.from.file()),
    };
    text += &mv.to.to_string();
    if let Some(piece) = mv.promotion {
        text.extend(['=', letter(piece)]);
    }
    text
}

fn piece_move(board: &Board, piece: Piece, mv: cozy_chess::Move) -> String {
    let takes = if board.occupied().has(mv.to) { "x" } else { "" };
    format!("{}{}{takes}{}", letter(piece), origin(board, piece, mv), mv.to)
}

/// The part that distinguishes the piece from others of its kind that could go to
/// the same square: its file if that is enough, else its rank, else both.
fn origin(board: &Board, piece: Piece, mv: cozy_chess::Move) -> String {
    let mut rivals: Vec<Square> = Vec::new();
    board.generate_moves(|found| {
        let is_rival = found.piece == piece && found.from != mv.from;
        if is_rival && found.into_iter().any(|other| by_king(board, other).to == mv.to) {
            rivals.push(found.from);
        }
        false
    });
    let is_same_file = |rival: &Square| rival.file() == mv.from.file();
    let is_same_rank = |rival: &Square| rival.rank() == mv.from.rank();
    match (rivals.iter().any(is_same_file), rivals.iter().any(is_same_rank)) {
        _ if rivals.is_empty() => String::new(),
        (false, _) => mv.from.file().to_string(),
        (true, false) => mv.from.rank().to_string(),
        (true, true) => mv.from.to_string(),
    }
}

fn letter(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}
