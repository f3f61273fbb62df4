//! What can be asked of a position: Tables 3.2 and 3.3 of "Evolved to Win".

use game::Sense;

use super::board::Board;
use super::moves::push_moves;
use super::{Checkers, KING_FACTOR, State};

/// All questions, in the order of their numbers.
pub(super) fn all<const SIZE: usize>() -> Vec<Sense> {
    // Half of the squares of a row are dark.
    let (n_rows, n_columns) = (SIZE as u16, SIZE as u16 / 2);
    let counts = [
        "enemy_kings",
        "enemy_men",
        "enemy_pieces",
        "friendly_kings",
        "friendly_men",
        "friendly_pieces",
        "kings",
        "men",
        "pieces",
    ];
    let squares = ["empty", "friendly", "king", "man"];
    let on_square = |name| Sense::truth(name).of("row", n_rows).of("column", n_columns);
    counts
        .map(Sense::number)
        .into_iter()
        .chain([Sense::number("mobility").costly()])
        .chain(squares.map(on_square))
        .chain([Sense::number("king_factor")])
        .collect()
}

impl<const SIZE: usize> Checkers<SIZE> {
    /// The answer to a question. Rows and columns count from the lower left as
    /// the side on turn sees the board, columns over dark squares alone.
    #[inline]
    pub(super) fn answer(&self, state: &State, sense: usize, params: [u16; 3]) -> f64 {
        let (own, enemy) = (state.turn(), game::RoleId(1 - state.turn));
        let count = |bits: u64| f64::from(bits.count_ones());
        let pieces = |role| count(state.men(role)) + KING_FACTOR * count(state.kings(role));
        let truth = |holds: bool| f64::from(u8::from(holds));
        let bit = || 1u64 << Self::dark_square(state.turn, params[0], params[1]);
        match sense {
            0 => count(state.kings(enemy)),
            1 => count(state.men(enemy)),
            2 => pieces(enemy),
            3 => count(state.kings(own)),
            4 => count(state.men(own)),
            5 => pieces(own),
            6 => count(state.kings(own)) - count(state.kings(enemy)),
            7 => count(state.men(own)) - count(state.men(enemy)),
            8 => pieces(own) - pieces(enemy),
            9 => Self::mobility(state),
            10 => truth((state.pieces[0] | state.pieces[1]) & bit() == 0),
            11 => truth(state.pieces[own.index()] & bit() != 0),
            12 => truth(state.kings & bit() != 0),
            13 => truth((state.pieces[0] | state.pieces[1]) & !state.kings & bit() != 0),
            14 => KING_FACTOR,
            _ => 0.0,
        }
    }

    /// The dark square of a row and a place within it, as a side sees the board.
    fn dark_square(turn: u8, row: u16, place: u16) -> u8 {
        let (y, place) = (usize::from(row) % SIZE, usize::from(place) % (SIZE / 2));
        let x = 2 * place + y % 2;
        // The board looks the same from the other side: turning it by half keeps
        // dark squares dark.
        match turn {
            0 => Board::<SIZE>::square(x, y),
            _ => Board::<SIZE>::square(SIZE - 1 - x, SIZE - 1 - y),
        }
    }

    fn mobility(state: &State) -> f64 {
        thread_local! {
            static MOVES: std::cell::RefCell<Vec<super::Move>> = const { std::cell::RefCell::new(Vec::new()) };
        }
        MOVES.with_borrow_mut(|moves| {
            moves.clear();
            push_moves::<SIZE>(state, moves);
            moves.len() as f64
        })
    }
}
