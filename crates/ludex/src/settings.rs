//! The settings that all services share.

use ludex_gdl::Limits;
use ludex_gdl::circuit::Budget;
use ludex_search::players::Connect;

/// Seed, threads and the limits of the rule engines.
///
/// ```
/// let settings = ludex::Settings { seed: 7, n_threads: 1, ..ludex::Settings::default() };
/// assert_eq!((settings.seed, settings.n_threads), (7, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// The seed of all random numbers: the same seed gives the same result.
    pub seed: u64,
    /// Threads to use.
    pub n_threads: usize,
    /// Limits of the reference reasoner.
    pub limits: Limits,
    /// Limits of the construction of a circuit. Beyond them the reasoner plays.
    pub budget: Budget,
    /// How remote players are reached. Specs may name them only where it is given.
    pub connect: Option<Connect>,
}

impl Default for Settings {
    /// Seed 1, all cores, the usual limits.
    fn default() -> Self {
        let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            seed: 1,
            n_threads,
            limits: Limits::default(),
            budget: Budget::default(),
            connect: None,
        }
    }
}

impl Settings {
    /// What players are made with: seed, threads and the way to remote players.
    ///
    /// ```
    /// let settings = ludex::Settings { seed: 7, ..ludex::Settings::default() };
    /// assert_eq!(settings.context().seed, 7);
    /// ```
    pub fn context(&self) -> ludex_search::Context {
        let Self { seed, n_threads, connect, .. } = *self;
        ludex_search::Context { seed, n_threads, connect }
    }
}
