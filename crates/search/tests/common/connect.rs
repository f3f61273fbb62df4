//! Connect-k on boards of any small size: drop discs, make a row.

use game::{Game, Goal, Playable, Role, RoleId};

/// The rules for a size of the board and a length of rows.
#[derive(Clone, Debug)]
pub struct Connect {
    roles: [Role; 2],
    n_columns: u32,
    n_rows: u32,
    length: u32,
}

/// The discs of the first player and of both, a column after another, each with
/// one free bit above it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    first: u64,
    both: u64,
}

/// A column to drop a disc into, or to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Drop(Option<u8>);

impl Connect {
    pub fn new(n_columns: u32, n_rows: u32, length: u32) -> Self {
        assert!(n_columns * (n_rows + 1) <= 64);
        let roles = [Role::player("first"), Role::player("second")];
        Self { roles, n_columns, n_rows, length }
    }

    fn turn(board: &Board) -> usize {
        board.both.count_ones() as usize % 2
    }

    fn has_row(&self, discs: u64) -> bool {
        let h = self.n_rows + 1;
        [1, h, h + 1, h - 1].into_iter().any(|step| {
            let ends = (1..self.length).fold(discs, |ends, at| ends & (discs >> (at * step)));
            ends != 0
        })
    }

    fn is_full(&self, board: &Board) -> bool {
        board.both.count_ones() == self.n_columns * self.n_rows
    }
}

impl Game for Connect {
    type State = Board;
    type Move = Drop;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> Board {
        Board::default()
    }

    fn is_terminal(&self, board: &Board) -> bool {
        // Only whoever moved last can have completed a row.
        let last = if Self::turn(board) == 1 { board.first } else { board.first ^ board.both };
        self.has_row(last) || self.is_full(board)
    }

    fn legal_moves(&self, board: &Board, role: RoleId, moves: &mut Vec<Drop>) {
        moves.clear();
        if role.index() != Self::turn(board) {
            return moves.push(Drop(None));
        }
        let top = |column: u32| 1u64 << (column * (self.n_rows + 1) + self.n_rows - 1);
        let free = (0..self.n_columns).filter(|&column| board.both & top(column) == 0);
        moves.extend(free.map(|column| Drop(Some(column as u8))));
    }

    fn apply(&self, board: &mut Board, joint: &[Drop]) {
        let turn = Self::turn(board);
        let Some(column) = joint[turn].0 else { return };
        let both = board.both | (board.both + (1 << (u32::from(column) * (self.n_rows + 1))));
        if turn == 0 {
            board.first |= both ^ board.both;
        }
        board.both = both;
    }

    fn goal(&self, board: &Board, role: RoleId) -> Goal {
        let (first, second) = (board.first, board.first ^ board.both);
        let (own, other) = if role.index() == 0 { (first, second) } else { (second, first) };
        let value = match (self.has_row(own), self.has_row(other)) {
            (true, _) => 100,
            (_, true) => 0,
            _ => 50,
        };
        Goal::new(value).unwrap()
    }

    fn move_name(&self, mv: Drop) -> String {
        mv.0.map_or("noop".into(), |column| format!("(drop {})", column + 1))
    }
}

impl Playable for Connect {
    fn promise(&self, _: &Board, _: RoleId, mv: Drop) -> i32 {
        let column = i32::from(mv.0.unwrap_or(0));
        -(2 * column + 1 - self.n_columns as i32).abs()
    }

    fn key(&self, board: &Board) -> u64 {
        // Discs of one player with a bit on top of each column: a unique number.
        let bottoms = (0..self.n_columns).fold(0, |all, at| all | 1 << (at * (self.n_rows + 1)));
        board.first + board.both + bottoms
    }
}
