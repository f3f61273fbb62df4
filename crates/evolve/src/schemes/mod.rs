//! Fitness schemes.
//!
//! A scheme adds points to the scores of a population, so that schemes can follow
//! each other: guides first, then games among the population. A new scheme is one file and
//! one line here.

mod co_play;
mod comparison;
mod context;
mod guides;
mod halving;
mod knockout;
mod repeated;
mod rivalry;
mod two_ways;

pub use co_play::CoPlay;
pub use comparison::{Comparison, InOrder};
pub use context::EvaluationContext;
pub use guides::{Guide, Guides};
pub use halving::SuccessiveHalving;
pub use knockout::Knockout;
pub use repeated::Repeated;
pub use rivalry::Rivalry;
pub use two_ways::RandomTwoWays;

use std::sync::atomic::{AtomicU64, Ordering};

/// A game between two individuals.
///
/// Implemented for closures:
///
/// ```
/// use ludex_evolve::{Contest, Outcome};
///
/// let larger_wins = |a: &f64, b: &f64, _seed: u64| {
///     if a > b { Outcome::WIN } else { Outcome::LOSS }
/// };
/// assert_eq!(larger_wins.play(&2.0, &1.0, 0), Outcome::WIN);
/// ```
pub trait Contest<A, B = A>: Sync {
    /// Plays a game, `first` to move. All randomness comes from the seed.
    fn play(&self, first: &A, second: &B, seed: u64) -> Outcome;
}

impl<A, B, F: Fn(&A, &B, u64) -> Outcome + Sync> Contest<A, B> for F {
    fn play(&self, first: &A, second: &B, seed: u64) -> Outcome {
        self(first, second, seed)
    }
}

/// A test of one individual: a game against a fixed player, a puzzle, a table.
///
/// Implemented for closures.
pub trait Exam<A>: Sync {
    /// The score; a higher one is better. Games are numbered from 0, so that colours can
    /// alternate. All randomness comes from the seed.
    fn score(&self, one: &A, game: usize, seed: u64) -> f64;
}

impl<A, F: Fn(&A, usize, u64) -> f64 + Sync> Exam<A> for F {
    fn score(&self, one: &A, game: usize, seed: u64) -> f64 {
        self(one, game, seed)
    }
}

/// The points of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The points of the first player.
    pub first: f64,
    /// The points of the second player.
    pub second: f64,
}

impl Outcome {
    /// The first wins.
    pub const WIN: Self = Self { first: 1.0, second: 0.0 };
    /// A draw.
    pub const DRAW: Self = Self { first: 0.5, second: 0.5 };
    /// The second wins.
    pub const LOSS: Self = Self { first: 0.0, second: 1.0 };

    /// The score of a test of one individual.
    pub fn score(score: f64) -> Self {
        Self { first: score, second: 0.0 }
    }
}

/// A way to score a population.
pub trait Scheme<G>: Sync {
    /// Adds points to scores. Games and tests run by the executor of the context. The result
    /// must depend on nothing but the population, the seeds and the scores so far.
    fn add_points(&self, population: &[G], context: &EvaluationContext<'_>, scores: &mut [f64]);
}

/// Counts the games of a run, for displays.
#[derive(Debug, Default)]
pub struct Progress {
    games: AtomicU64,
}

impl Progress {
    /// Adds to the number of games and tests.
    pub fn add_games(&self, n_games: u64) {
        self.games.fetch_add(n_games, Ordering::Relaxed);
    }

    /// The number of games and tests so far.
    pub fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }
}
