//! Reversi (Othello) on two words, one per colour.
//!
//! Flips and placements are computed for all squares of a direction at once by
//! flood fill: discs of the other colour next to the own, then those next to these,
//! doubling the reach each time (the scheme of the Kogge-Stone adder).

use ludex_game::draw::mix;
use ludex_game::{
    Evaluator, Game, Goal, Material, NamedEvaluator, Notation, NotationOf, Playable, PositionError,
    PositionText, PositionTextOf, Protocol, Role, RoleId, SearchSupport, Terminal, TerminalParams,
    squash,
};

use crate::bits::ones;
use crate::notation::{self, Position};

/// Reversi on a board of 8 x 8.
///
/// ```
/// use ludex_game::{Game, Perft, PositionText};
/// use ludex_games::reversi::Reversi;
///
/// let game = Reversi::new();
/// let counting = Perft { count_ended: true, ..Perft::default() };
/// assert_eq!(counting.count(&game, &game.initial(), 6), 8200);
/// let text = "......../......../......../...bw.../...wb.../......../......../........ black";
/// assert_eq!(game.read_position(text), Ok(game.initial()));
/// ```
#[derive(Clone, Debug)]
pub struct Reversi {
    roles: [Role; 2],
}

/// The discs of each role, and the role on turn. Bit `8 * y + x` is a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    discs: [u64; 2],
    turn: u8,
}

/// The move of one role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Places a disc on square `8 * y + x`.
    Place(u8),
    /// Is on turn and cannot place a disc.
    Pass,
    /// Waits for the other role.
    Noop,
}

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// All files but the outer two, where lines that change file must not turn
/// around the edge.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

impl Reversi {
    /// The game; black begins.
    pub fn new() -> Self {
        Self { roles: [Role::player("black"), Role::player("white")] }
    }
}

impl Default for Reversi {
    fn default() -> Self {
        Self::new()
    }
}

impl State {
    /// The discs of a role. Bit `8 * y + x` is a square, `y` counted from below.
    pub fn discs(&self, role: RoleId) -> u64 {
        self.discs[role.index()]
    }

    /// The squares on which a role could place a disc, were it on turn.
    pub fn placements(&self, role: RoleId) -> u64 {
        placements(self.discs[role.index()], self.discs[1 - role.index()])
    }

    /// The discs that turn when a role places one on an empty square.
    pub fn flips(&self, role: RoleId, square: u8) -> u64 {
        flips(self.discs[role.index()], self.discs[1 - role.index()], square)
    }

    /// The discs of the role on turn.
    fn own(&self) -> u64 {
        self.discs[usize::from(self.turn)]
    }

    /// The discs of the role that waits.
    fn enemy(&self) -> u64 {
        self.discs[usize::from(1 - self.turn)]
    }

    /// The square of a row and a column as the role on turn sees the board: rows
    /// count from its own side.
    fn seen(&self, [row, column, _]: TerminalParams) -> u64 {
        let at = 8 * row + column;
        1 << if self.turn == 0 { at } else { 63 - at }
    }

    fn letter(&self, x: usize, y: usize) -> char {
        let bit = 1 << (8 * y + x);
        match self.discs.iter().position(|discs| discs & bit != 0) {
            Some(role) => ['b', 'w'][role],
            None => '.',
        }
    }
}

/// The empty squares from which a run of other discs leads to an own one.
#[inline]
fn placements(own: u64, other: u64) -> u64 {
    let inner = other & INNER;
    let ends = |within: u64, step: u32| {
        let (up, down) = runs(own, within, step);
        (up << step) | (down >> step)
    };
    (ends(inner, 1) | ends(inner, 7) | ends(other, 8) | ends(inner, 9)) & !(own | other)
}

/// The runs of other discs between the square and an own disc.
#[inline]
fn flips(own: u64, other: u64, square: u8) -> u64 {
    let (disc, inner) = (1u64 << square, other & INNER);
    let closed = |within: u64, step: u32| {
        let (up, down) = runs(disc, within, step);
        // A run counts only if an own disc ends it.
        let (is_closed_up, is_closed_down) = ((up << step) & own != 0, (down >> step) & own != 0);
        (if is_closed_up { up } else { 0 }) | (if is_closed_down { down } else { 0 })
    };
    closed(inner, 1) | closed(inner, 7) | closed(other, 8) | closed(inner, 9)
}

/// The runs of up to six discs `within` a set that begin next to some discs, in
/// both directions of a step.
#[inline(always)]
fn runs(from: u64, within: u64, step: u32) -> (u64, u64) {
    let mut up = within & (from << step);
    let mut down = within & (from >> step);
    up |= within & (up << step);
    down |= within & (down >> step);
    let (pairs_up, pairs_down) = (within & (within << step), within & (within >> step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    (up, down)
}

impl Game for Reversi {
    type State = State;
    type Move = Move;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> State {
        State { discs: [0x0000_0008_1000_0000, 0x0000_0010_0800_0000], turn: 0 }
    }

    #[inline]
    fn is_terminal(&self, state: &State) -> bool {
        // The role on turn can nearly always move, so its test comes first.
        let turn = state.turn;
        state.placements(RoleId(turn)) == 0 && state.placements(RoleId(1 - turn)) == 0
    }

    #[inline]
    fn legal_moves(&self, state: &State, role: RoleId, moves: &mut Vec<Move>) {
        moves.clear();
        if role.0 != state.turn {
            moves.push(Move::Noop);
            return;
        }
        moves.extend(ones(state.placements(role)).map(Move::Place));
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, joint: &[Move]) {
        let turn = usize::from(state.turn);
        if let Move::Place(square) = joint[turn] {
            let turned = state.flips(RoleId(state.turn), square);
            state.discs[turn] |= turned | 1 << square;
            state.discs[1 - turn] ^= turned;
        }
        state.turn = 1 - state.turn;
    }

    /// The role with more discs wins; the value is the same during the game.
    fn goal(&self, state: &State, role: RoleId) -> Goal {
        let [own, other] = [role.index(), 1 - role.index()].map(|at| state.discs[at].count_ones());
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => Goal::MAX,
            std::cmp::Ordering::Equal => crate::draw(),
            std::cmp::Ordering::Less => Goal::MIN,
        }
    }

    fn move_name(&self, mv: Move) -> String {
        match mv {
            Move::Place(at) => notation::square(usize::from(at % 8), usize::from(at / 8)),
            Move::Pass => "pass".into(),
            Move::Noop => crate::NOOP.into(),
        }
    }
}

impl SearchSupport for Reversi {
    fn on_turn(&self, state: &State) -> Option<RoleId> {
        Some(RoleId(state.turn))
    }

    #[inline]
    fn move_order(&self, _: &State, _: RoleId, mv: Move) -> i32 {
        match mv {
            Move::Place(square) => ORDER[usize::from(square)].into(),
            Move::Pass | Move::Noop => 0,
        }
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        let [black, white] = state.discs;
        mix(black ^ mix(white ^ u64::from(state.turn) << 63).rotate_left(32))
    }
}

impl Playable for Reversi {
    fn terminals(&self) -> &[Terminal<Self>] {
        TERMINALS
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<Self>> {
        let discs = NamedEvaluator::material(|_| {
            Box::new(Material(|_: &Self, state, role| state.discs(role).count_ones().into()))
        });
        let corners = NamedEvaluator {
            name: "corners",
            about: "discs ahead, with a bonus for corners",
            make: |_| Box::new(Corners),
        };
        vec![discs, corners]
    }

    fn notation(&self) -> Option<&NotationOf<Self>> {
        Some(self)
    }

    fn view(&self) -> Option<&PositionTextOf<Self>> {
        Some(self)
    }
}

impl PositionText for Reversi {
    fn show(&self, state: &State) -> String {
        let at = |x, y| state.letter(x, y);
        let turn = &self.roles[usize::from(state.turn)];
        format!("{}{} {turn}", notation::board(8, 8, at), notation::line(8, 8, at))
    }

    /// Eight rows of `b`, `w` and `.` from the top, then the role to move.
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let position = Position::read(text, &[8; 8])?;
        let mut state = State { discs: [0; 2], turn: position.turn(&self.roles)? };
        for piece in position.pieces("bw")? {
            state.discs[piece.letter] |= 1 << (8 * (7 - piece.row) + piece.column);
        }
        Ok(state)
    }
}

type Of = Terminal<Reversi>;

/// The terminals of Benbassat and Sipper for Reversi.
const TERMINALS: &[Of] = &[
    Of::number("enemy_discs", "discs of the enemy", |_, state, _| count(state.enemy())),
    Of::number("friendly_discs", "own discs", |_, state, _| count(state.own())),
    Of::number("discs", "discs ahead", |_, state, _| count(state.own()) - count(state.enemy())),
    Of::number("enemy_corners", "corners of the enemy", |_, state, _| {
        count(state.enemy() & CORNERS)
    }),
    Of::number("friendly_corners", "own corners", |_, state, _| count(state.own() & CORNERS)),
    Of::number("corners", "corners ahead", |_, state, _| {
        count(state.own() & CORNERS) - count(state.enemy() & CORNERS)
    }),
    Of::number("mobility", "squares for a disc", |_, state, _| {
        count(placements(state.own(), state.enemy()))
    }),
    Of::truth("empty", "whether a square is empty", |_, state, at| {
        (state.own() | state.enemy()) & state.seen(at) == 0
    })
    .with_params(SQUARE),
    Of::truth("friendly", "whether a square has an own disc", |_, state, at| {
        state.own() & state.seen(at) != 0
    })
    .with_params(SQUARE),
];

/// The parameters of terminals about one square.
const SQUARE: &[(&str, u16)] = &[("row", 8), ("column", 8)];

fn count(bits: u64) -> f64 {
    bits.count_ones().into()
}

impl Notation for Reversi {
    fn protocol(&self) -> Protocol {
        Protocol::Gtp
    }

    /// GRhino's own command: all squares from `a1` on, then the role to move. The
    /// protocol itself has no such command.
    fn setups(&self, state: &State) -> Vec<String> {
        let sign = |at: usize| match state.letter(at % 8, at / 8) {
            'b' => 'X',
            'w' => 'O',
            _ => '-',
        };
        let squares: String = (0..64).map(sign).collect();
        vec![format!("grhino-setup_board {squares} {}", ['X', 'O'][usize::from(state.turn)])]
    }
}

/// Corners first, the squares that give them away last, edges before the rest.
/// Rules of thumb: only the order matters, and it was not tuned.
#[rustfmt::skip]
const ORDER: [i8; 64] = [
    90, -20, 10,  5,  5, 10, -20,  90,
   -20, -40, -3, -3, -3, -3, -40, -20,
    10,  -3,  3,  1,  1,  3,  -3,  10,
     5,  -3,  1,  0,  0,  1,  -3,   5,
     5,  -3,  1,  0,  0,  1,  -3,   5,
    10,  -3,  3,  1,  1,  3,  -3,  10,
   -20, -40, -3, -3, -3, -3, -40, -20,
    90, -20, 10,  5,  5, 10, -20,  90,
];

/// Discs, with a bonus for corners, as the hand-made opponents of Benbassat and
/// Sipper count them.
#[derive(Clone, Copy, Debug)]
struct Corners;

/// The worth of a corner beyond a disc. The paper used several bonuses and states
/// none; this one lets a corner outweigh the flips of an ordinary move.
const CORNER_BONUS: f64 = 8.0;

impl Evaluator<Reversi> for Corners {
    fn evaluate(&mut self, _: &Reversi, state: &State, role: RoleId) -> f64 {
        let worth = |discs: u64| {
            f64::from(discs.count_ones()) + CORNER_BONUS * f64::from((discs & CORNERS).count_ones())
        };
        let (own, other) = (state.discs(role), state.discs(RoleId(1 - role.0)));
        squash(worth(own) - worth(other), 2.0 * CORNER_BONUS)
    }
}
