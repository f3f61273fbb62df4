//! Who is for, who is against and who does not care.
//!
//! One treatment of joint moves for all searches that look for a single value:
//! the role that asks chooses first and wants much; the others then choose
//! together, knowing its choice, and want it to have little; nature comes last,
//! and each of its moves is equally likely. In a game with turns only one of
//! the three has a choice, and this is minimax. With more than two players it
//! is called *paranoid*. Where roles move at the same time it is pessimistic:
//! the value is one that the role can have whatever the others know.

use game::{Game, RoleId};
use smallvec::SmallVec;

/// A part of the roles, as seen by the one that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The role that asks.
    Own,
    /// All other players.
    Others,
    /// Nature.
    Chance,
}

/// The sides of a game's roles.
///
/// The *options* of a side are its ways to combine a move of each of its roles.
///
/// ```
/// use game::{Choices, Game, RoleId, examples::Nim};
/// use search::{Side, Sides};
///
/// let nim = Nim::new(&[1, 2]);
/// let (sides, mut choices) = (Sides::new(&nim, RoleId(1)), Choices::default());
/// choices.read(&nim, &nim.initial());
/// assert_eq!(sides.n_options(Side::Others, choices.all()), 3);
/// assert_eq!(sides.n_options(Side::Own, choices.all()), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Sides {
    own: RoleId,
    others: SmallVec<[RoleId; 4]>,
    chance: SmallVec<[RoleId; 4]>,
}

impl Sides {
    /// As a role sees them.
    pub fn new<G: Game>(game: &G, own: RoleId) -> Self {
        let rest = (0..game.roles().len()).map(RoleId::new).filter(|&role| role != own);
        let (chance, others) = rest.partition(|role| game.roles()[role.index()].is_chance());
        Self { own, others, chance }
    }

    /// The role that asks.
    #[inline]
    pub fn own(&self) -> RoleId {
        self.own
    }

    /// The roles on a side.
    #[inline]
    pub fn roles(&self, side: Side) -> &[RoleId] {
        match side {
            Side::Own => std::slice::from_ref(&self.own),
            Side::Others => &self.others,
            Side::Chance => &self.chance,
        }
    }

    /// How many options a side has, given the legal moves of all roles.
    #[inline]
    pub fn n_options<M>(&self, side: Side, legal: &[Vec<M>]) -> usize {
        self.roles(side).iter().map(|role| legal[role.index()].len()).product()
    }

    /// Puts an option of a side into a joint move.
    #[inline]
    pub fn set<M: Copy>(&self, side: Side, option: usize, legal: &[Vec<M>], joint: &mut [M]) {
        let mut rest = option;
        for role in self.roles(side).iter().rev() {
            let moves = &legal[role.index()];
            joint[role.index()] = moves[rest % moves.len()];
            rest /= moves.len();
        }
    }
}
