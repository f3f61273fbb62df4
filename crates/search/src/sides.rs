//! The three sides of a search for a single value: own role, other players, chance.
//!
//! One treatment of joint moves for all such searches: the searching role chooses first and
//! maximises its value; the others then choose together, knowing its choice, and minimise it;
//! chance comes last, and its moves are weighted by [`Game::chance_weight`]. In a game with
//! turns only one of the three has a choice, and this is minimax. With more than two players it
//! is called *paranoid*. Where roles move at the same time it is pessimistic: the value is a
//! lower bound even if the others know the role's move.

use ludex_game::{Game, RoleId};
use smallvec::SmallVec;

/// A part of the roles, from the view of the searching role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The searching role.
    Own,
    /// All other players.
    Others,
    /// All chance roles.
    Chance,
}

/// The sides of a game's roles.
///
/// The *options* of a side are all combinations of a move of each of its roles.
///
/// ```
/// use ludex_game::{Choices, Game, RoleId, examples::Nim};
/// use ludex_search::{Side, Sides};
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
    /// The sides from the view of a role.
    pub fn new<G: Game>(game: &G, own: RoleId) -> Self {
        let rest = (0..game.roles().len()).map(RoleId::new).filter(|&role| role != own);
        let (chance, others) = rest.partition(|role| game.roles()[role.index()].is_chance());
        Self { own, others, chance }
    }

    /// The searching role.
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

    /// Number of options of a side, given the legal moves of all roles.
    #[inline]
    pub fn n_options<M>(&self, side: Side, legal: &[Vec<M>]) -> usize {
        self.roles(side).iter().map(|role| legal[role.index()].len()).product()
    }

    /// Writes an option of a side into a joint move.
    #[inline]
    pub fn set<M: Copy>(&self, side: Side, option: usize, legal: &[Vec<M>], joint: &mut [M]) {
        let mut rest = option;
        for role in self.roles(side).iter().rev() {
            let moves = &legal[role.index()];
            joint[role.index()] = moves[rest % moves.len()];
            rest /= moves.len();
        }
    }

    /// The weight of an option of chance: the product of the weights of its moves. Forced
    /// moves do not count.
    ///
    /// ```
    /// use ludex_game::{Choices, Game, examples::LoadedDice};
    /// use ludex_search::Sides;
    ///
    /// let dice = LoadedDice::new(&[&[(0, 1), (100, 3)]], 1);
    /// let mut state = dice.initial();
    /// dice.apply(&mut state, &dice.first_joint(&dice.initial()));
    /// let (sides, mut choices) = (Sides::new(&dice, LoadedDice::PLAYER), Choices::default());
    /// choices.read(&dice, &state);
    /// let weight = |event| sides.event_weight(&dice, &state, event, choices.all());
    /// assert_eq!([0, 1].map(weight), [1.0, 3.0]);
    /// assert_eq!(sides.total_weight(&dice, &state, choices.all()), 4.0);
    /// ```
    #[inline]
    pub fn event_weight<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        event: usize,
        legal: &[Vec<G::Move>],
    ) -> f64 {
        let (mut rest, mut weight) = (event, 1.0);
        for &role in self.chance.iter().rev() {
            let moves = &legal[role.index()];
            if moves.len() > 1 {
                weight *= f64::from(game.chance_weight(state, role, moves[rest % moves.len()]));
            }
            rest /= moves.len();
        }
        weight
    }

    /// The sum of the weights of all options of chance.
    pub fn total_weight<G: Game>(&self, game: &G, state: &G::State, legal: &[Vec<G::Move>]) -> f64 {
        let total = |&role: &RoleId| match &legal[role.index()][..] {
            [_] => 1.0,
            moves => moves.iter().map(|&mv| f64::from(game.chance_weight(state, role, mv))).sum(),
        };
        self.chance.iter().map(total).product()
    }
}
