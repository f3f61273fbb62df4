//! What best play leads to, where a game is small enough.

use std::sync::Arc;

use ludex_game::{Playable, RoleId};
use ludex_search::equilibrium::Unsolved;
use ludex_search::puzzle::{self, Solver};
use ludex_search::{Assumption, Limits, Shares, settle};

use super::{Nature, Plan};

/// What is known for certain about best play.
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// What a role gets with best play on all sides, proven by searching the game to its
    /// ends.
    Proven {
        /// The role that has the first choice.
        role: String,
        /// Its goal, from 0 to 100.
        value: f64,
        /// A first move that leads to it.
        mv: String,
        /// Positions that were looked at.
        n_nodes: u64,
    },
    /// The same in the mean, where roles choose at the same time and mix their moves, or
    /// chance takes part.
    Mixed {
        /// The role that has the first choice, or the first role.
        role: String,
        /// Its goal in the mean, from 0 to 100.
        value: f64,
        /// For each player, its first moves with their probabilities.
        strategies: Vec<(String, Vec<(String, f64)>)>,
        /// Joint moves that were looked at.
        n_nodes: u64,
    },
    /// What a role can be sure of. Best play may lead to more.
    Bound {
        /// The role that has the first choice, or the first role.
        role: String,
        /// Its goal is at least this.
        value: f64,
        /// A first move that leads to it.
        mv: String,
        /// Under what it gets no more.
        assumption: Assumption,
        /// Why no more is known.
        why: Option<Unsolved>,
        /// Positions that were looked at.
        n_nodes: u64,
    },
    /// The game is too large, or has no end.
    Open {
        /// Why nothing is known.
        why: Option<Unsolved>,
        /// Positions that were looked at in vain.
        n_nodes: u64,
    },
    /// Best play has no single value that search could prove.
    Unsuitable(String),
}

/// Memory for positions.
const MEMORY_BYTES: usize = 128 << 20;

impl Proof {
    pub(super) fn new<G: Playable>(game: &Arc<G>, nature: &Nature, plan: &Plan) -> Self {
        if game.is_terminal(&game.initial()) {
            return Self::Unsuitable("The game is over before it begins.".into());
        }
        match nature.roles.len() {
            1 if !nature.has_chance => solve(game, plan),
            1 | 2 => of_settled(game, plan),
            _ => Self::Unsuitable("A value is proven only for one or two players.".into()),
        }
    }

    /// The proven goal of the role that has the first choice.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Proven { value, .. } | Self::Mixed { value, .. } => Some(*value),
            _ => None,
        }
    }
}

/// Searches a game of two to its ends.
fn of_settled<G: Playable>(game: &Arc<G>, plan: &Plan) -> Proof {
    let state = game.initial();
    let limits = Limits { nodes: Some(plan.n_nodes), ..Limits::default() };
    let (equilibrium, all) = (limits.clone(), limits);
    let shares = Shares { equilibrium, all, memory_bytes_max: MEMORY_BYTES };
    let settled = match settle(game, &state, &shares) {
        Ok(settled) => settled,
        Err(error) => return Proof::Unsuitable(format!("Nothing can be solved: {error}.")),
    };
    let name = |role: RoleId| game.roles()[role.index()].name.clone();
    let (role, report, why) = (name(settled.role), settled.report, settled.unsolved);
    let (mv, n_nodes) = (game.move_name(report.mv), report.nodes);
    let Some(value) = report.value else { return Proof::Open { why, n_nodes } };
    if let Some(solved) = settled.equilibrium {
        let named = |&(mv, probability): &(G::Move, f64)| (game.move_name(mv), probability);
        let strategy = |&player: &RoleId| {
            let strategy = &solved.states[&state].strategies[player.index()];
            (name(player), strategy.iter().map(named).collect())
        };
        let strategies = solved.players.iter().map(strategy).collect();
        return Proof::Mixed { role, value, strategies, n_nodes };
    }
    match report.assumption {
        None if report.is_proven => Proof::Proven { role, value, mv, n_nodes },
        None => Proof::Open { why, n_nodes },
        Some(assumption) => Proof::Bound { role, value, mv, assumption, why, n_nodes },
    }
}

/// Looks for the best way through a puzzle.
fn solve<G: Playable>(game: &Arc<G>, plan: &Plan) -> Proof {
    let options = puzzle::Options { memory_bytes_max: MEMORY_BYTES, ..puzzle::Options::default() };
    let limits = Limits { nodes: Some(plan.n_nodes), ..Limits::default() };
    let outcome = Solver::new(game, &game.initial(), &options).solve(&limits);
    let n_nodes = outcome.nodes;
    match outcome.solution.filter(|solution| solution.is_best) {
        Some(solution) => Proof::Proven {
            role: game.roles()[0].name.clone(),
            value: f64::from(solution.goal.value()),
            mv: solution.moves.first().map(|&mv| game.move_name(mv)).unwrap_or_default(),
            n_nodes,
        },
        None if outcome.is_settled => {
            Proof::Unsuitable("No line of play comes to an end, so nothing can be reached.".into())
        }
        None => {
            let why = (n_nodes >= plan.n_nodes).then_some(Unsolved::Nodes(n_nodes));
            Proof::Open { why, n_nodes }
        }
    }
}
