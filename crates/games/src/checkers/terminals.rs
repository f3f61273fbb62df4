//! Terminals of the checkers family: Tables 3.2 and 3.3 of "Evolved to Win".

use ludex_game::{RoleId, Terminal, TerminalParams};

use super::board::Board;
use super::moves::push_moves;
use super::{Checkers, KING_FACTOR, State};

type Of<const SIZE: usize> = Terminal<Checkers<SIZE>>;

impl<const SIZE: usize> Checkers<SIZE> {
    /// The table of terminals.
    pub(super) const TERMINALS: &[Terminal<Self>] = &[
        Of::<SIZE>::number("enemy_kings", "kings of the enemy", |_, state, _| {
            count(state.kings(enemy(state)))
        }),
        Of::<SIZE>::number("enemy_men", "men of the enemy", |_, state, _| {
            count(state.men(enemy(state)))
        }),
        Of::<SIZE>::number("enemy_pieces", "worth of the enemy's pieces", |game, state, _| {
            game.material(state, enemy(state))
        }),
        Of::<SIZE>::number("friendly_kings", "own kings", |_, state, _| {
            count(state.kings(state.turn()))
        }),
        Of::<SIZE>::number("friendly_men", "own men", |_, state, _| count(state.men(state.turn()))),
        Of::<SIZE>::number("friendly_pieces", "worth of the own pieces", |game, state, _| {
            game.material(state, state.turn())
        }),
        Of::<SIZE>::number("kings", "kings ahead", |_, state, _| {
            count(state.kings(state.turn())) - count(state.kings(enemy(state)))
        }),
        Of::<SIZE>::number("men", "men ahead", |_, state, _| {
            count(state.men(state.turn())) - count(state.men(enemy(state)))
        }),
        Of::<SIZE>::number("pieces", "worth of pieces ahead", |game, state, _| {
            game.material(state, state.turn()) - game.material(state, enemy(state))
        }),
        Of::<SIZE>::number("mobility", "legal moves", |_, state, _| Self::mobility(state)).costly(),
        Of::<SIZE>::truth("empty", "whether a square is empty", |_, state, at| {
            all(state) & Self::seen(state, at) == 0
        })
        .with_params(Self::SQUARE),
        Of::<SIZE>::truth("friendly", "whether a square has an own piece", |_, state, at| {
            state.pieces[state.turn().index()] & Self::seen(state, at) != 0
        })
        .with_params(Self::SQUARE),
        Of::<SIZE>::truth("king", "whether a square has a king", |_, state, at| {
            state.kings & Self::seen(state, at) != 0
        })
        .with_params(Self::SQUARE),
        Of::<SIZE>::truth("man", "whether a square has a man", |_, state, at| {
            all(state) & !state.kings & Self::seen(state, at) != 0
        })
        .with_params(Self::SQUARE),
        Of::<SIZE>::number("king_factor", "worth of a king in men", |_, _, _| KING_FACTOR),
    ];

    /// The parameters of terminals about one square: columns count dark squares
    /// alone, which are half of a row.
    const SQUARE: &[(&'static str, u16)] = &[("row", SIZE as u16), ("column", SIZE as u16 / 2)];

    /// The dark square of a row and a place in it, counted from the lower left as
    /// the role on turn sees the board.
    fn seen(state: &State, [row, place, _]: TerminalParams) -> u64 {
        let y = usize::from(row);
        let x = 2 * usize::from(place) + y % 2;
        // Turning the board by half keeps dark squares dark.
        1 << match state.turn {
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

fn count(bits: u64) -> f64 {
    bits.count_ones().into()
}

fn enemy(state: &State) -> RoleId {
    RoleId(1 - state.turn)
}

fn all(state: &State) -> u64 {
    state.pieces[0] | state.pieces[1]
}
