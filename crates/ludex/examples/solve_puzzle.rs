//! Solves a puzzle, and prints the moves.

use ludex::Game;
use ludex::solve::{SolveOptions, solve};

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::load("lights-out")?;
    let solved = solve(&game, &SolveOptions { nodes: Some(100_000), ..SolveOptions::default() })?;
    println!("{}", solved.to_text());
    assert!(solved.is_solved());
    Ok(())
}
