//! The solver: best-first searches that are made one after another, the last of which is complete.
//!
//! Each search has [weights](Weights) and a number of positions that it may expand. What the
//! first does not find soon is mostly found by others with other weights. Sequences of cards are
//! moved at once, and cards go home as soon as that cannot hurt. The last search moves single
//! cards only, and expands every position that can be reached: if it ends without a solution, there
//! is none. Positions are compared by their whole [key](super::key), so no two are confused.

use std::cell::RefCell;

use ludex_game::{SolverLimits, SolverOutcome, SolverVerdict};

use super::board::Board;
use super::evaluation::Weights;
use super::search::{Found, Search};
use super::shortcut::{Shortcut, Way};
use super::state::{Move, State};

/// One search of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// How positions are judged.
    pub weights: Weights,
    /// The most positions to expand.
    pub nodes_max: u64,
    /// Whether single cards are moved only, so that all positions are reached.
    pub is_complete: bool,
}

/// 212 positions a deal in the mean on 2,500 deals above 32,000, where a deal that is not solved
/// within 1,000 counts as 3,000; 269 before tuning.
const FIRST: Weights = Weights {
    left: 64,
    blocking: 48,
    own: 3,
    breaks: 50,
    above: 23,
    spread: 27,
    room: [696, 452, 284, 152, 0],
    empty: 55,
    moved: 32,
};

/// 686 positions a deal in the mean on 964 deals that the first does not solve within 350, where a
/// deal that is not solved within 700 counts as 2,100; 1,244 with the first.
const SECOND: Weights = Weights {
    left: 18,
    blocking: 38,
    own: -3,
    breaks: 63,
    above: 26,
    spread: 50,
    room: [696, 501, 320, 75, 0],
    empty: 32,
    moved: 19,
};

/// 1,568 positions a deal in the mean on 614 deals that the first two do not solve, where a deal
/// that is not solved within 1,500 counts as 4,500; 2,713 with the second.
const THIRD: Weights = Weights {
    left: 13,
    blocking: 33,
    own: 0,
    breaks: 69,
    above: 16,
    spread: 26,
    room: [762, 501, 301, 139, -3],
    empty: 42,
    moved: 31,
};

const fn incomplete(weights: Weights, nodes_max: u64) -> Stage {
    Stage { weights, nodes_max, is_complete: false }
}

/// The searches of the solver. What is not found soon is found sooner in another way.
pub const STAGES: [Stage; 6] = [
    incomplete(FIRST, 300),
    incomplete(SECOND, 600),
    incomplete(THIRD, 1_500),
    incomplete(FIRST, 5_000),
    incomplete(SECOND, 20_000),
    Stage { weights: THIRD, nodes_max: u64::MAX, is_complete: true },
];

/// Solves a position by the searches that did best.
pub(super) fn solve(state: &State, limits: &SolverLimits<'_>) -> SolverOutcome<Move> {
    solve_in_stages(state, &STAGES, limits)
}

/// Solves a position by some searches. There is no solution only if a complete one ends without.
pub fn solve_in_stages(
    state: &State,
    stages: &[Stage],
    limits: &SolverLimits<'_>,
) -> SolverOutcome<Move> {
    thread_local! {
        static SEARCH: RefCell<Search> = RefCell::default();
    }
    SEARCH.with_borrow_mut(|search| {
        search.n_expanded = 0;
        let mut verdict = SolverVerdict::Stopped;
        let mut board = Board::new(state);
        board.go_home();
        let root = board.key();
        for stage in stages {
            board.set(root);
            match search.run(&mut board, stage, limits) {
                Found::Way(shortcuts) => verdict = solution(state, &shortcuts),
                Found::Nothing if stage.is_complete => verdict = SolverVerdict::Unsolvable,
                Found::Nothing | Found::Stopped => continue,
            }
            break;
        }
        SolverOutcome { verdict, nodes: search.n_expanded }
    })
}

fn solution(state: &State, shortcuts: &[Shortcut]) -> SolverVerdict<Move> {
    let mut way = Way::new(state.clone());
    way.go_home();
    shortcuts.iter().for_each(|&shortcut| way.take(shortcut));
    way.finish();
    let (moves, n_moves) = (way.moves, way.n_moves);
    let n_steps = moves.len() as u32;
    SolverVerdict::Solved { moves, n_moves, n_steps, is_shortest: false }
}
