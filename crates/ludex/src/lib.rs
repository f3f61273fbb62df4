//! Ludex as a library: give it the rules of a game; it learns to win, and shows what it
//! learned.
//!
//! [`Game::load`] finds a game by name, path or text. The services take it from there, each
//! with options, progress and a result:
//!
//! | service | result |
//! | --- | --- |
//! | [`learn`](learn::learn) | what the game is made of, an evaluator, features, and matches that prove them |
//! | [`evolve`](evolve::evolve) | players by genetic programming |
//! | [`play_match`](matches::play_match) | players against each other, with intervals |
//! | [`solve`](solve::solve) | the solution of a puzzle, the value of a game |
//! | [`analyse`](analyse::analyse) | a report for the designer of a game |
//! | [`explain`](explain::explain) | the tree of a search |
//! | [`choose`](choose::choose) | the move of a player, and why |
//! | [`play`](play::play()) | a game with people |
//! | [`verify`](verify::verify) | the claims of a certificate that hold |
//! | [`replay`](replay::replay), [`export`](export::export) | a recorded game, move by move or for other programs |
//! | [`players`](players::players) | the players and evaluators that specs can name |
//! | [`bench`] | measurements of players and searches |
//!
//! A result is data (`to_data`, serializable, with a schema) that also knows its text
//! (`to_text`) and, where there are pictures, its page (`to_page`).
//!
//! ```
//! use ludex::Game;
//! use ludex::matches::{MatchOptions, play_match};
//!
//! let game = Game::load("tic-tac-toe")?;
//! let options = MatchOptions { n_games: 4, ..MatchOptions::default() };
//! let result = play_match(&game, &["alphabeta:depth=9", "random"], &options, &mut ())?;
//! println!("{}", result.to_text());
//! # Ok::<(), ludex::Error>(())
//! ```

pub mod analyse;
pub mod bench;
mod certify;
pub mod choose;
pub mod data;
mod erased;
mod error;
pub mod evolve;
pub mod explain;
pub mod export;
mod facade;
pub mod learn;
pub mod load;
pub mod matches;
pub mod play;
pub mod players;
mod position;
pub mod progress;
pub mod replay;
mod settings;
pub mod solve;
mod terminals;
pub mod tutorial;
pub mod verify;

pub use error::{Error, Result};
pub use facade::{Game, Kind, visit_engine};
pub use position::Position;
pub use progress::{Progress, Step};
pub use settings::Settings;

pub use ludex_arena as arena;
pub use ludex_evolve as evolution;
pub use ludex_game as game;
pub use ludex_gdl as gdl;
pub use ludex_problems as problems;
pub use ludex_report as report;
pub use ludex_search as search;
