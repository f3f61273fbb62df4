//! Native games: well-known board games, implemented for fast search.
//!
//! Each is a [`Playable`](ludex_game::Playable) of its own with states of a few words and no
//! allocation between moves. Those that are also bundled as rule sheets follow the sheet of the
//! same name, and tests compare the two move by move. Games chosen at run time are reached
//! through [`visit`]. This crate is independent of players, files and clocks.

use std::sync::Arc;

use checkers::Checkers;
use chinese_checkers::ChineseCheckers;
use connect_four::ConnectFour;
use freecell::FreeCell;
use ludex_game::{Goal, Visitor};
use rush_hour::{Metric, RushHour};

mod bits;
pub mod checkers;
pub mod chess;
pub mod chinese_checkers;
pub mod connect_four;
mod digest;
pub mod freecell;
mod notation;
pub mod reversi;
pub mod rush_hour;
pub mod tic_tac_toe;

/// A game in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name; that of the bundled rule sheet if there is one.
    pub name: &'static str,
    /// A description in one sentence.
    pub about: &'static str,
    /// The version of its rules, raised whenever they change.
    pub version: u32,
}

/// The list of games and the way to each: name, version of the rules, description,
/// constructor.
macro_rules! games {
    ($($name:literal, $version:literal, $about:literal, $game:expr;)*) => {
        /// All native games.
        ///
        /// ```
        /// assert!(ludex_games::GAMES.iter().any(|game| game.name == "reversi"));
        /// ```
        pub const GAMES: &[Listed] =
            &[$(Listed { name: $name, about: $about, version: $version }),*];

        /// Passes the game with this name to a visitor; `None` if there is none.
        ///
        /// ```
        /// use std::sync::Arc;
        ///
        /// /// Counts the opening moves.
        /// struct Openings;
        ///
        /// impl ludex_game::Visitor for Openings {
        ///     type Output = u64;
        ///     fn visit<G: ludex_game::Playable>(self, game: Arc<G>) -> u64 {
        ///         ludex_game::perft(&*game, &game.initial(), 1)
        ///     }
        /// }
        ///
        /// assert_eq!(ludex_games::visit("connect-four", Openings), Some(7));
        /// assert_eq!(ludex_games::visit("ludo", Openings), None);
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
    "tic-tac-toe", 1, "Three in a row on a board of 3 x 3.", tic_tac_toe::TicTacToe::new();
    "connect-four", 1, "Four in a row on an upright board of 7 x 6.", ConnectFour::default();
    "connect-four-4x4", 1, "Four in a row on an upright board of 4 x 4.", ConnectFour::new(4, 4, 4);
    "checkers", 1, "American checkers on a board of 8 x 8.", Checkers::american();
    "lose-checkers", 1, "American checkers where the role that cannot move wins.", Checkers::losing();
    "checkers-10x10", 1, "American checkers on 10 x 10, 15 men a side.", Checkers::large();
    "reversi", 1, "Othello on a board of 8 x 8.", reversi::Reversi::new();
    "chinese-checkers", 1, "Chinese checkers for two on 81 holes.", ChineseCheckers::rhombus();
    "chinese-checkers-star", 1, "Chinese checkers for two on 121 holes.", ChineseCheckers::star();
    "chess", 1, "Chess, from the usual start or any position.", chess::Chess::new();
    "freecell", 1, "FreeCell, with all numbered deals.", FreeCell::default();
    "rush-hour", 1, "Rush Hour, in the fewest slides.", RushHour::new(Metric::Moves);
    "rush-hour-steps", 1, "Rush Hour, in the fewest steps of one cell.", RushHour::new(Metric::Steps);
}

/// Identifies the rules of a native game: its name, the version of its rules, and a hash
/// over a fixed sample of positions; `None` if there is no such game.
///
/// ```
/// let digest = ludex_games::digest("tic-tac-toe").unwrap();
/// assert!(digest.starts_with("tic-tac-toe 1 "), "{digest}");
/// assert_eq!(ludex_games::digest("ludo"), None);
/// ```
pub fn digest(name: &str) -> Option<String> {
    struct Digest;
    impl Visitor for Digest {
        type Output = u64;
        fn visit<G: ludex_game::Playable>(self, game: Arc<G>) -> u64 {
            digest::digest(&*game)
        }
    }
    let version = GAMES.iter().find(|game| game.name == name)?.version;
    Some(format!("{name} {version} {:016x}", visit(name, Digest)?))
}

/// The move of a role that waits.
const NOOP: &str = "noop";

/// The goal of both roles in a draw.
fn draw() -> Goal {
    Goal::new(50).unwrap_or_default()
}
