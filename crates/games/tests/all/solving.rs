//! Small boards of connect four, solved by the traits alone: rules, promising moves and
//! keys together give the right values.

use std::collections::HashMap;

use ludex_game::{Game, RoleId, SearchSupport};
use ludex_games::connect_four::{ConnectFour, Move, State};

/// Alpha-beta to the end of the game, with a table of bounds or without.
struct Solver {
    game: ConnectFour,
    bounds: Option<HashMap<u64, (i32, i32)>>,
}

impl Solver {
    /// 1, 0 or -1 for a win, draw or loss of the player to move.
    fn value(&mut self, state: &State, role: RoleId, mut low: i32, mut high: i32) -> i32 {
        if self.game.is_terminal(state) {
            return i32::from(self.game.goal(state, role).value()) / 50 - 1;
        }
        let key = self.game.key(state);
        let known = self.bounds.as_ref().and_then(|bounds| bounds.get(&key).copied());
        let (known_low, known_high) = known.unwrap_or((-1, 1));
        (low, high) = (low.max(known_low), high.min(known_high));
        if low >= high {
            return low;
        }
        let mut moves = Vec::new();
        self.game.legal_moves(state, role, &mut moves);
        moves.sort_by_key(|&mv| -self.game.move_order(state, role, mv));
        let mut best = -1;
        for mv in moves {
            let mut joint = [Move::Noop; 2];
            joint[role.index()] = mv;
            let mut next = *state;
            self.game.apply(&mut next, &joint);
            best = best.max(-self.value(&next, RoleId(1 - role.0), -high, -best.max(low)));
            if best >= high {
                break;
            }
        }
        if let Some(bounds) = &mut self.bounds {
            let exact = (best, best);
            let bound = match best {
                _ if best <= low => (known_low, best),
                _ if best >= high => (best, known_high),
                _ => exact,
            };
            bounds.insert(key, bound);
        }
        best
    }
}

fn solve(width: u32, height: u32, n_in_row: u32, with_table: bool) -> i32 {
    let game = ConnectFour::new(width, height, n_in_row);
    let state = game.initial();
    let bounds = with_table.then(HashMap::new);
    Solver { game, bounds }.value(&state, RoleId(0), -1, 1)
}

#[test]
fn small_boards_have_known_values() {
    assert_eq!(solve(4, 4, 4, true), 0);
    assert_eq!(solve(5, 4, 4, true), 0);
    // Allis: the second player has at least a draw where 6 columns are even.
    assert_eq!(solve(6, 4, 4, true), -1);
}

#[test]
fn a_table_makes_no_difference() {
    for (width, height, n_in_row) in [(4, 4, 4), (4, 4, 3), (5, 3, 3), (3, 5, 3)] {
        let [with, without] = [true, false].map(|table| solve(width, height, n_in_row, table));
        assert_eq!(with, without, "{width} x {height}, {n_in_row} in a row");
    }
}
