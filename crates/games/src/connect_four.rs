//! Connect Four on two words: the discs of the player to move, and all discs.
//!
//! A column takes `height + 1` bits, lowest square first; the bit above it stays
//! empty, so that lines found by shifting cannot run from one column into the
//! next. After Tromp's and Pons's solvers.

use ludex_game::{
    Game, Goal, Material, NamedEvaluator, Playable, PositionError, PositionText, PositionTextOf,
    Role, RoleId, SearchSupport,
};

use crate::notation::{self, Position};

/// Connect Four on a board of any size that fits in a word.
///
/// ```
/// use ludex_game::{Game, PositionText, SearchSupport, perft};
/// use ludex_games::connect_four::ConnectFour;
///
/// let game = ConnectFour::default();
/// assert_eq!(perft(&game, &game.initial(), 4), 7 * 7 * 7 * 7);
/// let text = "......./......./......./......./..y..../..rr... yellow";
/// let mirrored = "......./......./......./......./....y../...rr.. yellow";
/// let [state, image] = [text, mirrored].map(|text| game.read_position(text).unwrap());
/// assert_eq!(game.key(&state), game.key(&image));
/// ```
#[derive(Clone, Debug)]
pub struct ConnectFour {
    roles: [Role; 2],
    width: u32,
    height: u32,
    n_in_row: u32,
    /// All squares.
    board: u64,
    /// The columns, from the middle outwards.
    order: Vec<u8>,
}

/// The discs of the player to move, and all discs. Red is to move when their
/// number is even. Square `(x, y)` is bit `x * (height + 1) + y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    own: u64,
    all: u64,
}

/// The move of one role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Drops a disc into a column, the leftmost being 0.
    Drop(u8),
    /// Waits for the other role.
    Noop,
}

impl Default for ConnectFour {
    fn default() -> Self {
        Self::new(7, 6, 4)
    }
}

impl ConnectFour {
    /// A board of `width` columns of `height` squares on which `n_in_row` discs
    /// in a line win. It must fit in 64 bits, `width * (height + 1) <= 64`, and
    /// be at most 16 high.
    pub fn new(width: u32, height: u32, n_in_row: u32) -> Self {
        assert!(width > 0 && height > 0 && n_in_row > 1, "a board has squares and lines");
        assert!(height <= 16 && width * (height + 1) <= 64, "{width} x {height} is too large");
        let column = (1u64 << height) - 1;
        let board = (0..width).fold(0, |board, x| board | column << (x * (height + 1)));
        let mut order: Vec<u8> = (0..width as u8).collect();
        order.sort_by_key(|&x| (2 * i32::from(x) - (width as i32 - 1)).abs());
        let roles = [Role::player("red"), Role::player("yellow")];
        Self { roles, width, height, n_in_row, board, order }
    }

    /// The discs of a role: square `(x, y)` is bit `x * (height + 1) + y`.
    pub fn discs(&self, state: &State, role: RoleId) -> u64 {
        if role.0 == state.turn() { state.own } else { state.other() }
    }

    /// The empty squares that would complete a line of a role, whether they can be
    /// filled now or only later.
    pub fn winning_squares(&self, state: &State, role: RoleId) -> u64 {
        self.spots(self.discs(state, role)) & self.board & !state.all
    }

    /// Bits from a square to its neighbour: up, right-down, right, right-up.
    #[inline(always)]
    fn steps(&self) -> [u32; 4] {
        [1, self.height, self.height + 1, self.height + 2]
    }

    /// Whether there are enough discs in a line. Four, the usual number, has its own
    /// code.
    #[inline]
    fn has_line(&self, discs: u64) -> bool {
        match self.n_in_row {
            4 => self.steps().into_iter().any(|step| four(discs, step) != 0),
            n => self.steps().into_iter().any(|step| line(discs, step, n) != 0),
        }
    }

    /// The squares, taken or not, that have the rest of a line around them.
    #[inline]
    fn spots(&self, discs: u64) -> u64 {
        let [up, others @ ..] = self.steps();
        match self.n_in_row {
            // Nothing stands above the square that completes a column.
            4 => others
                .into_iter()
                .fold((discs << up) & (discs << (2 * up)) & (discs << (3 * up)), |all, step| {
                    all | four_spots(discs, step)
                }),
            n => self.steps().into_iter().fold(0, |all, step| all | line_spots(discs, step, n)),
        }
    }

    /// The square that the next disc in a column falls to, as a bit. Above a
    /// full column it is the empty bit that belongs to no square.
    #[inline(always)]
    fn landing(&self, all: u64, column: u8) -> u64 {
        let at = u32::from(column) * (self.height + 1);
        (all + (1 << at)) & (((1 << (self.height + 1)) - 1) << at)
    }

    /// Exchanges left and right.
    #[inline]
    fn mirror(&self, mut code: u64) -> u64 {
        let stride = self.height + 1;
        let column = (1u64 << stride) - 1;
        for left in 0..self.width / 2 {
            let apart = (self.width - 1 - 2 * left) * stride;
            let differing = (code ^ (code >> apart)) & (column << (left * stride));
            code ^= differing | differing << apart;
        }
        code
    }

    fn letter(&self, state: &State, x: usize, y: usize) -> char {
        let bit = 1 << (x * (self.height as usize + 1) + y);
        match [RoleId(0), RoleId(1)].map(|role| self.discs(state, role) & bit != 0) {
            [true, _] => 'r',
            [_, true] => 'y',
            _ => '.',
        }
    }
}

impl State {
    #[inline(always)]
    fn turn(&self) -> u8 {
        (self.all.count_ones() % 2) as u8
    }

    #[inline(always)]
    fn other(&self) -> u64 {
        self.own ^ self.all
    }
}

/// The lowest squares of lines of four discs.
#[inline(always)]
fn four(discs: u64, step: u32) -> u64 {
    let pairs = discs & (discs >> step);
    pairs & (pairs >> (2 * step))
}

/// The squares that have three discs around them: all on one side, or one on
/// one side and two on the other.
#[inline(always)]
fn four_spots(discs: u64, step: u32) -> u64 {
    let [below, above] = [discs << step, discs >> step];
    let [two_below, two_above] = [below & (below << step), above & (above >> step)];
    two_below & (discs << (3 * step) | above) | two_above & (discs >> (3 * step) | below)
}

/// The lowest squares of lines of `n` discs.
fn line(discs: u64, step: u32, n: u32) -> u64 {
    (1..n).fold(discs, |line, at| line & shifted_down(discs, at * step))
}

/// The squares that have `n - 1` discs around them.
fn line_spots(discs: u64, step: u32, n: u32) -> u64 {
    let mut found = 0;
    for n_below in 0..n {
        let below = (1..=n_below).fold(u64::MAX, |all, at| all & shifted_up(discs, at * step));
        found |= (1..n - n_below).fold(below, |all, at| all & shifted_down(discs, at * step));
    }
    found
}

/// Shifts that may leave the word.
fn shifted_up(set: u64, by: u32) -> u64 {
    set.checked_shl(by).unwrap_or(0)
}

fn shifted_down(set: u64, by: u32) -> u64 {
    set.checked_shr(by).unwrap_or(0)
}

impl Game for ConnectFour {
    type State = State;
    type Move = Move;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> State {
        State { own: 0, all: 0 }
    }

    #[inline]
    fn is_terminal(&self, state: &State) -> bool {
        state.all == self.board || self.has_line(state.other())
    }

    #[inline]
    fn legal_moves(&self, state: &State, role: RoleId, moves: &mut Vec<Move>) {
        moves.clear();
        if role.0 != state.turn() {
            moves.push(Move::Noop);
            return;
        }
        let is_open = |&&x: &&u8| self.landing(state.all, x) & self.board != 0;
        moves.extend(self.order.iter().filter(is_open).map(|&x| Move::Drop(x)));
    }

    #[inline]
    fn apply(&self, state: &mut State, joint: &[Move]) {
        if let Move::Drop(column) = joint[usize::from(state.turn())] {
            // The player to move changes, and the disc belongs to the other.
            let disc = self.landing(state.all, column);
            *state = State { own: state.other(), all: state.all | disc };
        }
    }

    fn goal(&self, state: &State, role: RoleId) -> Goal {
        // Only the role that moved last can have a line.
        if self.has_line(state.other()) {
            if role.0 == state.turn() { Goal::MIN } else { Goal::MAX }
        } else if state.all == self.board {
            crate::draw()
        } else {
            Goal::MIN
        }
    }

    fn move_name(&self, mv: Move) -> String {
        match mv {
            Move::Drop(column) => (column + 1).to_string(),
            Move::Noop => crate::NOOP.into(),
        }
    }
}

/// Terms of the move order: first moves that decide the game at once, then lines
/// that can be completed later, then the distance from the middle.
///
/// With it 6 x 5 is solved in 5.0 million nodes and 7 x 5 in 38.5; weighing
/// lines by the parity of their rows changed that by less than two percent,
/// counting lines that are still open made it 8.6 and 55.6.
mod order {
    pub const WINS: i32 = 10_000;
    pub const BLOCKS: i32 = 5_000;
    pub const GIVES: i32 = -5_000;
    pub const SPOT: i32 = 100;
}

impl SearchSupport for ConnectFour {
    #[inline]
    fn move_order(&self, state: &State, _: RoleId, mv: Move) -> i32 {
        let Move::Drop(column) = mv else { return 0 };
        // Both are the same for all moves of a position, so that the compiler can
        // hoist them out of a loop over moves.
        let (own, other) = (self.spots(state.own), self.spots(state.other()));
        let disc = self.landing(state.all, column);
        if own & disc != 0 {
            order::WINS
        } else if other & disc != 0 {
            order::BLOCKS
        } else if other & (disc << 1) & self.board != 0 {
            order::GIVES
        } else {
            let open = self.board & !(state.all | disc);
            let n_spots = (self.spots(state.own | disc) & open).count_ones() as i32;
            let off_centre = (2 * i32::from(column) - (self.width as i32 - 1)).abs();
            order::SPOT * n_spots - off_centre
        }
    }

    /// The sum of the two words is different for all positions: each column has a
    /// one above the discs and below it the own discs, less one. The sum consists
    /// of columns as well, so it can be mirrored; of the two codes the smaller is
    /// taken. It is not mixed: a table must spread it.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        let code = state.own + state.all;
        code.min(self.mirror(code))
    }
}

impl Playable for ConnectFour {
    fn evaluators(&self) -> Vec<NamedEvaluator<Self>> {
        vec![NamedEvaluator::material(|_| {
            Box::new(Material(|game: &Self, state, role| {
                game.discs(state, role).count_ones().into()
            }))
        })]
    }

    fn view(&self) -> Option<&PositionTextOf<Self>> {
        Some(self)
    }
}

impl PositionText for ConnectFour {
    fn show(&self, state: &State) -> String {
        let (width, height) = (self.width as usize, self.height as usize);
        let at = |x, y| self.letter(state, x, y);
        let board = notation::upright(width, height, at);
        let turn = &self.roles[usize::from(state.turn())];
        format!("{board}{} {turn}", notation::line(width, height, at))
    }

    /// Rows of `r`, `y` and `.` from the top, then the role to move, which must
    /// agree with the number of discs.
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let position = Position::read(text, &vec![self.width as usize; self.height as usize])?;
        let mut discs = [0u64; 2];
        for piece in position.pieces("ry")? {
            let y = self.height as usize - 1 - piece.row;
            discs[piece.letter] |= 1 << (piece.column * (self.height as usize + 1) + y);
        }
        let all = discs[0] | discs[1];
        let floating = all & !(all << 1) & !self.bottom();
        if floating != 0 {
            return Err("a disc hangs in the air".into());
        }
        let turn = position.turn(&self.roles)?;
        if discs[0].count_ones() != discs[1].count_ones() + u32::from(turn) {
            return Err(format!(
                "red has {} discs and yellow {}, so {} cannot be to move",
                discs[0].count_ones(),
                discs[1].count_ones(),
                self.roles[usize::from(turn)],
            )
            .into());
        }
        Ok(State { own: discs[usize::from(turn)], all })
    }
}

impl ConnectFour {
    /// The lowest square of every column.
    fn bottom(&self) -> u64 {
        self.board & !(self.board << 1)
    }
}
