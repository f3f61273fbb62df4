//! Makes certificates from the values of a search.

use std::collections::{HashMap, HashSet};

use ludex_game::{Game, Playable, RoleId};

use super::check::{self, Mix, players};
use super::choices::{Choices, Outcome, Parties};
use super::{Bound, Claim, Flaw};
use crate::equilibrium::PlayerStage;
use crate::puzzle::Solution;

/// Why no certificate could be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unmade {
    /// It needs more positions than allowed.
    #[error("it would need more than {0} positions")]
    TooLarge(u64),
    /// The search has no certain value for some position, or play can repeat a position.
    #[error("the search does not keep its claim in all positions")]
    Lost,
    /// The checker rejects the certificate.
    #[error("the claim is wrong: {0}")]
    Wrong(Flaw),
}

impl From<Flaw> for Unmade {
    fn from(flaw: Flaw) -> Self {
        match flaw {
            Flaw::TooLarge(n) => Self::TooLarge(n),
            flaw => Self::Wrong(flaw),
        }
    }
}

/// The certificate of a puzzle's solution. It claims the fewest plies only where every move
/// costs 1, since otherwise the cheapest solution need not be the shortest.
pub fn solution<G: Playable>(game: &G, solution: &Solution<G::Move>) -> Claim {
    Claim::Solution {
        goal: solution.goal.value(),
        is_best: solution.is_best,
        is_shortest: solution.is_shortest && game.has_unit_costs(),
        moves: solution.moves.iter().map(|&mv| game.move_name(mv)).collect(),
    }
}

/// A checked strategy that proves a bound on the value of a position for a role.
///
/// `value_of` returns the value of a position to the role; `None` where it is not known for
/// certain. It is called for positions that are not terminal. The bounds of both sides together
/// prove the value.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Game, RoleId, examples::Nim};
/// use ludex_search::certificate::{self, Bound};
/// use ludex_search::{AlphaBeta, Limits, Settings, evaluate::GoalValue};
///
/// let nim = Arc::new(Nim::new(&[1, 2, 3]));
/// let mut search = AlphaBeta::new(nim.clone(), Box::new(GoalValue), Settings::default());
/// let value_of = |state: &_| {
///     let report = search.search(state, RoleId(0), &Limits::default());
///     report.value.filter(|_| report.is_proven)
/// };
/// // The exclusive or of 1, 2 and 3 is 0: the second player wins.
/// let bound = (RoleId(0), Bound::AtMost, 0.0);
/// let claim = certificate::strategy(&*nim, &nim.initial(), bound, 1000, value_of).unwrap();
/// assert!(certificate::check(&*nim, &nim.initial(), &claim, 1000).is_ok());
/// ```
pub fn strategy<G: Game>(
    game: &G,
    root: &G::State,
    bounded: (RoleId, Bound, f64),
    positions_max: u64,
    mut value_of: impl FnMut(&G::State) -> Option<f64>,
) -> Result<Claim, Unmade> {
    strategy_by(game, root, bounded, positions_max, &mut value_of)
}

/// The same, compiled once for all callers.
fn strategy_by<G: Game>(
    game: &G,
    root: &G::State,
    (role, bound, value): (RoleId, Bound, f64),
    positions_max: u64,
    value_of: &mut dyn FnMut(&G::State) -> Option<f64>,
) -> Result<Claim, Unmade> {
    let parties = Parties::new(game, |player| (player == role) == (bound == Bound::AtLeast));
    let mut maker = Maker {
        game,
        role,
        bound,
        value,
        parties,
        value_of,
        options: HashMap::new(),
        path: HashSet::new(),
        n_left: positions_max,
    };
    let is_made = maker.build(root);
    if maker.n_left == 0 {
        return Err(Unmade::TooLarge(positions_max));
    }
    if !is_made {
        return Err(Unmade::Lost);
    }
    let (options, mut moves) = (maker.options, Vec::new());
    let mut choose = |state: &G::State, _: &Choices<G::Move>, _: &[RoleId]| {
        let option = options.get(state).ok_or("no move is known")?;
        let names: Vec<String> = option.iter().map(|&mv| game.move_name(mv)).collect();
        moves.push(names.join("\t"));
        Ok(option.clone())
    };
    check::check_strategy(game, root, (role, bound, value), positions_max, &mut choose)?;
    let role = game.roles()[role.index()].name.clone();
    Ok(Claim::Strategy { role, bound, value, moves })
}

/// Checked values and mixed strategies in all positions.
///
/// `stage_of` returns, for a position that is not terminal, the value to each player and its
/// moves with their probabilities, in the order of roles.
///
/// ```
/// use ludex_game::{Game, examples::Nim};
/// use ludex_search::certificate::{self, Claim};
///
/// // The role to move takes what is there.
/// let nim = Nim::new(&[1]);
/// let stage_of = |state: &_| {
///     let stage = |role| {
///         let mut moves = Vec::new();
///         nim.legal_moves(state, ludex_game::RoleId(role), &mut moves);
///         (if role == 0 { 100.0 } else { 0.0 }, vec![(moves[0], 1.0)])
///     };
///     Some(vec![stage(0), stage(1)])
/// };
/// let claim = certificate::equilibrium(&nim, &nim.initial(), 10, stage_of).unwrap();
/// assert!(matches!(claim, Claim::Equilibrium { values, .. } if values == [100.0, 0.0]));
/// ```
pub fn equilibrium<G: Game>(
    game: &G,
    root: &G::State,
    positions_max: u64,
    mut stage_of: impl FnMut(&G::State) -> Option<Vec<PlayerStage<G::Move>>>,
) -> Result<Claim, Unmade> {
    let values: Vec<f64> = match game.is_terminal(root) {
        true => {
            players(game).iter().map(|&role| f64::from(game.goal(root, role).value())).collect()
        }
        false => stage_of(root).ok_or(Unmade::Lost)?.into_iter().map(|(value, _)| value).collect(),
    };
    let mut stages = Vec::new();
    let mut read = |state: &G::State, _: &Choices<G::Move>| {
        let stage = stage_of(state).ok_or("no values are known")?;
        stages.extend(stage.iter().map(|(value, moves)| stage_line(game, *value, moves)));
        Ok(stage.into_iter().map(|(value, moves)| Mix { value, moves }).collect())
    };
    check::check_equilibrium(game, root, &values, positions_max, &mut read)?;
    Ok(Claim::Equilibrium { values, stages })
}

fn stage_line<G: Game>(game: &G, value: f64, moves: &[(G::Move, f64)]) -> String {
    let mix = moves.iter().map(|&(mv, probability)| {
        let name = game.move_name(mv);
        format!("\t{probability} {name}")
    });
    format!("{value}{}", mix.collect::<String>())
}

/// The construction of a strategy.
struct Maker<'a, G: Game, F> {
    game: &'a G,
    role: RoleId,
    bound: Bound,
    value: f64,
    parties: Parties,
    value_of: F,
    /// The moves of the roles that follow the strategy, in completed positions.
    options: HashMap<G::State, Vec<G::Move>>,
    /// The positions on the path, which must not be repeated.
    path: HashSet<G::State>,
    /// Number of positions that may still be visited.
    n_left: u64,
}

impl<G: Game, F: FnMut(&G::State) -> Option<f64>> Maker<'_, G, F> {
    /// Finds the moves of the strategy in a position and in all its successors.
    fn build(&mut self, state: &G::State) -> bool {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.build_below(state))
    }

    fn build_below(&mut self, state: &G::State) -> bool {
        if self.game.is_terminal(state) || self.options.contains_key(state) {
            return true;
        }
        let Some(choices) = Choices::read(self.game, state) else { return false };
        if self.n_left == 0 || !self.path.insert(state.clone()) {
            return false;
        }
        self.n_left -= 1;
        let mut options = choices.options(&self.parties.own);
        if !self.parties.chance.is_empty() && options.len() > 1 {
            options = self.best(state, &choices, options).into_iter().collect();
        }
        let is_forced = options.len() == 1;
        let found = options.into_iter().find(|option| {
            let outcomes = self.parties.outcomes(self.game, state, &choices, option);
            let nexts = || outcomes.iter().flatten().map(|outcome| &outcome.state);
            (is_forced || nexts().all(|next| self.is_kept(next)))
                && nexts().all(|next| self.build(next))
        });
        self.path.remove(state);
        let is_found = found.is_some();
        found.into_iter().for_each(|option| drop(self.options.insert(state.clone(), option)));
        is_found
    }

    /// Whether the value of a position is within the bound.
    fn is_kept(&mut self, state: &G::State) -> bool {
        self.worth(state).is_some_and(|worth| self.bound.is_kept(worth, self.value))
    }

    fn worth(&mut self, state: &G::State) -> Option<f64> {
        match self.game.is_terminal(state) {
            true => Some(f64::from(self.game.goal(state, self.role).value())),
            false => (self.value_of)(state),
        }
    }

    /// With chance, the option with the best mean: its successors need not be within the bound.
    fn best(
        &mut self,
        state: &G::State,
        choices: &Choices<G::Move>,
        options: Vec<Vec<G::Move>>,
    ) -> Option<Vec<G::Move>> {
        let sign = if self.bound == Bound::AtLeast { 1.0 } else { -1.0 };
        let mut best: Option<(f64, Vec<G::Move>)> = None;
        for option in options {
            let mut worst = f64::INFINITY;
            for events in self.parties.outcomes(self.game, state, choices, &option) {
                let (mut sum, mut total) = (0.0, 0.0);
                for Outcome { state, weight, .. } in &events {
                    sum += weight * sign * self.worth(state)?;
                    total += weight;
                }
                worst = worst.min(sum / total);
            }
            if best.as_ref().is_none_or(|(known, _)| worst > *known) {
                best = Some((worst, option));
            }
        }
        best.map(|(_, option)| option)
    }
}
