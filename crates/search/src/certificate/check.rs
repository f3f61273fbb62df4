//! The checker of certificates: replays claims by the rules alone.
//!
//! It favours clear code over speed, and shares no code with the searches.

use std::collections::{HashMap, HashSet};

use ludex_game::{Game, RoleId};

use super::choices::{Choices, Parties};
use super::line::Lines;
use super::walk::{Rule, Stage, walk};
use super::{Bound, Claim};

/// The result of a successful check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Number of distinct positions visited.
    pub positions: u64,
    /// Whether the whole claim was checked. A claim that a solution is the shortest or the best
    /// needs all alternatives, which may be too many.
    pub is_whole: bool,
    /// Whether the goals of the players have the same sum in all terminal positions visited.
    pub is_constant_sum: bool,
}

/// Why a claim is rejected, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The claim does not hold.
    #[error("{place}: {what}")]
    Wrong {
        /// The joint moves that lead to the flaw.
        place: String,
        /// Description of the flaw.
        what: String,
    },
    /// The check needs more positions than allowed.
    #[error("there are more than {0} positions to check")]
    TooLarge(u64),
}

/// Tolerance for values that should be equal: they are sums of products.
pub(super) const TOLERANCE: f64 = 1e-6;

/// Checks a claim about a position, visiting at most `positions_max` positions.
///
/// See the [module](super) for an example.
pub fn check<G: Game>(
    game: &G,
    root: &G::State,
    claim: &Claim,
    positions_max: u64,
) -> Result<Checked, Flaw> {
    match claim {
        Claim::Solution { goal, is_best, is_shortest, moves } => {
            let asked = Asked { goal: *goal, is_best: *is_best, is_shortest: *is_shortest };
            check_solution(game, root, &asked, moves, positions_max)
        }
        Claim::Strategy { role, bound, value, moves } => {
            let Some(role) = game.roles().iter().position(|known| known.name == *role) else {
                return Err(at_start(format!("the game has no role {role}")));
            };
            let mut lines = Lines::new(moves);
            let mut choose = |_: &G::State, choices: &Choices<G::Move>, own: &[RoleId]| {
                lines.next()?.moves(game, choices, own)
            };
            let bounded = (RoleId::new(role), *bound, *value);
            let checked = check_strategy(game, root, bounded, positions_max, &mut choose)?;
            lines.end().map_err(at_start)?;
            Ok(checked)
        }
        Claim::Equilibrium { values, stages } => {
            let mut lines = Lines::new(stages);
            let players = players(game);
            let mut read = |_: &G::State, choices: &Choices<G::Move>| {
                let of = |&role: &RoleId| lines.next()?.mix(game, &choices.legal[role.index()]);
                players.iter().map(of).collect()
            };
            let checked = check_equilibrium(game, root, values, positions_max, &mut read)?;
            lines.end().map_err(at_start)?;
            Ok(checked)
        }
    }
}

/// All roles but chance.
pub(super) fn players<G: Game>(game: &G) -> Vec<RoleId> {
    let roles = (0..game.roles().len()).map(RoleId::new);
    roles.filter(|role| !game.roles()[role.index()].is_chance()).collect()
}

fn at_start(what: String) -> Flaw {
    Flaw::Wrong { place: "in the claim".into(), what }
}

/// The claimed properties of a solution.
struct Asked {
    goal: u8,
    is_best: bool,
    is_shortest: bool,
}

const ALONE: RoleId = RoleId(0);

/// Replays a solution, then tries the alternatives that the claim excludes.
fn check_solution<G: Game>(
    game: &G,
    root: &G::State,
    asked: &Asked,
    moves: &[String],
    positions_max: u64,
) -> Result<Checked, Flaw> {
    if game.roles().len() != 1 || game.roles()[0].is_chance() {
        return Err(at_start("a solution is for a game with one role".into()));
    }
    let (mut state, mut legal) = (root.clone(), Vec::new());
    for (at, name) in moves.iter().enumerate() {
        let place = || format!("move {}, {name}", at + 1);
        let wrong = |what: &str| Flaw::Wrong { place: place(), what: what.into() };
        if game.is_terminal(&state) {
            return Err(wrong("the game is over before it"));
        }
        game.legal_moves(&state, ALONE, &mut legal);
        let Some(&mv) = legal.iter().find(|&&mv| game.move_name(mv) == *name) else {
            return Err(wrong("it is not legal"));
        };
        game.apply(&mut state, &[mv]);
    }
    let wrong = |what: String| Flaw::Wrong { place: "after the last move".into(), what };
    if !game.is_terminal(&state) {
        return Err(wrong("the game is not over".into()));
    }
    let goal = game.goal(&state, ALONE).value();
    if goal != asked.goal {
        return Err(wrong(format!("the goal is {goal}, not {}", asked.goal)));
    }
    try_others(game, root, asked, moves.len(), positions_max)
}

/// Searches breadth first for an end that the claim excludes.
fn try_others<G: Game>(
    game: &G,
    root: &G::State,
    asked: &Asked,
    n_plies: usize,
    positions_max: u64,
) -> Result<Checked, Flaw> {
    let depth_max = match asked {
        Asked { is_best: true, goal: 0..100, .. } => usize::MAX,
        Asked { is_shortest: true, .. } => n_plies.saturating_sub(1),
        _ => 0,
    };
    let is_excluded = |goal: u8, depth: usize| {
        let is_better = asked.is_best && goal > asked.goal;
        is_better || asked.is_shortest && depth < n_plies && goal >= asked.goal
    };
    let mut known = HashSet::from([root.clone()]);
    let (mut layer, mut legal) = (vec![root.clone()], Vec::new());
    let mut is_whole = true;
    for depth in 1.. {
        if layer.is_empty() || depth > depth_max || !is_whole {
            break;
        }
        let mut next_layer = Vec::new();
        for state in layer.iter().filter(|state| !game.is_terminal(state)) {
            game.legal_moves(state, ALONE, &mut legal);
            for &mv in &legal {
                let mut next = state.clone();
                game.apply(&mut next, &[mv]);
                if known.len() as u64 >= positions_max {
                    is_whole = false;
                } else if known.insert(next.clone()) {
                    let goal = game.goal(&next, ALONE).value();
                    if game.is_terminal(&next) && is_excluded(goal, depth) {
                        let what = format!("there is an end worth {goal}");
                        return Err(Flaw::Wrong { place: format!("after {depth} plies"), what });
                    }
                    next_layer.push(next);
                }
            }
        }
        layer = next_layer;
    }
    let positions = known.len().max(n_plies + 1) as u64;
    Ok(Checked { positions, is_whole, is_constant_sum: true })
}

/// The moves of the roles that follow a strategy, in a position with a choice.
pub(super) type Choose<'a, G> = dyn FnMut(
        &<G as Game>::State,
        &Choices<<G as Game>::Move>,
        &[RoleId],
    ) -> Result<Vec<<G as Game>::Move>, String>
    + 'a;

/// The mixed strategies of all players in a position.
pub(super) type ReadMixes<'a, G> = dyn FnMut(
        &<G as Game>::State,
        &Choices<<G as Game>::Move>,
    ) -> Result<Vec<Mix<<G as Game>::Move>>, String>
    + 'a;

/// Checks the bound of a strategy. `choose` is called once for each position in which the roles
/// that follow it have a choice.
pub(super) fn check_strategy<G: Game>(
    game: &G,
    root: &G::State,
    (role, bound, value): (RoleId, Bound, f64),
    positions_max: u64,
    choose: &mut Choose<'_, G>,
) -> Result<Checked, Flaw> {
    let parties = Parties::new(game, |player| (player == role) == (bound == Bound::AtLeast));
    let sums = Sums::default();
    let mut rule = Bounded { game, role, bound, value, parties: &parties, choose, sums };
    let (found, positions) = walk(game, root, &parties, positions_max, &mut rule)?;
    if !bound.is_kept(found, value) {
        return Err(at_start(format!("the mean is {found}, not {bound} {value}")));
    }
    Ok(Checked { positions, is_whole: true, is_constant_sum: rule.sums.is_constant() })
}

/// The rule of a strategy: the value of a position is the mean goal of the role at the ends
/// below it.
struct Bounded<'a, G, C> {
    game: &'a G,
    role: RoleId,
    bound: Bound,
    value: f64,
    parties: &'a Parties,
    choose: C,
    sums: Sums,
}

impl<G: Game, C> Rule<G> for Bounded<'_, G, C>
where
    C: FnMut(&G::State, &Choices<G::Move>, &[RoleId]) -> Result<Vec<G::Move>, String>,
{
    type Value = f64;

    fn end(&mut self, state: &G::State) -> Result<f64, String> {
        self.sums.add(self.game, state);
        let goal = f64::from(self.game.goal(state, self.role).value());
        // With chance, the bound applies to the mean only.
        if self.parties.chance.is_empty() && !self.bound.is_kept(goal, self.value) {
            let name = &self.game.roles()[self.role.index()].name;
            return Err(format!("{name} has {goal} here, not {} {}", self.bound, self.value));
        }
        Ok(goal)
    }

    fn option(
        &mut self,
        state: &G::State,
        choices: &Choices<G::Move>,
    ) -> Result<Vec<G::Move>, String> {
        match choices.only(&self.parties.own) {
            Some(option) => Ok(option),
            None => (self.choose)(state, choices, &self.parties.own),
        }
    }

    /// The mean over chance after the worst reply.
    fn value(&mut self, stage: &Stage<'_, G, f64>) -> Result<f64, String> {
        let (successors, n_replies) = (&stage.frame.successors, stage.frame.n_replies);
        let mut sums = vec![0.0; n_replies];
        successors.iter().for_each(|next| sums[next.reply] += next.weight * stage.value(next));
        let total = stage.frame.total_weight();
        Ok(match self.bound {
            Bound::AtLeast => sums.into_iter().fold(f64::INFINITY, f64::min) / total,
            Bound::AtMost => sums.into_iter().fold(f64::NEG_INFINITY, f64::max) / total,
        })
    }
}

impl Bound {
    /// Whether a value is within the bound.
    pub(super) fn is_kept(self, found: f64, value: f64) -> bool {
        match self {
            Bound::AtLeast => found >= value - TOLERANCE,
            Bound::AtMost => found <= value + TOLERANCE,
        }
    }
}

/// The value of a position to a player, and the player's mixed strategy there.
pub(super) struct Mix<M> {
    pub value: f64,
    pub moves: Vec<(M, f64)>,
}

impl<M: Copy + Eq> Mix<M> {
    fn probability(&self, mv: M) -> f64 {
        let moves = self.moves.iter().filter(|(known, _)| *known == mv);
        moves.map(|(_, probability)| probability).sum()
    }
}

/// Checks mixed strategies in all positions: no player gains by a deviation from its mix, given
/// the values of the successors. `read` is called once for each position that is not terminal.
pub(super) fn check_equilibrium<G: Game>(
    game: &G,
    root: &G::State,
    claimed: &[f64],
    positions_max: u64,
    read: &mut ReadMixes<'_, G>,
) -> Result<Checked, Flaw> {
    let parties = Parties::new(game, |_| false);
    let sums = Sums::default();
    let mut rule = Mixed { game, players: players(game), read, mixes: Vec::new(), sums };
    let (found, positions) = walk(game, root, &parties, positions_max, &mut rule)?;
    let is_same = |(one, other): (&f64, &f64)| (one - other).abs() <= TOLERANCE;
    if found.len() != claimed.len() || !found.iter().zip(claimed).all(is_same) {
        return Err(at_start(format!("the values are {found:?}, not {claimed:?}")));
    }
    Ok(Checked { positions, is_whole: true, is_constant_sum: rule.sums.is_constant() })
}

/// The rule of an equilibrium: the value of a position is the claimed value of each player.
struct Mixed<'a, G: Game, R> {
    game: &'a G,
    players: Vec<RoleId>,
    read: R,
    /// The mixes of the positions on the path of the walk.
    mixes: Vec<Vec<Mix<G::Move>>>,
    sums: Sums,
}

impl<G: Game, R> Rule<G> for Mixed<'_, G, R>
where
    R: FnMut(&G::State, &Choices<G::Move>) -> Result<Vec<Mix<G::Move>>, String>,
{
    type Value = Vec<f64>;

    fn end(&mut self, state: &G::State) -> Result<Vec<f64>, String> {
        self.sums.add(self.game, state);
        let goal = |&role: &RoleId| f64::from(self.game.goal(state, role).value());
        Ok(self.players.iter().map(goal).collect())
    }

    fn option(
        &mut self,
        state: &G::State,
        choices: &Choices<G::Move>,
    ) -> Result<Vec<G::Move>, String> {
        self.mixes.push((self.read)(state, choices)?);
        Ok(Vec::new())
    }

    /// Checks that each move of each player is worth at most its value against the mixes of the
    /// others, and that its own mix is worth exactly its value.
    fn value(&mut self, stage: &Stage<'_, G, Vec<f64>>) -> Result<Vec<f64>, String> {
        let mixes = self.mixes.pop().expect("each position has mixes");
        for (at, mix) in mixes.iter().enumerate() {
            let worth = self.worth(stage, &mixes, at);
            let name = &self.game.roles()[self.players[at].index()].name;
            for (&mv, &worth) in &worth {
                if worth > mix.value + TOLERANCE {
                    let mv = self.game.move_name(mv);
                    return Err(format!("{name} gets {worth} by {mv}, more than {}", mix.value));
                }
            }
            let own: f64 = mix.moves.iter().map(|(mv, probability)| probability * worth[mv]).sum();
            if (own - mix.value).abs() > TOLERANCE {
                return Err(format!("the mix of {name} is worth {own}, not {}", mix.value));
            }
        }
        Ok(mixes.iter().map(|mix| mix.value).collect())
    }
}

impl<G: Game, R> Mixed<'_, G, R> {
    /// The value of each move of a player against the mixes of the others.
    fn worth(
        &self,
        stage: &Stage<'_, G, Vec<f64>>,
        mixes: &[Mix<G::Move>],
        at: usize,
    ) -> HashMap<G::Move, f64> {
        let total = stage.frame.total_weight();
        let mut worth: HashMap<G::Move, f64> = HashMap::new();
        for next in &stage.frame.successors {
            let others = (0..mixes.len()).filter(|&other| other != at);
            let made = |other: usize| next.joint[self.players[other].index()];
            let probability: f64 =
                others.map(|other| mixes[other].probability(made(other))).product();
            let share = next.weight * probability * stage.value(next)[at] / total;
            *worth.entry(made(at)).or_default() += share;
        }
        worth
    }
}

/// The sums of the players' goals in the terminal positions visited.
#[derive(Default)]
struct Sums(HashSet<u32>);

impl Sums {
    fn add<G: Game>(&mut self, game: &G, state: &G::State) {
        let goals = players(game).into_iter().map(|role| u32::from(game.goal(state, role).value()));
        self.0.insert(goals.sum());
    }

    fn is_constant(&self) -> bool {
        self.0.len() <= 1
    }
}
