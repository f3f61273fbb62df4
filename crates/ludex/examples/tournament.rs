//! A tournament of three players, with intervals and Elo differences.

use ludex::Game;
use ludex::matches::{MatchOptions, Pairings, play_match};

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::load("connect-four")?;
    let pairings = Pairings::RoundRobin;
    let options = MatchOptions { pairings, n_games: 10, ..MatchOptions::default() };
    let players = ["random", "uct:playouts=20", "uct:playouts=200"];
    let result = play_match(&game, &players, &options, &mut ())?;
    println!("{}", result.to_text());
    assert!(result.score(2) > result.score(0));
    Ok(())
}
