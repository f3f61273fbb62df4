//! The joint moves of a position, by the rules alone.

use ludex_game::{Game, RoleId};

/// The legal moves of all roles in a position that is not terminal.
pub(super) struct Choices<M> {
    pub legal: Vec<Vec<M>>,
}

impl<M: Copy> Choices<M> {
    /// The legal moves of all roles; `None` if some role has none.
    pub fn read<G: Game<Move = M>>(game: &G, state: &G::State) -> Option<Self> {
        let roles = (0..game.roles().len()).map(RoleId::new);
        let legal: Vec<Vec<M>> = roles
            .map(|role| {
                let mut moves = Vec::new();
                game.legal_moves(state, role, &mut moves);
                moves
            })
            .collect();
        legal.iter().all(|moves| !moves.is_empty()).then_some(Self { legal })
    }

    /// All combinations of a move of each of some roles, the last role's move changing fastest.
    pub fn options(&self, roles: &[RoleId]) -> Vec<Vec<M>> {
        roles.iter().fold(vec![Vec::new()], |options, role| {
            let extend = |option: &Vec<M>| {
                let moves = self.legal[role.index()].iter();
                moves.map(|&mv| [&option[..], &[mv]].concat()).collect::<Vec<_>>()
            };
            options.iter().flat_map(extend).collect()
        })
    }
}

impl<M: Copy> Choices<M> {
    /// The only combination of moves of some roles, if there is only one.
    pub fn only(&self, roles: &[RoleId]) -> Option<Vec<M>> {
        let only = |role: &RoleId| match self.legal[role.index()][..] {
            [mv] => Some(mv),
            _ => None,
        };
        roles.iter().map(only).collect()
    }
}

/// A joint move and the position after it.
pub(super) struct Outcome<G: Game> {
    pub joint: Vec<G::Move>,
    pub state: G::State,
    /// The weight of the chance moves in the joint move.
    pub weight: f64,
}

/// The side of each role in a claim.
pub(super) struct Parties {
    /// The roles that follow the strategy.
    pub own: Vec<RoleId>,
    /// The roles whose moves are unrestricted.
    pub others: Vec<RoleId>,
    /// Chance roles: their moves are weighted.
    pub chance: Vec<RoleId>,
}

impl Parties {
    /// `is_own` returns whether a player follows the strategy.
    pub fn new<G: Game>(game: &G, is_own: impl Fn(RoleId) -> bool) -> Self {
        let roles = (0..game.roles().len()).map(RoleId::new);
        let (chance, players): (Vec<_>, Vec<_>) =
            roles.partition(|role| game.roles()[role.index()].is_chance());
        let (own, others) = players.into_iter().partition(|&role| is_own(role));
        Self { own, others, chance }
    }

    /// The successors of an option of the roles that follow the strategy: for each reply of the
    /// others, one for each combination of chance moves.
    pub fn outcomes<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        choices: &Choices<G::Move>,
        option: &[G::Move],
    ) -> Vec<Vec<Outcome<G>>> {
        let events = choices.options(&self.chance);
        let replies = choices.options(&self.others);
        let mut joint: Vec<G::Move> = choices.legal.iter().map(|moves| moves[0]).collect();
        let place = |roles: &[RoleId], moves: &[G::Move], joint: &mut Vec<G::Move>| {
            roles.iter().zip(moves).for_each(|(role, &mv)| joint[role.index()] = mv);
        };
        place(&self.own, option, &mut joint);
        let mut outcome = |reply: &Vec<G::Move>, event: &Vec<G::Move>| {
            place(&self.others, reply, &mut joint);
            place(&self.chance, event, &mut joint);
            let mut next = state.clone();
            game.apply(&mut next, &joint);
            let drawn = self.chance.iter().zip(event);
            let drawn = drawn.filter(|(role, _)| choices.legal[role.index()].len() > 1);
            let weight = |(&role, &mv)| f64::from(game.chance_weight(state, role, mv));
            Outcome { joint: joint.clone(), state: next, weight: drawn.map(weight).product() }
        };
        replies
            .iter()
            .map(|reply| events.iter().map(|event| outcome(reply, event)).collect())
            .collect()
    }
}
