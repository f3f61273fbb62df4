//! Tic-tac-toe on nine bits a side.

use ludex_game::{
    Evaluator, Game, Goal, Material, NamedEvaluator, Playable, PositionError, PositionText,
    PositionTextOf, Role, RoleId, SearchSupport, squash,
};

use crate::bits::ones;
use crate::notation::{self, Position};

/// Tic-tac-toe: three in a row on a board of 3 x 3.
///
/// ```
/// use ludex_game::{Game, PositionText, perft};
/// use ludex_games::tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// assert_eq!(perft(&game, &game.initial(), 9), 127_872);
/// let state = game.read_position("x.o/.x./..o x").unwrap();
/// assert_eq!(game.show(&state).lines().next(), Some(" 3 x . o"));
/// ```
#[derive(Clone, Debug)]
pub struct TicTacToe {
    roles: [Role; 2],
}

/// The marks of each role, and the role on turn. Bit `3 * y + x` is a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    marks: [u16; 2],
    turn: u8,
}

/// The move of one role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Marks square `3 * y + x`.
    Mark(u8),
    /// Waits for the other role.
    Noop,
}

const FULL: u16 = 0o777;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl TicTacToe {
    /// The game; x begins.
    pub fn new() -> Self {
        Self { roles: [Role::player("x"), Role::player("o")] }
    }
}

impl Default for TicTacToe {
    fn default() -> Self {
        Self::new()
    }
}

impl State {
    /// The marks of a role. Bit `3 * y + x` is a square, `y` counted from below.
    pub fn marks(&self, role: RoleId) -> u16 {
        self.marks[role.index()]
    }

    /// The number of lines without a mark of the other role.
    pub fn n_open_lines(&self, role: RoleId) -> usize {
        let other = self.marks[1 - role.index()];
        LINES.iter().filter(|&&line| line & other == 0).count()
    }

    fn has_line(&self, role: usize) -> bool {
        LINES.iter().any(|&line| self.marks[role] & line == line)
    }

    fn empty(&self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }

    fn letter(&self, x: usize, y: usize) -> char {
        let bit = 1 << (3 * y + x);
        match self.marks.iter().position(|marks| marks & bit != 0) {
            Some(role) => ['x', 'o'][role],
            None => '.',
        }
    }
}

impl Game for TicTacToe {
    type State = State;
    type Move = Move;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> State {
        State { marks: [0; 2], turn: 0 }
    }

    fn is_terminal(&self, state: &State) -> bool {
        state.empty() == 0 || state.has_line(0) || state.has_line(1)
    }

    fn legal_moves(&self, state: &State, role: RoleId, moves: &mut Vec<Move>) {
        moves.clear();
        if role.0 == state.turn {
            moves.extend(ones(state.empty().into()).map(Move::Mark));
        } else {
            moves.push(Move::Noop);
        }
    }

    fn apply(&self, state: &mut State, joint: &[Move]) {
        let turn = usize::from(state.turn);
        if let Move::Mark(square) = joint[turn] {
            state.marks[turn] |= 1 << square;
        }
        state.turn = 1 - state.turn;
    }

    fn goal(&self, state: &State, role: RoleId) -> Goal {
        if state.has_line(role.index()) {
            Goal::MAX
        } else if state.empty() != 0 || state.has_line(1 - role.index()) {
            Goal::MIN
        } else {
            crate::draw()
        }
    }

    fn move_name(&self, mv: Move) -> String {
        match mv {
            Move::Mark(square) => {
                notation::square(usize::from(square % 3), usize::from(square / 3))
            }
            Move::Noop => crate::NOOP.into(),
        }
    }
}

impl SearchSupport for TicTacToe {
    fn move_order(&self, _: &State, _: RoleId, mv: Move) -> i32 {
        // The number of lines through the square.
        match mv {
            Move::Mark(4) => 4,
            Move::Mark(square) if square % 2 == 0 => 3,
            Move::Mark(_) => 2,
            Move::Noop => 0,
        }
    }

    fn key(&self, state: &State) -> u64 {
        u64::from(state.marks[0]) | u64::from(state.marks[1]) << 9 | u64::from(state.turn) << 18
    }
}

impl Playable for TicTacToe {
    fn evaluators(&self) -> Vec<NamedEvaluator<Self>> {
        let marks = NamedEvaluator::material(|_| {
            Box::new(Material(|_: &Self, state, role| state.marks(role).count_ones().into()))
        });
        let lines = NamedEvaluator {
            name: "open-lines",
            about: "lines still open to the role less those open to the other",
            make: |_| Box::new(OpenLines),
        };
        vec![marks, lines]
    }

    fn view(&self) -> Option<&PositionTextOf<Self>> {
        Some(self)
    }
}

impl PositionText for TicTacToe {
    fn show(&self, state: &State) -> String {
        let at = |x, y| state.letter(x, y);
        let turn = &self.roles[usize::from(state.turn)];
        format!("{}{} {turn}", notation::board(3, 3, at), notation::line(3, 3, at))
    }

    /// Three rows of `x`, `o` and `.` from the top, then the role to move: `x.o/.x./..o x`.
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let position = Position::read(text, &[3; 3])?;
        let mut state = State { marks: [0; 2], turn: position.turn(&self.roles)? };
        for piece in position.pieces("xo")? {
            state.marks[piece.letter] |= 1 << (3 * (2 - piece.row) + piece.column);
        }
        Ok(state)
    }
}

/// Lines of three still open to the role less those open to the other, the textbook
/// estimate.
#[derive(Clone, Copy, Debug)]
struct OpenLines;

impl Evaluator<TicTacToe> for OpenLines {
    fn evaluate(&mut self, _: &TicTacToe, state: &State, role: RoleId) -> f64 {
        let (mine, yours) = (state.n_open_lines(role), state.n_open_lines(RoleId(1 - role.0)));
        // A mark in the centre is four lines ahead, one on an edge two.
        squash(mine as f64 - yours as f64, 3.0)
    }
}
