//! Problems for evolution.
//!
//! The [engine](ludex_evolve) knows no problem. This crate has the kinds of problems that a
//! file can name in its table `problem`:
//!
//! - [`KINDS`] lists them; [`kind_of`] finds that of a config. A [`Kind`] opens an
//!   [`Evolution`], which runs without its caller knowing the kind.
//! - `player`: a [`BoardGame`] evolves evaluators for any game with
//!   [terminals](ludex_game::Playable::terminals) or [questions](ludex_search::evaluate::Question);
//!   [`ProblemConfig`] has the game, guides, games among the population and the benchmark.
//! - `regression`: a [`Regression`] evolves a formula for a table; the model for a kind of
//!   your own.
//! - [`PRESETS`] are files that come with the program, such as the set-ups of "Evolved to Win".

mod board_game;
mod building_blocks;
mod config;
mod kinds;
mod opponent;
mod play;
mod presets;
mod setup;

pub use board_game::BoardGame;
pub use config::{
    AdjudicationConfig, CoPlayConfig, GuideConfig, HalvingConfig, ProblemConfig,
    ProblemConfigError, QueryConfig,
};
pub use kinds::{
    Evolution, EvolutionOptions, GameLoader, KINDS, Keep, Kind, KindProblem, PlayerBuilder,
    ProblemError, Regression, RegressionConfig, Solution, Story, kind_of,
};
pub use play::{EvolvedPlayer, GameError, play_game};
pub use presets::{PRESETS, Preset, preset};
