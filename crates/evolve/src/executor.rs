//! Executors: they run the games and tests of an evaluation.

use rayon::prelude::*;

use crate::Outcome;

/// A game or test by its address, which determines its result together with the problem and the
/// population.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The individual, by its index in the population; of a game, the first player.
    pub genome: usize,
    /// The second player, or the rival, by its index; `None` in a test.
    pub other: Option<usize>,
    /// The number of the game or test.
    pub game: usize,
    /// The source of all randomness.
    pub seed: u64,
}

/// Runs jobs and returns their scores.
///
/// All games and tests of a run pass through this trait: those of [schemes](crate::Scheme) and
/// those by which the best of a run is chosen. Results must be in the order of the jobs and
/// must not depend on the order in which jobs run, nor on the number of workers.
///
/// A job is addressed by (genome, game number, seed). An executor that runs jobs in other
/// processes or on other machines sends these numbers to workers that hold the same problem
/// and population, instead of calling `play`.
///
/// ```
/// use ludex_evolve::{Executor, Job, Outcome, Serial, Threads};
///
/// let jobs: Vec<Job> =
///     (0..100).map(|game| Job { genome: 0, other: None, game, seed: 7 }).collect();
/// let play = |job: &Job| Outcome::score(job.game as f64);
/// assert_eq!(Threads.run(&jobs, &play), Serial.run(&jobs, &play));
/// ```
pub trait Executor: Send + Sync {
    /// The outcome of each job, in the order of the jobs.
    fn run(&self, jobs: &[Job], play: &(dyn Fn(&Job) -> Outcome + Sync)) -> Vec<Outcome>;
}

/// Runs jobs on the threads of the current rayon pool.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threads;

impl Executor for Threads {
    fn run(&self, jobs: &[Job], play: &(dyn Fn(&Job) -> Outcome + Sync)) -> Vec<Outcome> {
        // Games differ in length, so pieces are small; tests of a microsecond are not cut up.
        let n_each = jobs.len() / (PIECES * rayon::current_num_threads());
        jobs.par_iter().with_max_len(n_each.max(1)).map(play).collect()
    }
}

/// The number of pieces per thread that a list of jobs is cut into.
const PIECES: usize = 64;

/// Runs jobs one after another on the calling thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Serial;

impl Executor for Serial {
    fn run(&self, jobs: &[Job], play: &(dyn Fn(&Job) -> Outcome + Sync)) -> Vec<Outcome> {
        jobs.iter().map(play).collect()
    }
}
