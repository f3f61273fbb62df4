//! Native games: the well-known board games, written to be searched fast.
//!
//! Each is a [`Playable`](game::Playable) of its own with states of a few words and no
//! allocation between moves. Those that are also bundled as rule sheets follow
//! the sheet of the same name, and tests compare the two move by move. Games
//! chosen at run time are reached through [`visit`]. This crate knows no
//! players, no files and no clock.

use std::sync::Arc;

use checkers::Checkers;
use chinese_checkers::ChineseCheckers;
use connect_four::ConnectFour;
use game::{Goal, Visitor};

mod bits;
pub mod checkers;
pub mod chess;
pub mod chinese_checkers;
pub mod connect_four;
mod notation;
pub mod reversi;
pub mod tic_tac_toe;

/// A game in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name; that of the bundled rule sheet if there is one.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
}

/// The list of games and the way to each: name, description, constructor.
macro_rules! games {
    ($($name:literal, $about:literal, $game:expr;)*) => {
        /// All native games.
        ///
        /// ```
        /// assert!(games::GAMES.iter().any(|game| game.name == "reversi"));
        /// ```
        pub const GAMES: &[Listed] = &[$(Listed { name: $name, about: $about }),*];

        /// Hands the game of this name to a visitor; `None` if there is none.
        ///
        /// ```
        /// use std::sync::Arc;
        ///
        /// /// Counts the opening moves.
        /// struct Openings;
        ///
        /// impl game::Visitor for Openings {
        ///     type Output = u64;
        ///     fn visit<G: game::Playable>(self, game: Arc<G>) -> u64 {
        ///         game::perft(&*game, &game.initial(), 1)
        ///     }
        /// }
        ///
        /// assert_eq!(games::visit("connect-four", Openings), Some(7));
        /// assert_eq!(games::visit("ludo", Openings), None);
        /// ```
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            match name {
                $($name => Some(visitor.visit(Arc::new($game))),)*
                _ => None,
            }
        }
    };
}

games! {
    "tic-tac-toe", "Three in a row on a board of 3 x 3.", tic_tac_toe::TicTacToe::new();
    "connect-four", "Four in a row on an upright board of 7 x 6.", ConnectFour::default();
    "connect-four-4x4", "Four in a row on an upright board of 4 x 4.", ConnectFour::new(4, 4, 4);
    "checkers", "American checkers on a board of 8 x 8.", Checkers::american();
    "lose-checkers", "American checkers where who cannot move wins.", Checkers::losing();
    "checkers-10x10", "American checkers on 10 x 10, 15 men a side.", Checkers::large();
    "reversi", "Othello on a board of 8 x 8.", reversi::Reversi::new();
    "chinese-checkers", "Chinese checkers for two on 81 holes.", ChineseCheckers::rhombus();
    "chinese-checkers-star", "Chinese checkers for two on 121 holes.", ChineseCheckers::star();
    "chess", "Chess, from the usual start or any position.", chess::Chess::new();
}

/// The move of a role that waits.
const NOOP: &str = "noop";

/// What both get when nobody wins.
fn draw() -> Goal {
    Goal::new(50).unwrap_or_default()
}
