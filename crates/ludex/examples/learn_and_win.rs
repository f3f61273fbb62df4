//! From rules to a learned player that wins a match against the same player without it.

use ludex::Game;
use ludex::learn::{LearnOptions, Part, learn};
use ludex::matches::{MatchOptions, play_match};

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (game, file) =
        (Game::load("breakthrough")?, std::env::temp_dir().join("ludex-learned.txt"));
    let skip = vec![Part::Terms, Part::Features, Part::Matches];
    let options = LearnOptions {
        save: Some(file),
        fresh: true,
        n_games: Some(300),
        skip,
        ..LearnOptions::default()
    };
    let learned = learn(&game, &options, &mut ())?;
    let players = [learned.player("alphabeta:depth=2")?, "alphabeta:depth=2".into()];
    let options = MatchOptions { n_games: 20, n_opening: 4, ..MatchOptions::default() };
    let result = play_match(&game, &players, &options, &mut ())?;
    println!("{}", result.to_text());
    assert!(result.score(0) > 0.5, "the learned player wins");
    Ok(())
}
