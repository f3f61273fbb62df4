//! Games of two players who may move at the same time, solved exactly.
//!
//! Where both players have a choice, no single move need be best: a player that
//! always shows rock is beaten by paper. What can be relied on are *mixed
//! strategies*, one probability for each move. A position's moves and the values
//! of the positions after them make a [`Matrix`] game, which linear programming
//! solves (von Neumann 1928; Dantzig 1951); [`solve`] does so in every position
//! that can be reached, from the ends of the game backwards.

mod induction;
mod matrix;

pub use induction::{ERROR_MAX, Equilibrium, PlayerStage, StageSolution, Unsolved, solve};
pub use matrix::{Matrix, MatrixSolution};
