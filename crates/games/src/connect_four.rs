//! Connect Four on two words: the discs of the player to move, and all discs.
//!
//! A column takes `height + 1` bits, lowest square first; the bit above it stays
//! empty, so that lines found by shifting cannot run from one column into the
//! next. After Tromp's and Pons's solvers.

use game::{Game, Goal, Playable, Role, RoleId};

use crate::notation::{self, Position};

/// Connect Four on a board of any size that fits in a word.
///
/// ```
/// use game::{Game, Playable, perft};
/// use games::connect_four::ConnectFour;
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

/// What a role does.
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
    /// in a line win. It must fit in 64 bits: `width * (height + 1) <= 64`.
    pub fn new(width: u32, height: u32, n_in_row: u32) -> Self {
        assert!(width > 0 && height > 0 && n_in_row > 1, "a board has squares and lines");
        assert!(width * (height + 1) <= 64, "a board of {width} x {height} needs too many bits");
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

    /// The empty squares that would complete a line of a role, be it that they
    /// can be filled at once or only later.
    pub fn winning_squares(&self, state: &State, role: RoleId) -> u64 {
        self.spots(self.discs(state, role)) & self.board & !state.all
    }

    /// Bits from a square to its neighbour: up, right-down, right, right-up.
    #[inline(always)]
    fn steps(&self) -> [u32; 4] {
        [1, self.height, self.height + 1, self.height + 2]
    }

    #[inline]
    fn has_line(&self, discs: u64) -> bool {
        // The usual length is known to the compiler, which unrolls the loops.
        let found = |n| self.steps().into_iter().any(|step| line(discs, step, n) != 0);
        if self.n_in_row == 4 { found(4) } else { found(self.n_in_row) }
    }

    #[inline]
    fn spots(&self, discs: u64) -> u64 {
        let found = |n| self.steps().into_iter().fold(0, |all, step| all | gaps(discs, step, n));
        if self.n_in_row == 4 { found(4) } else { found(self.n_in_row) }
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

/// The lowest squares of lines of `n` discs.
#[inline(always)]
fn line(discs: u64, step: u32, n: u32) -> u64 {
    if n == 4 {
        let pairs = discs & (discs >> step);
        return pairs & (pairs >> (2 * step));
    }
    (1..n).fold(discs, |line, at| line & shifted_down(discs, at * step))
}

/// The squares that have, in one direction and its opposite, `n - 1` discs
/// around them.
#[inline(always)]
fn gaps(discs: u64, step: u32, n: u32) -> u64 {
    let mut found = 0;
    for below in 0..n {
        let low = (1..=below).fold(u64::MAX, |all, at| all & shifted_up(discs, at * step));
        let high = (1..n - below).fold(low, |all, at| all & shifted_down(discs, at * step));
        found |= high;
    }
    found
}

/// Shifts that may leave the word.
#[inline(always)]
fn shifted_up(set: u64, by: u32) -> u64 {
    set.checked_shl(by).unwrap_or(0)
}

#[inline(always)]
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
        // Only who moved last can have a line.
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

/// How much moves promise, from what decides the game at once downwards. What
/// is left is told apart by lines in sight and then by the middle.
mod promise {
    pub const WINS: i32 = 10_000;
    pub const BLOCKS: i32 = 5_000;
    pub const GIVES: i32 = -5_000;
    pub const SPOT: i32 = 100;
}

impl Playable for ConnectFour {
    fn pieces(&self, state: &State, role: RoleId) -> Option<f64> {
        Some(self.discs(state, role).count_ones().into())
    }

    #[inline]
    fn promise(&self, state: &State, _: RoleId, mv: Move) -> i32 {
        let Move::Drop(column) = mv else { return 0 };
        let (disc, other) = (self.landing(state.all, column), state.other());
        if self.has_line(state.own | disc) {
            promise::WINS
        } else if self.has_line(other | disc) {
            promise::BLOCKS
        } else if self.has_line(other | (disc << 1 & self.board)) {
            promise::GIVES
        } else {
            let open = self.board & !(state.all | disc);
            let n_spots = (self.spots(state.own | disc) & open).count_ones() as i32;
            let off_centre = (2 * i32::from(column) - (self.width as i32 - 1)).abs();
            promise::SPOT * n_spots - off_centre
        }
    }

    /// The sum of the two words tells all positions apart, as a column of it
    /// has a one above the discs and below that the own ones, less one. It
    /// consists of columns as well, so it can be mirrored; of the two codes the
    /// smaller is taken. It is not mixed: a table must spread it.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        let code = state.own + state.all;
        code.min(self.mirror(code))
    }

    fn show(&self, state: &State) -> String {
        let (width, height) = (self.width as usize, self.height as usize);
        let at = |x, y| self.letter(state, x, y);
        let board = notation::upright(width, height, at);
        let turn = &self.roles[usize::from(state.turn())];
        format!("{board}{} {turn}", notation::line(width, height, at))
    }

    /// Rows of `r`, `y` and `.` from the top, then who moves, which the number
    /// of discs must bear out.
    fn read_position(&self, text: &str) -> Result<State, String> {
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
            ));
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
