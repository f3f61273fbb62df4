//! How fit individuals are.
//!
//! A scheme adds points to the scores of a population, so that schemes can follow
//! each other: guides first, then play among all. A new one is a file here.

mod co_play;
mod comparison;
mod guides;
mod knockout;
mod race;
mod repeated;
mod rivalry;
mod two_ways;

pub use co_play::CoPlay;
pub use comparison::{Comparison, InOrder};
pub use guides::{Guide, Guides};
pub use knockout::Knockout;
pub use race::Race;
pub use repeated::Repeated;
pub use rivalry::Rivalry;
pub use two_ways::RandomTwoWays;

use std::sync::atomic::{AtomicU64, Ordering};

use crate::Seeds;

/// A game between two individuals.
///
/// Implemented for closures:
///
/// ```
/// use evolve::{Contest, Outcome};
///
/// let larger_wins = |a: &f64, b: &f64, _seed: u64| {
///     if a > b { Outcome::WIN } else { Outcome::LOSS }
/// };
/// assert_eq!(larger_wins.play(&2.0, &1.0, 0), Outcome::WIN);
/// ```
pub trait Contest<A, B = A>: Sync {
    /// Plays a game, `first` to move. All chance comes from the seed.
    fn play(&self, first: &A, second: &B, seed: u64) -> Outcome;
}

impl<A, B, F: Fn(&A, &B, u64) -> Outcome + Sync> Contest<A, B> for F {
    fn play(&self, first: &A, second: &B, seed: u64) -> Outcome {
        self(first, second, seed)
    }
}

/// A test of one individual: a game against someone fixed, a puzzle, a table.
///
/// Implemented for closures.
pub trait Exam<A>: Sync {
    /// The score, where more is better. Games are counted from 0, so that colours
    /// can change from one to the next. All chance comes from the seed.
    fn score(&self, one: &A, game: usize, seed: u64) -> f64;
}

impl<A, F: Fn(&A, usize, u64) -> f64 + Sync> Exam<A> for F {
    fn score(&self, one: &A, game: usize, seed: u64) -> f64 {
        self(one, game, seed)
    }
}

/// Points of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Of the one who moved first.
    pub first: f64,
    /// Of the other.
    pub second: f64,
}

impl Outcome {
    /// The first wins.
    pub const WIN: Self = Self { first: 1.0, second: 0.0 };
    /// Nobody wins.
    pub const DRAW: Self = Self { first: 0.5, second: 0.5 };
    /// The second wins.
    pub const LOSS: Self = Self { first: 0.0, second: 1.0 };
}

/// A way to tell how fit individuals are.
pub trait Scheme<G>: Sync {
    /// Adds points to scores, on all threads. The result must depend on nothing
    /// but the population, the seeds and the scores so far.
    fn add_points(&self, population: &[G], seeds: Seeds, progress: &Progress, scores: &mut [f64]);
}

/// What has been done so far, to be shown while it is being done.
#[derive(Debug, Default)]
pub struct Progress {
    games: AtomicU64,
}

impl Progress {
    /// Counts games or tests that were played.
    pub fn add_games(&self, n_games: u64) {
        self.games.fetch_add(n_games, Ordering::Relaxed);
    }

    /// How many games or tests were played.
    pub fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }
}
