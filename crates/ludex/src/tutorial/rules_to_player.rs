//! From rules to a player.
//!
//! # The rules
//!
//! A game is written in GDL, the Game Description Language. The roles, the initial facts,
//! the legal moves, the next facts, the end and the goals are rules; names mean nothing to
//! Ludex. This is a race: on each turn a role takes one or two steps, and the first on
//! square 7 wins.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let rules = "
//!     (role ann) (role bob)
//!     (init (at 0)) (init (control ann))
//!     (step 1) (step 2)
//!     (plus 0 1 1) (plus 1 1 2) (plus 2 1 3) (plus 3 1 4) (plus 4 1 5) (plus 5 1 6) (plus 6 1 7)
//!     (plus 0 2 2) (plus 1 2 3) (plus 2 2 4) (plus 3 2 5) (plus 4 2 6) (plus 5 2 7)
//!     (<= (legal ?p (go ?n)) (true (control ?p)) (true (at ?x)) (step ?n) (plus ?x ?n ?y))
//!     (<= (legal ann noop) (true (control bob)))
//!     (<= (legal bob noop) (true (control ann)))
//!     (<= (next (at ?y)) (does ?p (go ?n)) (true (at ?x)) (plus ?x ?n ?y))
//!     (<= (next (control bob)) (true (control ann)))
//!     (<= (next (control ann)) (true (control bob)))
//!     (<= terminal (true (at 7)))
//!     (<= (goal ann 100) (true (at 7)) (true (control bob)))
//!     (<= (goal ann 0) (true (at 7)) (true (control ann)))
//!     (<= (goal bob 100) (true (at 7)) (true (control ann)))
//!     (<= (goal bob 0) (true (at 7)) (true (control bob)))";
//! let game = ludex::Game::from_rules("race", rules, &ludex::Settings::default())?;
//! assert_eq!(game.n_players(), 2);
//!
//! // Moves go in and out as text.
//! let mut position = game.initial();
//! position.make("(go 1)")?;
//! assert_eq!(position.moves_of(1), ["(go 1)", "(go 2)"]);
//!
//! // The game is small enough to be solved: the first player wins with one step, since 1 is 7
//! // less twice 3, and the others can be answered.
//! use ludex::solve::{SolveOptions, SolveResult, solve};
//! let SolveResult::Game(value) = solve(&game, &SolveOptions::default())? else { panic!() };
//! assert_eq!((value.to_data().value, value.to_data().mv.as_str()), (Some(100.0), "(go 1)"));
//! # Ok(())
//! # }
//! ```
//!
//! # A match
//!
//! Players are named by specs. `play_match` lets them play in all roles in turn:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use ludex::matches::{MatchOptions, play_match};
//!
//! let game = ludex::Game::load("tic-tac-toe")?;
//! let options = MatchOptions { n_games: 10, ..MatchOptions::default() };
//! let result = play_match(&game, &["uct:playouts=100", "random"], &options, &mut ())?;
//! assert!(result.score(0) > 0.5, "{}", result.to_text());
//! # Ok(())
//! # }
//! ```
//!
//! # Learning
//!
//! [`learn`](crate::learn::learn) finds boards and pieces, learns an evaluator and features
//! from play, and keeps them in a file. [`LearnResult::player`](crate::learn::LearnResult::player)
//! gives a spec the learned knowledge:
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use ludex::learn::{LearnOptions, learn};
//! use ludex::matches::{MatchOptions, play_match};
//!
//! let game = ludex::Game::load("breakthrough")?;
//! let learned = learn(&game, &LearnOptions::default(), &mut ())?;
//! println!("{}", learned.to_text());
//! let players = [learned.player("uct:playouts=1000")?, "uct:playouts=1000".into()];
//! let result = play_match(&game, &players, &MatchOptions::default(), &mut ())?;
//! println!("{}", result.to_text());
//! # Ok(())
//! # }
//! ```
//!
//! `crates/ludex/examples/learn_and_win.rs` does it with settings that take seconds.
