//! The errors of the services.

use thiserror::Error;

/// Why a service has no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// Neither a bundled game nor a file has this name.
    #[error("there is no game or file `{name}`; {hint}")]
    UnknownGame {
        /// The name that was given.
        name: String,
        /// The closest name, or how to list all names.
        hint: String,
    },
    /// The rule sheet has errors.
    #[error("the rules cannot be played\n\n{0}")]
    Rules(String),
    /// The rule sheet has no game, or exceeds a limit of the reasoner.
    #[error(transparent)]
    Load(#[from] ludex_gdl::LoadError),
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A player spec cannot be read, or does not suit the game.
    #[error(transparent)]
    Spec(#[from] ludex_search::SpecError),
    /// A player failed during a game.
    #[error(transparent)]
    Player(#[from] ludex_search::PlayerFault),
    /// A game cannot be played to its end.
    #[error(transparent)]
    Play(#[from] ludex_search::play::PlayFault),
    /// The position has no choice to search.
    #[error(transparent)]
    Root(#[from] ludex_search::RootError),
    /// The tree of a search cannot be recorded.
    #[error(transparent)]
    Record(#[from] ludex_search::explain::TooLarge),
    /// A tree in text form cannot be read.
    #[error(transparent)]
    Tree(#[from] ludex_search::TreeError),
    /// The games of a match cannot be played or stored.
    #[error(transparent)]
    Run(#[from] ludex_arena::RunError),
    /// The store of games cannot be used.
    #[error(transparent)]
    Store(#[from] ludex_arena::StoreError),
    /// A recorded game does not follow the rules.
    #[error(transparent)]
    Replay(#[from] ludex_arena::replay::ReplayError),
    /// A recorded game cannot be written in Portable Game Notation.
    #[error(transparent)]
    Pgn(#[from] ludex_arena::pgn::PgnError),
    /// The file of learned knowledge cannot be used.
    #[error(transparent)]
    Knowledge(#[from] ludex_learn::StoreError),
    /// The parameters of an evolution are wrong.
    #[error(transparent)]
    Config(#[from] ludex_evolve::ConfigError),
    /// The problem of an evolution is wrong.
    #[error(transparent)]
    Problem(#[from] ludex_problems::ProblemConfigError),
    /// An evolution does not go on.
    #[error(transparent)]
    Evolution(#[from] ludex_evolve::RunError),
    /// A game of an evolution has no outcome.
    #[error(transparent)]
    Game(#[from] ludex_problems::GameError),
    /// A move is not legal in the position.
    #[error("`{mv}` is not a legal move of {role}")]
    IllegalMove {
        /// The role that should make it.
        role: String,
        /// The move that was given.
        mv: String,
    },
    /// An error together with the file, option or part that it belongs to.
    #[error("{context}")]
    At {
        /// The file, option or part.
        context: String,
        /// The error.
        source: Box<Error>,
    },
    /// A request that cannot be met.
    #[error("{0}")]
    Invalid(String),
}

impl Error {
    /// Whether players or rules failed during an evolution, rather than the request. The
    /// generations before the failure are kept.
    pub fn is_evolution_fault(&self) -> bool {
        match self {
            Self::Evolution(error) => matches!(error, ludex_evolve::RunError::Fault(_)),
            Self::Game(_) => true,
            Self::At { source, .. } => source.is_evolution_fault(),
            _ => false,
        }
    }
}

impl From<String> for Error {
    fn from(message: String) -> Self {
        Self::Invalid(message)
    }
}

impl From<ludex_arena::match_runner::MatchError> for Error {
    fn from(error: ludex_arena::match_runner::MatchError) -> Self {
        Self::Run(error.into())
    }
}

/// The result of a service.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Names the file, option or part that an error belongs to.
pub(crate) trait Context<T> {
    fn with_context<S: Into<String>>(self, context: impl FnOnce() -> S) -> Result<T>;

    fn context(self, context: &str) -> Result<T>
    where
        Self: Sized,
    {
        self.with_context(|| context)
    }
}

impl<T, E: Into<Error>> Context<T> for Result<T, E> {
    fn with_context<S: Into<String>>(self, context: impl FnOnce() -> S) -> Result<T> {
        self.map_err(|error| Error::At {
            context: context().into(),
            source: Box::new(error.into()),
        })
    }
}

impl<T> Context<T> for Option<T> {
    fn with_context<S: Into<String>>(self, message: impl FnOnce() -> S) -> Result<T> {
        self.ok_or_else(|| Error::Invalid(message().into()))
    }
}

/// Returns [`Error::Invalid`] with a formatted message.
macro_rules! bail {
    ($($message:tt)*) => { return Err($crate::Error::Invalid(format!($($message)*))) };
}

/// [`Error::Invalid`] with a formatted message.
macro_rules! invalid {
    ($($message:tt)*) => { $crate::Error::Invalid(format!($($message)*)) };
}

pub(crate) use {bail, invalid};
