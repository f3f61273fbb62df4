//! The kinds of problems that a file can name.
//!
//! A kind is one file here and one line in [`KINDS`]. It reads the table `problem` of a config
//! and returns an [`Evolution`], which callers run without knowing the kind: its genome, its
//! rivals and its benchmark are its own.

mod evolution;
mod player;
mod regression;

pub use evolution::{Evolution, EvolutionOptions, Keep, KindProblem, Solution, Story};
pub use player::PlayerBuilder;
pub use regression::{Regression, RegressionConfig};

use ludex_evolve::{Config, RunError};
use ludex_support::unknown_word;
use thiserror::Error;

use crate::{GameError, ProblemConfigError};

/// The default kind.
pub(crate) const PLAYER: &str = "player";

/// All kinds, one line each.
pub const KINDS: &[&dyn Kind] = &[
    // Players of a game.
    &player::Player,
    // Formulas of the columns of a table.
    &regression::RegressionKind,
];

/// A kind of problem.
pub trait Kind: Sync {
    /// The name in files.
    fn name(&self) -> &'static str;

    /// One sentence about it.
    fn about(&self) -> &'static str;

    /// The problem of a config. Kinds about games load them by `games`.
    fn open(
        &self,
        config: &Config,
        games: &dyn GameLoader,
    ) -> Result<Box<dyn Evolution>, ProblemError>;
}

/// Loads games for kinds that are about one. Implemented by callers, who know rule sheets,
/// native games and learned knowledge.
pub trait GameLoader {
    /// Loads the game that a builder [names](PlayerBuilder::config) and has the builder visit
    /// it.
    fn load(&self, builder: PlayerBuilder) -> Result<Box<dyn Evolution>, ProblemError>;
}

/// Loads no game: for kinds that need none.
impl GameLoader for () {
    fn load(&self, builder: PlayerBuilder) -> Result<Box<dyn Evolution>, ProblemError> {
        let game = &builder.config().game;
        Err(ProblemConfigError(format!("{game}: no games can be loaded here")).into())
    }
}

/// Why a problem cannot be opened or evolved.
#[derive(Debug, Error)]
pub enum ProblemError {
    /// The table `problem` is wrong.
    #[error(transparent)]
    Config(#[from] ProblemConfigError),
    /// The run cannot start or continue.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A test game failed.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The game cannot be loaded.
    #[error("{0}")]
    Load(String),
}

/// The kind that a config names; `player` if it names none.
///
/// ```
/// use ludex_evolve::Config;
/// use ludex_problems::kind_of;
///
/// let config = Config::parse("[problem]\nkind = 'regression'\n").unwrap();
/// assert_eq!(kind_of(&config).unwrap().name(), "regression");
/// assert_eq!(kind_of(&Config::default()).unwrap().name(), "player");
/// let config = Config::parse("[problem]\nkind = 'regresion'\n").unwrap();
/// let error = kind_of(&config).err().unwrap().to_string();
/// assert!(error.contains("did you mean `regression`?"), "{error}");
/// ```
pub fn kind_of(config: &Config) -> Result<&'static dyn Kind, ProblemConfigError> {
    let name = match config.problem.get("kind") {
        None => PLAYER,
        Some(toml::Value::String(name)) => name,
        Some(other) => return Err(ProblemConfigError(format!("`kind` is a name, not {other}"))),
    };
    let found = KINDS.iter().copied().find(|kind| kind.name() == name);
    found.ok_or_else(|| {
        let names = KINDS.iter().map(|kind| kind.name());
        ProblemConfigError(unknown_word("kind of problem", name, names))
    })
}
