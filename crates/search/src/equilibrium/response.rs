//! Best responses: what the opponent of a known mixed strategy can get.

use std::hash::Hash;

use ludex_game::{Choices, Game, RoleId, Turn};
use rustc_hash::FxHashMap;

use super::Unsolved;
use crate::{Limits, NodeBudget, Side, Sides};

/// The value of the best response to a player with a known strategy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestResponse {
    /// The goal that the opponent expects if it responds in the best way.
    pub value: f64,
    /// Number of joint moves made.
    pub n_nodes: u64,
}

/// What a player does in a position: its moves with their probabilities.
pub type Policy<'a, S, M> = dyn FnMut(&S) -> Vec<(M, f64)> + 'a;

/// Maximum number of plies, which bounds the recursion.
const N_PLIES_MAX: u32 = 500;

/// Computes the best response to the player of `role`, whose strategy in each position
/// `policy` returns. It is asked once for each reachable position in which the role has a
/// choice. The game has two players, and play cannot repeat a position.
///
/// ```
/// use ludex_game::{Game, RoleId, examples::Nim};
/// use ludex_search::{Limits, equilibrium::best_response};
///
/// // The first player takes one object at random, so that the second one may win.
/// let nim = Nim::new(&[1, 2]);
/// let mut policy = |state: &<Nim as Game>::State| {
///     let mut moves = Vec::new();
///     nim.legal_moves(state, RoleId(0), &mut moves);
///     let share = 1.0 / moves.len() as f64;
///     moves.into_iter().map(|mv| (mv, share)).collect()
/// };
/// let limits = Limits::default();
/// let response = best_response(&nim, &nim.initial(), RoleId(0), &mut policy, &limits).unwrap();
/// assert!((response.value - 200.0 / 3.0).abs() < 1e-9);
/// ```
pub fn best_response<G: Game>(
    game: &G,
    state: &G::State,
    role: RoleId,
    policy: &mut Policy<'_, G::State, G::Move>,
    limits: &Limits,
) -> Result<BestResponse, Unsolved> {
    let players: Vec<RoleId> = (0..game.roles().len())
        .map(RoleId::new)
        .filter(|role| !game.roles()[role.index()].is_chance())
        .collect();
    let &[one, other] = &players[..] else { return Err(Unsolved::Players(players.len())) };
    let opponent = if role == one { other } else { one };
    let mut search = Search {
        game,
        sides: Sides::new(game, opponent),
        role,
        policy,
        budget: NodeBudget::new(limits),
        known: FxHashMap::default(),
    };
    let value = search.value(state, 0)?;
    Ok(BestResponse { value, n_nodes: search.budget.n_nodes() })
}

struct Search<'a, 'b, G: Game> {
    game: &'a G,
    /// From the view of the opponent.
    sides: Sides,
    role: RoleId,
    policy: &'a mut Policy<'b, G::State, G::Move>,
    budget: NodeBudget,
    /// The values of positions; `None` for those on the path.
    known: FxHashMap<G::State, Option<f64>>,
}

impl<G: Game> Search<'_, '_, G>
where
    G::State: Eq + Hash,
{
    fn value(&mut self, state: &G::State, n_plies: u32) -> Result<f64, Unsolved> {
        if self.game.is_terminal(state) {
            return Ok(f64::from(self.game.goal(state, self.sides.own()).value()));
        }
        match self.known.get(state) {
            Some(&Some(value)) => return Ok(value),
            Some(None) => return Err(Unsolved::Cycle),
            None if n_plies >= N_PLIES_MAX => return Err(Unsolved::Depth(N_PLIES_MAX)),
            None => {}
        }
        self.known.insert(state.clone(), None);
        let mut choices = Choices::default();
        if choices.read(self.game, state) == Turn::Stuck {
            return Err(Unsolved::Stuck);
        }
        let legal = choices.all();
        let strategy = match &legal[self.role.index()][..] {
            &[only] => vec![(only, 1.0)],
            _ => (self.policy)(state),
        };
        let n_events = self.sides.n_options(Side::Chance, legal);
        let total = self.sides.total_weight(self.game, state, legal);
        let mut joint: Vec<G::Move> = legal.iter().map(|moves| moves[0]).collect();
        let mut best = f64::NEG_INFINITY;
        for own in 0..self.sides.n_options(Side::Own, legal) {
            self.sides.set(Side::Own, own, legal, &mut joint);
            let mut sum = 0.0;
            for &(mv, share) in strategy.iter().filter(|(_, share)| *share > 0.0) {
                joint[self.role.index()] = mv;
                for event in 0..n_events {
                    self.sides.set(Side::Chance, event, legal, &mut joint);
                    let weight = self.sides.event_weight(self.game, state, event, legal);
                    if !self.budget.spend() {
                        return Err(self.budget.unsolved());
                    }
                    let mut next = state.clone();
                    self.game.apply(&mut next, &joint);
                    sum += share * weight / total * self.value(&next, n_plies + 1)?;
                }
            }
            best = best.max(sum);
        }
        self.known.insert(state.clone(), Some(best));
        Ok(best)
    }
}
