//! Move generation and execution, a whole turn at a time.

use super::State;
use super::board::{Board, steps};

/// A whole turn: a step, or a chain of jumps.
///
/// Jumps are kept as directions, two bits each, so that chains which differ
/// only on the way are different moves. Sixteen fit, and there are never more:
/// the squares that one piece can land on form a grid of at most 5 x 5 on a
/// board of 10 x 10, where a jump crosses one of 16 fields and no field twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: u8,
    to: u8,
    n_jumps: u8,
    path: u32,
}

impl Move {
    /// The move of the role that waits.
    pub const NOOP: Move = Move { from: u8::MAX, to: u8::MAX, n_jumps: 0, path: 0 };

    /// The first square.
    pub fn from(self) -> u8 {
        self.from
    }

    /// The last square.
    pub fn to(self) -> u8 {
        self.to
    }

    /// The number of pieces captured.
    pub fn n_jumps(self) -> u8 {
        self.n_jumps
    }

    /// The squares of the chain, first and last included.
    pub(super) fn squares<const SIZE: usize>(self) -> impl Iterator<Item = u8> {
        let mut at = 1u64 << self.from;
        let jumps = (0..self.n_jumps).map(move |jump| {
            at = shift::<SIZE>(shift::<SIZE>(at, self.direction(jump)), self.direction(jump));
            at.trailing_zeros() as u8
        });
        let step = (self.n_jumps == 0).then_some(self.to);
        [self.from].into_iter().chain(jumps).chain(step)
    }

    /// The pieces captured, as a set of squares.
    #[inline]
    fn captured<const SIZE: usize>(self) -> u64 {
        let (mut at, mut captured) = (1u64 << self.from, 0);
        for jump in 0..self.n_jumps {
            let over = shift::<SIZE>(at, self.direction(jump));
            captured |= over;
            at = shift::<SIZE>(over, self.direction(jump));
        }
        captured
    }

    #[inline(always)]
    fn direction(self, jump: u8) -> u32 {
        self.path >> (2 * jump) & 3
    }
}

/// All squares of a set moved one step: 0 and 1 are up to the left and to the
/// right, 2 and 3 down to the right and to the left.
#[inline(always)]
fn shift<const SIZE: usize>(set: u64, direction: u32) -> u64 {
    let [left, right] = steps(SIZE);
    match direction {
        0 => set << left,
        1 => set << right,
        2 => set >> left,
        _ => set >> right,
    }
}

/// The direction back.
#[inline(always)]
fn back(direction: u32) -> u32 {
    direction ^ 2
}

/// The position from the view of the role on turn.
struct View {
    own: u64,
    other: u64,
    empty: u64,
    kings: u64,
    turn: u8,
}

impl View {
    #[inline(always)]
    fn new<const SIZE: usize>(state: &State) -> Self {
        let turn = usize::from(state.turn);
        let (own, other) = (state.pieces[turn], state.pieces[1 - turn]);
        let empty = Board::<SIZE>::SQUARES & !(own | other);
        Self { own, other, empty, kings: own & state.kings, turn: state.turn }
    }

    /// The pieces that may go in a direction: all forward, kings also backward.
    #[inline(always)]
    fn heading(&self, direction: u32) -> u64 {
        let is_forward = direction / 2 == u32::from(self.turn);
        if is_forward { self.own } else { self.kings }
    }

    /// The pieces that can jump in a direction.
    #[inline(always)]
    fn jumpers<const SIZE: usize>(&self, direction: u32) -> u64 {
        let back = back(direction);
        let behind = shift::<SIZE>(self.empty, back) & self.other;
        shift::<SIZE>(behind, back) & self.heading(direction)
    }

    /// The pieces that can step in a direction.
    #[inline(always)]
    fn steppers<const SIZE: usize>(&self, direction: u32) -> u64 {
        shift::<SIZE>(self.empty, back(direction)) & self.heading(direction)
    }
}

/// Whether the role on turn can move.
#[inline]
pub(super) fn can_move<const SIZE: usize>(state: &State) -> bool {
    let view = View::new::<SIZE>(state);
    // Steps are far more common, so jumps are generated only without them.
    (0..4).fold(0, |any, direction| any | view.steppers::<SIZE>(direction)) != 0
        || can_jump::<SIZE>(state)
}

/// Whether the role on turn must capture.
#[inline]
pub(super) fn can_jump<const SIZE: usize>(state: &State) -> bool {
    let view = View::new::<SIZE>(state);
    (0..4).any(|direction| view.jumpers::<SIZE>(direction) != 0)
}

/// Adds the legal moves of the role on turn.
#[inline]
pub(super) fn push_moves<const SIZE: usize>(state: &State, moves: &mut Vec<Move>) {
    let view = View::new::<SIZE>(state);
    let jumpers: [u64; 4] = std::array::from_fn(|at| view.jumpers::<SIZE>(at as u32));
    if jumpers == [0; 4] {
        push_steps::<SIZE>(&view, moves);
    } else {
        push_jumps::<SIZE>(&view, jumpers.iter().fold(0, |all, some| all | some), moves);
    }
}

fn push_steps<const SIZE: usize>(view: &View, moves: &mut Vec<Move>) {
    for direction in 0..4 {
        let mut pieces = view.steppers::<SIZE>(direction);
        while pieces != 0 {
            let piece = pieces & pieces.wrapping_neg();
            let from = piece.trailing_zeros() as u8;
            let to = shift::<SIZE>(piece, direction).trailing_zeros() as u8;
            moves.push(Move { from, to, n_jumps: 0, path: 0 });
            pieces ^= piece;
        }
    }
}

fn push_jumps<const SIZE: usize>(view: &View, mut pieces: u64, moves: &mut Vec<Move>) {
    while pieces != 0 {
        let piece = pieces & pieces.wrapping_neg();
        let from = piece.trailing_zeros() as u8;
        // The square that the piece leaves is empty from now on.
        let empty = view.empty | piece;
        let is_king = view.kings & piece != 0;
        let chain = Chain { other: view.other, empty, is_king, turn: view.turn, moves };
        chain.extend::<SIZE>(piece, Move { from, to: from, n_jumps: 0, path: 0 });
        pieces ^= piece;
    }
}

/// Jumps of one piece, one after another.
struct Chain<'a> {
    other: u64,
    empty: u64,
    is_king: bool,
    turn: u8,
    moves: &'a mut Vec<Move>,
}

impl Chain<'_> {
    /// Adds all continuations of the chain `so_far`, which ends at `at`; the chain
    /// itself if there is none.
    fn extend<const SIZE: usize>(self, at: u64, so_far: Move) {
        let Chain { other, empty, is_king, turn, moves } = self;
        let mut is_end = true;
        for direction in 0..4 {
            if !is_king && direction / 2 != u32::from(turn) {
                continue;
            }
            let over = shift::<SIZE>(at, direction) & other;
            let landing = shift::<SIZE>(over, direction) & empty;
            if landing == 0 {
                continue;
            }
            is_end = false;
            let mv = Move {
                from: so_far.from,
                to: landing.trailing_zeros() as u8,
                n_jumps: so_far.n_jumps + 1,
                path: so_far.path | direction << (2 * so_far.n_jumps),
            };
            if !is_king && landing & Board::<SIZE>::last_row(turn) != 0 {
                // A man that is crowned stops.
                moves.push(mv);
                continue;
            }
            let next = Chain { other: other ^ over, empty, is_king, turn, moves };
            next.extend::<SIZE>(landing, mv);
        }
        if is_end {
            moves.push(so_far);
        }
    }
}

/// Plays a move of the role on turn and returns whether it was quiet: neither
/// a capture nor a man's move. The turn does not pass.
#[inline]
pub(super) fn play<const SIZE: usize>(state: &mut State, mv: Move) -> bool {
    let turn = usize::from(state.turn);
    let (from, to) = (1u64 << mv.from, 1u64 << mv.to);
    let is_king = state.kings & from != 0;
    let captured = mv.captured::<SIZE>();
    // A king's chain may end where it began.
    state.pieces[turn] = state.pieces[turn] & !from | to;
    state.pieces[1 - turn] &= !captured;
    state.kings &= !(from | captured);
    if is_king || to & Board::<SIZE>::last_row(state.turn) != 0 {
        state.kings |= to;
    }
    captured == 0 && is_king
}
