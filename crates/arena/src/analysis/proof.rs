//! The result of best play, where a game is small enough.

use std::sync::Arc;

use ludex_game::{Playable, RoleId};
use ludex_search::equilibrium::Unsolved;
use ludex_search::puzzle::{self, Solver};
use ludex_search::{Assumption, Limits, Shares, settle};

use super::{Nature, Plan};

/// The proven facts about best play.
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// The goal of a role with best play on all sides, proven by a search to the ends of the
    /// game.
    Proven {
        /// The role with the first choice.
        role: String,
        /// Its goal, from 0 to 100.
        value: f64,
        /// A first move that leads to this goal.
        mv: String,
        /// Number of positions searched.
        n_nodes: u64,
    },
    /// The mean goal of a role with best play, where roles choose at the same time or chance
    /// takes part.
    Mixed {
        /// The role with the first choice, or the first role.
        role: String,
        /// Its mean goal, from 0 to 100.
        value: f64,
        /// For each player, its first moves with their probabilities.
        strategies: Vec<(String, Vec<(String, f64)>)>,
        /// Number of joint moves made.
        n_nodes: u64,
    },
    /// A lower bound of a role's goal. Best play may lead to a higher one.
    Bound {
        /// The role with the first choice, or the first role.
        role: String,
        /// The bound.
        value: f64,
        /// A first move that guarantees it.
        mv: String,
        /// The assumption under which the bound is the exact value.
        assumption: Assumption,
        /// Why the value is not known exactly.
        why: Option<Unsolved>,
        /// Number of positions searched.
        n_nodes: u64,
    },
    /// The game is too large, or has no end.
    Open {
        /// Why the value is not known.
        why: Option<Unsolved>,
        /// Number of positions searched.
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

    /// The proven goal of the role with the first choice.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Proven { value, .. } | Self::Mixed { value, .. } => Some(*value),
            _ => None,
        }
    }
}

/// Searches a game of one or two players to its ends.
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

/// Searches for the best solution of a puzzle.
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
