//! Players raised by evolution.
//!
//! The [engine](evolve) knows no game. Here it is told what individuals are asked
//! in a game's positions, whom they play, and how the best is found:
//!
//! - [`Wish`] is what a file asks for in its table `problem`: the game, the guides,
//!   games among the population, the benchmark.
//! - [`Nursery`] is that, ready to run: the [`evolve::Problem`] of any game that
//!   [answers questions](game::Playable::senses), or about which some
//!   [can be asked](search::evaluate::Question).
//! - [`PRESETS`] are the set-ups of "Evolved to Win", as files; [`experiments`] make
//!   its tables again.

mod bout;
mod experiments;
mod ideas;
mod nursery;
mod opponent;
mod presets;
mod wish;
mod yard;

pub use bout::{BoutError, Reared, bout};
pub use experiments::experiments;
pub use nursery::Nursery;
pub use presets::{PRESETS, Preset, preset};
pub use wish::{CoPlayWish, GuideWish, QueryWish, RaceWish, VerdictWish, Wish, WishError};
