//! Games of two players who may move at the same time, solved exactly.
//!
//! Where both players have a choice, no single move need be best: a player that always shows
//! rock loses to paper. Optimal play is a *mixed strategy*, a probability for each move. The
//! moves of a position and the values of its successors form a [`Matrix`] game, which linear
//! programming solves (von Neumann 1928; Dantzig 1951); [`solve`] does so in every reachable
//! position, from the ends of the game backwards. [`best_response`] computes what the opponent
//! of a known strategy can get, which tells how far that strategy is from optimal.

mod induction;
mod matrix;
mod response;

pub use induction::{ERROR_MAX, Equilibrium, PlayerStage, StageSolution, Unsolved, solve};
pub use matrix::{Matrix, MatrixSolution};
pub use response::{BestResponse, Policy, best_response};
