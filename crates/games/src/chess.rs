//! Chess, with moves found by the `cozy-chess` crate.
//!
//! Checkmate wins; stalemate and 100 plies in a row without a capture or a
//! pawn's move are draws, as is, where one is set, a limit of plies in all. The
//! bundled sheet `chess` has the same rules with a limit of 200. A position
//! does not tell what came before it, so there is no draw by repetition here;
//! nor is there one by lack of material, which the 100 plies end as well.

use std::hash::{Hash, Hasher};

use cozy_chess::{Board, Color, File, Piece, Square};
use game::draw::mix;
use game::{Evaluator, Game, Goal, NamedEvaluator, Notation, Playable, Protocol, Role, RoleId};

mod san;

/// Chess from any position.
///
/// ```
/// use game::{Game, Playable, perft};
/// use games::chess::Chess;
///
/// let game = Chess::new();
/// assert_eq!(perft(&game, &game.initial(), 3), 8902);
///
/// let ending = Chess::from_fen("8/8/8/8/8/6k1/4q3/6K1 b - - 0 1").unwrap();
/// let mut moves = Vec::new();
/// ending.legal_moves(&ending.initial(), game::RoleId(1), &mut moves);
/// assert!(moves.iter().any(|&mv| ending.move_name(mv) == "e2g2"));
/// ```
#[derive(Clone, Debug)]
pub struct Chess {
    roles: [Role; 2],
    initial: State,
    n_plies_max: Option<u16>,
}

/// A position. The numbers of the moves played are shown but make no
/// difference, unless the game has a limit of plies.
#[derive(Clone, Debug)]
pub struct State {
    board: Board,
    /// Plies so far; 0 where there is no limit.
    n_plies: u16,
}

/// What a role does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Moves a piece. Castling is a move of the king by two files.
    Play(cozy_chess::Move),
    /// Waits for the other role.
    Noop,
}

/// Plies without a capture or a pawn's move that end a game.
const N_QUIET_MAX: u8 = 100;

impl Default for Chess {
    fn default() -> Self {
        Self::new()
    }
}

impl Chess {
    /// The game from the usual start, without a limit of plies.
    pub fn new() -> Self {
        Self::from_board(Board::default())
    }

    /// The game from a position in Forsyth-Edwards notation.
    ///
    /// ```
    /// let error = games::chess::Chess::from_fen("8/8/8/8 w - - 0 1").unwrap_err();
    /// assert!(error.contains("board"), "{error}");
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, String> {
        Ok(Self::from_board(read_fen(fen)?))
    }

    /// The same game, drawn after so many plies. The moves that the FEN of the
    /// start counts are among them.
    pub fn with_limit(self, n_plies_max: u16) -> Self {
        let n_plies = n_plies(&self.initial.board);
        let initial = State { n_plies, ..self.initial };
        Self { initial, n_plies_max: Some(n_plies_max), ..self }
    }

    fn from_board(board: Board) -> Self {
        let roles = [Role::player("white"), Role::player("black")];
        Self { roles, initial: State { board, n_plies: 0 }, n_plies_max: None }
    }
}

impl State {
    /// The position as `cozy-chess` knows it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    fn turn(&self) -> usize {
        self.board.side_to_move() as usize
    }

    fn can_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let is_near = self.board.hash() == other.board.hash() && self.n_plies == other.n_plies;
        is_near && {
            let mut board = other.board.clone();
            board.set_fullmove_number(self.board.fullmove_number());
            board == self.board
        }
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash().hash(state);
        (self.board.halfmove_clock(), self.n_plies).hash(state);
    }
}

/// Plies played before a position, by its own account.
fn n_plies(board: &Board) -> u16 {
    let is_black = board.side_to_move() == Color::Black;
    (board.fullmove_number() - 1).saturating_mul(2).saturating_add(is_black.into())
}

fn read_fen(text: &str) -> Result<Board, String> {
    let fen = text.trim_end().lines().next_back().unwrap_or_default().trim();
    // The two counts at the end are often left out.
    let counts = if fen.split_whitespace().count() == 4 { " 0 1" } else { "" };
    let board = Board::from_fen(&format!("{fen}{counts}"), false)
        .map_err(|error| format!("`{fen}`: {error}"))?;
    for color in Color::ALL {
        let rights = board.castle_rights(color);
        let may_castle = rights.short.is_some() || rights.long.is_some();
        if may_castle && board.king(color).file() != File::E {
            return Err(format!("`{fen}`: a king that may castle must be on file e"));
        }
    }
    let kings = Color::ALL.map(|color| board.king(color));
    if cozy_chess::get_king_moves(kings[0]).has(kings[1]) {
        return Err(format!("`{fen}`: the kings stand side by side"));
    }
    Ok(board)
}

/// Names castling by where the king goes, instead of by the rook it goes to.
#[inline]
fn by_king(board: &Board, mv: cozy_chess::Move) -> cozy_chess::Move {
    let is_castling = board.color_on(mv.to) == Some(board.side_to_move());
    if !is_castling {
        return mv;
    }
    let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
    cozy_chess::Move { to: Square::new(file, mv.to.rank()), ..mv }
}

/// The other way round.
#[inline]
fn by_rook(board: &Board, mv: cozy_chess::Move) -> cozy_chess::Move {
    let n_files = (mv.to.file() as i8 - mv.from.file() as i8).abs();
    if n_files != 2 || board.king(board.side_to_move()) != mv.from {
        return mv;
    }
    let file = if mv.to.file() > mv.from.file() { File::H } else { File::A };
    cozy_chess::Move { to: Square::new(file, mv.to.rank()), ..mv }
}

impl Game for Chess {
    type State = State;
    type Move = Move;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> State {
        self.initial.clone()
    }

    #[inline]
    fn is_terminal(&self, state: &State) -> bool {
        state.board.halfmove_clock() >= N_QUIET_MAX
            || self.n_plies_max.is_some_and(|max| state.n_plies >= max)
            || !state.can_move()
    }

    fn legal_moves(&self, state: &State, role: RoleId, moves: &mut Vec<Move>) {
        moves.clear();
        if role.index() != state.turn() {
            moves.push(Move::Noop);
            return;
        }
        state.board.generate_moves(|found| {
            if found.piece == Piece::King {
                moves.extend(found.into_iter().map(|mv| Move::Play(by_king(&state.board, mv))));
            } else {
                moves.extend(found.into_iter().map(Move::Play));
            }
            false
        });
    }

    #[inline]
    fn apply(&self, state: &mut State, joint: &[Move]) {
        if let Move::Play(mv) = joint[state.turn()] {
            state.board.play_unchecked(by_rook(&state.board, mv));
            state.n_plies += u16::from(self.n_plies_max.is_some());
        }
    }

    fn goal(&self, state: &State, role: RoleId) -> Goal {
        let is_mate = !state.board.checkers().is_empty() && !state.can_move();
        match is_mate {
            true if role.index() == state.turn() => Goal::MIN,
            true => Goal::MAX,
            false => crate::draw(),
        }
    }

    /// Coordinates: `e2e4`, `e7e8q`; castling is `e1g1`.
    fn move_name(&self, mv: Move) -> String {
        match mv {
            Move::Play(mv) => mv.to_string(),
            Move::Noop => crate::NOOP.into(),
        }
    }
}

impl Playable for Chess {
    fn evaluators(&self) -> Vec<NamedEvaluator<Self>> {
        vec![NamedEvaluator {
            name: "turing",
            about: "the ratio of the values of my men and the other's",
            make: || Box::new(Turing),
        }]
    }

    /// Pawns, knights, bishops, rooks and queens at the usual 1, 3, 3, 5 and 9.
    fn pieces(&self, state: &State, role: RoleId) -> Option<f64> {
        Some(worth(&state.board, role, [1.0, 3.0, 3.0, 5.0, 9.0]))
    }

    /// Captures first, of the most valuable by the least valuable, and
    /// promotions by what is gained.
    #[inline]
    fn promise(&self, state: &State, _: RoleId, mv: Move) -> i32 {
        const RANKS: [i32; 6] = [1, 3, 3, 5, 9, 10];
        let Move::Play(mv) = mv else { return 0 };
        let rank = |piece: Option<Piece>| piece.map_or(0, |piece| RANKS[piece as usize]);
        let promotion = 100 * rank(mv.promotion);
        if !state.board.occupied().has(mv.to) {
            return promotion;
        }
        let victim = rank(state.board.piece_on(mv.to));
        let attacker = rank(state.board.piece_on(mv.from));
        100 * victim - attacker + promotion
    }

    /// The hash that `cozy-chess` keeps. It does not count quiet plies, so that
    /// positions are recognised; where few are left, positions with different
    /// numbers of them have different keys.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        let clock = state.board.halfmove_clock();
        let quiet = if clock < N_QUIET_MAX / 2 { 0 } else { clock };
        match u64::from(state.n_plies) << 8 | u64::from(quiet) {
            0 => state.board.hash(),
            rest => mix(state.board.hash() ^ rest),
        }
    }

    /// The board, and below it the position in Forsyth-Edwards notation.
    fn show(&self, state: &State) -> String {
        let at = |x, y| {
            let square = Square::new(File::index(x), cozy_chess::Rank::index(y));
            let Some(piece) = state.board.piece_on(square) else { return '.' };
            let letter = char::from(piece);
            let is_white = state.board.color_on(square) == Some(Color::White);
            if is_white { letter.to_ascii_uppercase() } else { letter }
        };
        format!("{}{}", crate::notation::board(8, 8, at), state.board)
    }

    /// Forsyth-Edwards notation; its two counts may be left out.
    fn read_position(&self, text: &str) -> Result<State, String> {
        let board = read_fen(text)?;
        let n_plies = if self.n_plies_max.is_some() { n_plies(&board) } else { 0 };
        Ok(State { board, n_plies })
    }

    fn notation(&self) -> Option<&dyn Notation<State = State, Move = Move>> {
        Some(self)
    }
}

impl Notation for Chess {
    fn protocol(&self) -> Protocol {
        Protocol::Uci
    }

    fn setups(&self, state: &State) -> Vec<String> {
        vec![format!("position fen {}", state.board)]
    }

    /// Standard algebraic notation: see [`Chess::san`].
    fn record_move(&self, state: &State, mv: Move) -> String {
        self.san(state, mv)
    }
}

/// What a side's pawns, knights, bishops, rooks and queens are worth together.
fn worth(board: &Board, role: RoleId, values: [f64; 5]) -> f64 {
    let color = Color::index(role.index());
    let kinds = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    let count = |kind| f64::from(board.colored_pieces(color, kind).len());
    kinds.into_iter().zip(values).map(|(kind, value)| count(kind) * value).sum()
}

/// Turing's ratio of the values of white's and black's men.
#[derive(Clone, Copy, Debug)]
struct Turing;

impl Evaluator<Chess> for Turing {
    fn evaluate(&mut self, _: &Chess, state: &State, role: RoleId) -> f64 {
        // Turing's own values: a bishop is worth a little more than a knight.
        const VALUES: [f64; 5] = [1.0, 3.0, 3.5, 5.0, 10.0];
        let [own, other] = [role, RoleId(1 - role.0)].map(|role| worth(&state.board, role, VALUES));
        if own + other == 0.0 {
            return 50.0;
        }
        // The share rises with the ratio, and stays short of a sure win or loss.
        1.0 + 98.0 * own / (own + other)
    }
}
