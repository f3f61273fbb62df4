//! The legal moves of all roles in a state.

use crate::{Game, RoleId};

/// The roles that decide the next joint move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// None: there is only one joint move.
    Forced,
    /// One player; all others have a single move.
    Player(RoleId),
    /// The chance role alone.
    Chance(RoleId),
    /// Several roles at once.
    Simultaneous,
    /// Some role has no legal move: play cannot go on.
    Stuck,
}

/// The legal moves of all roles in one state.
///
/// Meant to be kept and filled again: it reuses its memory.
///
/// ```
/// use ludex_game::{Choices, Game, RoleId, Turn, examples::Nim};
///
/// let nim = Nim::new(&[1, 2]);
/// let mut choices = Choices::default();
/// assert_eq!(choices.read(&nim, &nim.initial()), Turn::Player(RoleId(0)));
/// let mut joint = Vec::new();
/// choices.joint(RoleId(0), 2, &mut joint);
/// assert_eq!(joint, [choices.of(RoleId(0))[2], choices.of(RoleId(1))[0]]);
/// ```
#[derive(Clone, Debug)]
pub struct Choices<M> {
    legal: Vec<Vec<M>>,
}

impl<M> Default for Choices<M> {
    fn default() -> Self {
        Self { legal: Vec::new() }
    }
}

impl<M: Copy> Choices<M> {
    /// Fills in the legal moves of a state, which is not terminal.
    pub fn read<G: Game<Move = M>>(&mut self, game: &G, state: &G::State) -> Turn {
        let roles = game.roles();
        self.legal.resize_with(roles.len(), Vec::new);
        let mut turn = Turn::Forced;
        let mut is_stuck = false;
        for (at, (role, moves)) in roles.iter().zip(&mut self.legal).enumerate() {
            let id = RoleId::new(at);
            game.legal_moves(state, id, moves);
            is_stuck |= moves.is_empty();
            if moves.len() > 1 {
                turn = match turn {
                    Turn::Forced if role.is_chance() => Turn::Chance(id),
                    Turn::Forced => Turn::Player(id),
                    _ => Turn::Simultaneous,
                };
            }
        }
        if is_stuck { Turn::Stuck } else { turn }
    }

    /// The legal moves of a role.
    #[inline]
    pub fn of(&self, role: RoleId) -> &[M] {
        &self.legal[role.index()]
    }

    /// The legal moves of each role.
    pub fn all(&self) -> &[Vec<M>] {
        &self.legal
    }

    /// The joint move in which a role makes its move number `choice` and all
    /// others their first, which is their only one where it is the role's turn.
    pub fn joint(&self, role: RoleId, choice: usize, joint: &mut Vec<M>) {
        joint.clear();
        joint.extend(self.legal.iter().map(|moves| moves[0]));
        joint[role.index()] = self.legal[role.index()][choice];
    }
}
