//! Certificates: claims about games, with all that is needed to check them.
//!
//! A [`Claim`] says what a position is worth and carries the reason: the moves of
//! a solution, the moves of a strategy in every position that it can come to, or
//! values and mixed strategies in all positions. [`check`] replays it by nothing
//! but the rules, the trait [`Game`](ludex_game::Game): it knows none of the searches
//! that make claims, and keeps whole positions rather than keys. A proof must not
//! rest on a repetition, so a position that leads back to itself is a flaw.
//!
//! Moves are listed in the order in which the checker asks for them: it walks
//! depth first, with joint moves in the order of the legal moves of each role, the
//! last role's changing fastest, and asks once for each position in which there is
//! something to choose. So a certificate needs no names for positions, and
//! whatever is wrong with it shows at a certain line.
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

/// Which side of a value a strategy shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The role has at least the value, whatever the others do.
    AtLeast,
    /// The others see to it that the role has at most the value, whatever it does.
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

/// What is claimed of a position, and why.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// A way to the end of a game with one role.
    Solution {
        /// The goal value at its end.
        goal: u8,
        /// Whether no end has a higher goal value.
        is_best: bool,
        /// Whether no shorter way has at least this goal value.
        is_shortest: bool,
        /// The moves.
        moves: Vec<String>,
    },
    /// A role, or all others together, can bound the role's goal. Where there is
    /// chance, the bound is on the mean.
    Strategy {
        /// The role whose goal is bounded.
        role: String,
        /// From which side.
        bound: Bound,
        /// By what.
        value: f64,
        /// For each position with a choice the move of each role of the side,
        /// with tabs between them.
        moves: Vec<String>,
    },
    /// In every position each role has a mix of moves from which it gains nothing
    /// by departing alone. In a game of two with a constant sum, the values are
    /// those of the game.
    Equilibrium {
        /// What the position is worth to each player, in the order of roles.
        values: Vec<f64>,
        /// For each position and each player: the value, and the moves of the mix,
        /// each after its probability; with tabs between them.
        stages: Vec<String>,
    },
}
