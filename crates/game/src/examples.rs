//! A game small enough for doc examples and tests.

use crate::{Game, Goal, Playable, Role, RoleId};

/// Nim: take any number of stones from one heap; whoever takes the last wins.
#[derive(Clone, Debug)]
pub struct Nim {
    roles: [Role; 2],
    heaps: Vec<u8>,
}

/// Heaps, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NimState {
    heaps: Vec<u8>,
    turn: u8,
}

/// Take stones from a heap, or wait for the other role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NimMove {
    /// `(heap, stones)`.
    Take(u8, u8),
    /// Not this role's turn.
    Noop,
}

impl Nim {
    /// Nim with these heaps.
    pub fn new(heaps: &[u8]) -> Self {
        Self { roles: [Role::player("first"), Role::player("second")], heaps: heaps.to_vec() }
    }
}

impl Playable for Nim {}

impl Game for Nim {
    type State = NimState;
    type Move = NimMove;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> NimState {
        NimState { heaps: self.heaps.clone(), turn: 0 }
    }

    fn is_terminal(&self, state: &NimState) -> bool {
        state.heaps.iter().all(|&heap| heap == 0)
    }

    fn legal_moves(&self, state: &NimState, role: RoleId, moves: &mut Vec<NimMove>) {
        moves.clear();
        if role.0 != state.turn {
            moves.push(NimMove::Noop);
            return;
        }
        for (heap, &stones) in (0..).zip(&state.heaps) {
            moves.extend((1..=stones).map(|taken| NimMove::Take(heap, taken)));
        }
    }

    fn apply(&self, state: &mut NimState, joint: &[NimMove]) {
        if let NimMove::Take(heap, stones) = joint[usize::from(state.turn)] {
            state.heaps[usize::from(heap)] -= stones;
        }
        state.turn = 1 - state.turn;
    }

    fn goal(&self, state: &NimState, role: RoleId) -> Goal {
        // Whoever is on turn at an empty table did not take the last stone.
        if self.is_terminal(state) && role.0 != state.turn { Goal::MAX } else { Goal::MIN }
    }

    fn move_name(&self, mv: NimMove) -> String {
        match mv {
            NimMove::Take(heap, stones) => format!("(take {heap} {stones})"),
            NimMove::Noop => "noop".into(),
        }
    }
}
