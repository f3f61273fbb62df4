//! What best play leads to, where a game is small enough.

use std::sync::Arc;

use game::{Choices, Playable, RoleId, Turn};
use search::evaluate::GoalValue;
use search::puzzle::{self, Solver};
use search::{AlphaBeta, Limits, Settings};

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
    /// The game is too large.
    Open {
        /// Positions that were looked at in vain.
        n_nodes: u64,
    },
    /// Best play has no single value that search could prove.
    Unsuitable(&'static str),
}

/// Memory for positions.
const TABLE_BYTES: usize = 128 << 20;

/// Deeper than any game that can be solved.
const DEPTH_MAX: u32 = 255;

impl Proof {
    pub(super) fn new<G: Playable>(game: &Arc<G>, nature: &Nature, plan: &Plan) -> Self {
        if game.is_terminal(&game.initial()) {
            return Self::Unsuitable("The game is over before it begins.");
        }
        match nature.roles.len() {
            _ if nature.has_chance => Self::Unsuitable("Chance has a say, so no value is proven."),
            1 => solve(game, plan),
            2 if nature.is_simultaneous => {
                Self::Unsuitable("Players move at the same time, so no single line is best.")
            }
            2 => settle(game, plan),
            _ => Self::Unsuitable("A value is proven only for one or two players."),
        }
    }

    /// The proven goal of the role that has the first choice.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Proven { value, .. } => Some(*value),
            _ => None,
        }
    }
}

/// Searches a game of two to its ends.
fn settle<G: Playable>(game: &Arc<G>, plan: &Plan) -> Proof {
    let state = game.initial();
    let role = match Choices::default().read(&**game, &state) {
        Turn::Player(role) => role,
        _ => RoleId(0),
    };
    let settings =
        Settings { table_bytes: TABLE_BYTES, deepening: false, mtd: true, ..Settings::default() };
    let limits = Limits { depth: Some(DEPTH_MAX), nodes: Some(plan.n_nodes), ..Limits::default() };
    let report = AlphaBeta::new(Arc::clone(game), Box::new(GoalValue), settings)
        .search(&state, role, &limits);
    match report.value.filter(|_| report.is_proven) {
        Some(value) => Proof::Proven {
            role: game.roles()[role.index()].name.clone(),
            value,
            mv: game.move_name(report.mv),
            n_nodes: report.nodes,
        },
        None => Proof::Open { n_nodes: report.nodes },
    }
}

/// Looks for the best way through a puzzle.
fn solve<G: Playable>(game: &Arc<G>, plan: &Plan) -> Proof {
    let options = puzzle::Options { memory_bytes_max: TABLE_BYTES, ..puzzle::Options::default() };
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
        None => Proof::Open { n_nodes },
    }
}
