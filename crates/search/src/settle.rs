//! The value of a game of one or two players, by the search that fits the game.
//!
//! Where players take turns without chance, alpha-beta prunes most positions. Where players
//! choose at the same time, or chance takes part, the value is that of an
//! [equilibrium](crate::equilibrium), which needs every position. If there are too many,
//! alpha-beta may still give a guaranteed value for the role.

use std::sync::Arc;

use ludex_game::{Choices, Game, Playable, RoleId, Turn, random_joint, rng};

use crate::equilibrium::{self, Equilibrium, Unsolved};
use crate::evaluate::GoalValue;
use crate::root::any_move;
use crate::{AlphaBeta, Assumption, Limits, Report, RootError, Settings, Stop, check_root};

/// The value of a position, as far as it is known.
#[derive(Clone, Debug)]
pub struct Settled<S, M> {
    /// The role on turn, else the first player.
    pub role: RoleId,
    /// The value to that role, with its assumption. With an equilibrium, the move is one of its
    /// mixed strategy.
    pub report: Report<M>,
    /// The strategies of all roles, where roles choose at the same time or chance takes part.
    pub equilibrium: Option<Equilibrium<S, M>>,
    /// Why the value is not proven, if it is not.
    pub unsolved: Option<Unsolved>,
}

/// Limits of work and memory.
#[derive(Clone, Debug)]
pub struct Shares {
    /// For the equilibrium, where it is tried first.
    pub equilibrium: Limits,
    /// For all searches, alpha-beta included.
    pub all: Limits,
    /// For positions.
    pub memory_bytes_max: usize,
}

/// Finds the value of a position to the role on turn.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Game, examples::Nim};
/// use ludex_search::{Limits, Shares, settle};
///
/// let nim = Arc::new(Nim::new(&[1, 2, 3]));
/// let limits = Limits { nodes: Some(10_000), ..Limits::default() };
/// let shares = Shares { equilibrium: limits.clone(), all: limits, memory_bytes_max: 1 << 20 };
/// let settled = settle(&nim, &nim.initial(), &shares).unwrap();
/// assert_eq!((settled.report.value, settled.report.is_proven), (Some(0.0), true));
/// ```
pub fn settle<G: Playable>(
    game: &Arc<G>,
    state: &G::State,
    shares: &Shares,
) -> Result<Settled<G::State, G::Move>, RootError> {
    let role = match check_root(&**game, state)? {
        Turn::Player(role) => role,
        _ => RoleId::new(game.roles().iter().position(|role| !role.is_chance()).unwrap_or(0)),
    };
    // Step 1. An equilibrium, where there is chance or several choose at once.
    let has_chance = game.roles().iter().any(|role| role.is_chance());
    let is_mixed = has_chance || has_joint_choice(&**game, state, &shares.all.stop);
    let memory_bytes_max = shares.memory_bytes_max;
    let solve = |limits: &Limits| equilibrium::solve(&**game, state, limits, memory_bytes_max);
    let first = is_mixed.then(|| solve(&shares.equilibrium));
    let unsolved = match first {
        Some(Ok(solved)) => return Ok(of_equilibrium(&**game, state, role, solved)),
        Some(Err(unsolved)) => Some(unsolved),
        None => None,
    };
    // Step 2. Alpha-beta: the value, or a guarantee for the role.
    let table_bytes = memory_bytes_max;
    let settings = Settings { table_bytes, deepening: false, mtd: true, ..Settings::default() };
    let mut search = AlphaBeta::new(Arc::clone(game), Box::new(GoalValue), settings);
    let report = search.search(state, role, &shares.all);
    let why = search.unsolved(&report);
    drop(search);
    // Step 3. An equilibrium, where random games did not find a position in which several
    // choose at once.
    let is_bound = report.assumption == Some(Assumption::OthersMoveSecond);
    let later = (is_bound && !is_mixed).then(|| solve(&shares.all));
    let unsolved = match later {
        Some(Ok(solved)) => return Ok(of_equilibrium(&**game, state, role, solved)),
        Some(Err(unsolved)) => Some(unsolved),
        None => unsolved,
    };
    // Reasons that higher limits would not change come first.
    let is_limit = |why: &Unsolved| matches!(why, Unsolved::Stopped | Unsolved::Nodes(_));
    let unsolved = match report.is_proven {
        true => None,
        false => unsolved.clone().filter(|why| !is_limit(why)).or(why).or(unsolved),
    };
    Ok(Settled { role, report, equilibrium: None, unsolved })
}

fn of_equilibrium<G: Game>(
    game: &G,
    state: &G::State,
    role: RoleId,
    solved: Equilibrium<G::State, G::Move>,
) -> Settled<G::State, G::Move> {
    let mut choices = Choices::default();
    choices.read(game, state);
    let strategy =
        solved.states.get(state).map_or(&[][..], |stage| &stage.strategies[role.index()]);
    let likeliest = strategy.iter().max_by(|one, other| one.1.total_cmp(&other.1));
    let report = Report {
        value: solved.value_of(role),
        is_proven: true,
        nodes: solved.n_nodes,
        ..Report::of_move(likeliest.map_or_else(|| any_move(&choices, role), |&(mv, _)| mv))
    };
    Settled { role, report, equilibrium: Some(solved), unsolved: None }
}

/// Number of random games in the search for positions in which several players have a choice,
/// and maximum number of plies of each.
const N_GAMES: u64 = 10;
const N_PLIES_MAX: u32 = 300;

/// Whether several players have a choice at once in some random game.
fn has_joint_choice<G: Game>(game: &G, state: &G::State, stop: &Stop) -> bool {
    let (mut choices, mut joint) = (Choices::default(), Vec::new());
    (0..N_GAMES).any(|number| {
        let (mut rng, mut state) = (rng(1, number), state.clone());
        for _ in 0..N_PLIES_MAX {
            if game.is_terminal(&state) || stop.is_due() {
                break;
            }
            choices.read(game, &state);
            let is_player = |role: usize| !game.roles()[role].is_chance();
            let chooses = |(role, moves): (usize, &Vec<_>)| is_player(role) && moves.len() > 1;
            if choices.all().iter().enumerate().filter(|&one| chooses(one)).count() > 1 {
                return true;
            }
            if random_joint(&mut rng, game, &state, &mut joint).is_none() {
                break;
            }
            game.apply(&mut state, &joint);
        }
        false
    })
}
