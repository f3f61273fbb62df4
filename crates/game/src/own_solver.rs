//! Solvers that are written for one puzzle.

use crate::Game;

/// A solver that knows one puzzle. The [solution](SolverOutcome::Solved) of any search can be
/// replayed by the rules; what it proves rests on the solver.
pub trait OwnSolver: Game {
    /// Whether it takes this position.
    fn can_solve(&self, state: &Self::State) -> bool;

    /// Looks for a solution within limits.
    fn solve(&self, state: &Self::State, limits: &SolverLimits<'_>) -> SolverOutcome<Self::Move>;
}

/// The solver of a game, whatever the game.
pub type OwnSolverOf<G> = dyn OwnSolver<State = <G as Game>::State, Move = <G as Game>::Move>;

/// When a solver must stop.
#[derive(Clone, Copy)]
pub struct SolverLimits<'a> {
    /// The most positions to expand.
    pub nodes_max: u64,
    /// The most memory to take.
    pub memory_bytes_max: usize,
    /// Whether the time is up; asked now and then.
    pub is_due: &'a dyn Fn() -> bool,
}

/// What a solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverOutcome<M> {
    /// The moves of a solution and what it proves, or why there is none.
    pub verdict: SolverVerdict<M>,
    /// The positions expanded.
    pub nodes: u64,
}

/// The end of a search for a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverVerdict<M> {
    /// A solution, and whether none is cheaper.
    Solved {
        /// The moves from the position to the end.
        moves: Vec<M>,
        /// Its length as people count it: slides of a vehicle, cards moved.
        n_moves: u32,
        /// Its length in the smallest units: cells, single cards from place to place.
        n_steps: u32,
        /// Whether no solution costs less.
        is_shortest: bool,
    },
    /// All positions were seen: there is no solution.
    Unsolvable,
    /// A limit ended the search.
    Stopped,
}
