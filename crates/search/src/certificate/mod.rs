//! Certificates: claims about games, with the data that a check needs.
//!
//! A [`Claim`] has the value of a position and its proof: the moves of a solution, the moves of
//! a strategy in every position that it can reach, or values and mixed strategies in all
//! positions. [`check`] replays a claim by the rules alone, through the trait
//! [`Game`](ludex_game::Game). It shares no code with the searches that make claims, and
//! compares whole positions rather than keys. A proof must not depend on a repetition, so a
//! position that leads back to itself is a flaw.
//!
//! Moves are listed in the order in which the checker reads them: it walks depth first, with
//! joint moves in the order of the legal moves of each role, the last role's changing fastest,
//! and reads one entry for each position with a choice. So a certificate needs no names for
//! positions, and every error has a line number.
//!
//! ```
//! use ludex_game::{Game, examples::Nim};
//! use ludex_search::certificate::{self, Bound, Claim};
//!
//! // With heaps of 1 and 2, take one of the two; then there is no choice left.
//! let nim = Nim::new(&[1, 2]);
//! let moves = vec!["(take 1 1)".to_string()];
//! let claim = Claim::Strategy { role: "first".into(), bound: Bound::AtLeast, value: 100.0, moves };
//! let checked = certificate::check(&nim, &nim.initial(), &claim, 1000).unwrap();
//! assert_eq!(checked.positions, 5);
//! ```

mod check;
mod choices;
mod line;
mod make;
mod text;
mod walk;

pub use check::{Checked, Flaw, check};
pub use make::{Unmade, equilibrium, solution, strategy};
pub use text::{Document, ReadError};

use std::fmt;

/// The side of a value that a strategy proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The role has at least the value, against any play of the others.
    AtLeast,
    /// The others hold the role to at most the value, against any play of the role.
    AtMost,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AtLeast => "at least",
            Self::AtMost => "at most",
        })
    }
}

/// A claim about a position, with its proof.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// A sequence of moves to an end of a game with one role.
    Solution {
        /// The goal value at its end.
        goal: u8,
        /// Whether no end has a higher goal value.
        is_best: bool,
        /// Whether no shorter sequence reaches at least this goal value.
        is_shortest: bool,
        /// The moves.
        moves: Vec<String>,
    },
    /// A strategy of a role, or of all others together, that bounds the role's goal. With
    /// chance, the bound applies to the mean.
    Strategy {
        /// The role whose goal is bounded.
        role: String,
        /// The side of the bound.
        bound: Bound,
        /// The bound.
        value: f64,
        /// For each position with a choice, the move of each role of the side, separated by
        /// tabs.
        moves: Vec<String>,
    },
    /// In every position each role has a mixed strategy from which it gains nothing by
    /// deviating alone. In a game of two players with a constant sum, the values are those of
    /// the game.
    Equilibrium {
        /// The value of the position to each player, in the order of roles.
        values: Vec<f64>,
        /// For each position and each player: the value, and the moves of the mix, each after
        /// its probability, separated by tabs.
        stages: Vec<String>,
    },
}
