//! Features: patterns of facts in which a move wins, or is needed not to lose.
//!
//! After Kirci, Sturtevant and Schaeffer, "A GGP feature learning algorithm" (GIFL). In each
//! random game whose winner made the last move, the facts without which it would not have won
//! form an *offensive* feature. If the loser had a move after which that feature no longer
//! applies, the facts that this move needs form a *defensive* feature. The same is repeated for
//! earlier moves of the game, those that brought about the facts of the feature.
//!
//! docs/FEATURES.md has the choices that the paper leaves open, with measurements.

mod census;
mod chart;
mod compare;
mod cost;
mod feature;
mod options;
mod pattern_search;
mod probe;
mod tally;
mod teach;
mod trace;
mod validation;

pub use census::take_census;
pub use chart::Chart;
pub use compare::compare;
pub use cost::{cost, length};
pub use feature::Feature;
pub use options::{Options, Weighing};
pub use teach::{Taught, Teacher, Trial};
pub use validation::FeatureValidation;

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_gdl::single::CircuitGame;

use pattern_search::PatternSearch;
use tally::Tallies;
use trace::Tracer;

/// The extent of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// From this number of random games. The result depends on the seed alone.
    Runs(u32),
    /// For this long. The result depends on the speed of the machine.
    Time(Duration),
}

impl Default for Extent {
    /// As many games as in the paper.
    fn default() -> Self {
        Self::Runs(500)
    }
}

/// The number of random games that threads share out at a time.
const N_RUNS_AT_A_TIME: u32 = 64;

/// Finds features in random games, and returns them with the number of games. A number
/// of games gives the same features on any number of threads. The error is the reason
/// why a game has no features.
///
/// ```
/// use std::time::Duration;
/// use ludex_gdl::{Engine, Limits, Sheet, circuit::Budget, library};
/// use ludex_learn::features::{Extent, Options, learn};
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default()).unwrap();
/// let Engine::Circuit(game) = loaded.engine else { panic!() };
/// let (game, options) = (game, Options::default());
/// let chart = |n_threads| learn(&game, &options, Extent::Runs(100), n_threads, 1).unwrap().0;
/// assert!(chart(1).n_offensive() > 20);
/// assert_eq!(chart(1).features(), chart(2).features());
/// let (_, n_runs) = learn(&game, &options, Extent::Time(Duration::ZERO), 1, 1).unwrap();
/// assert!(n_runs > 0);
/// ```
pub fn learn(
    game: &Arc<CircuitGame>,
    options: &Options,
    extent: Extent,
    n_threads: usize,
    seed: u64,
) -> Result<(Chart, u32), String> {
    use ludex_game::Game;
    let n_players = game.roles().iter().filter(|role| !role.is_chance()).count();
    if n_players != 2 {
        return Err(format!("features need two roles that take turns; this game has {n_players}"));
    }
    if game.roles().len() != 2 {
        return Err("features need two roles that take turns and no chance".into());
    }
    let started = Instant::now();
    let tallies = match options.uncounted {
        true => Tallies::find(game, &mut Tracer::new(game, seed)),
        false => Tallies::default(),
    };
    let tallies = Arc::new(tallies);
    let worker = || (Tracer::new(game, seed), PatternSearch::new(game, options, &tallies));
    let mut workers: Vec<(Tracer, PatternSearch)> =
        (0..n_threads.max(1)).map(|_| worker()).collect();
    let mut chart = Chart::new(game);
    let (mut n_runs, mut takes_turns) = (0, false);
    loop {
        let n_left = match extent {
            Extent::Runs(n) => n - n_runs,
            Extent::Time(time) if started.elapsed() < time || n_runs == 0 => u32::MAX,
            Extent::Time(_) => 0,
        };
        // The clock is read after every game of each thread.
        let n_at_a_time = match extent {
            Extent::Runs(_) => N_RUNS_AT_A_TIME,
            Extent::Time(_) => workers.len() as u32,
        };
        let runs = n_runs..n_runs + n_left.min(n_at_a_time);
        if runs.is_empty() {
            break;
        }
        n_runs = runs.end;
        for features in side_by_side(&mut workers, runs).into_iter().flatten() {
            takes_turns = true;
            features.into_iter().for_each(|feature| chart.add(feature));
        }
    }
    if !takes_turns {
        return Err(
            "features need two roles that take turns; here they move at the same time".into()
        );
    }
    if chart.features().is_empty() {
        return Err("no random game ended with a move that won it".into());
    }
    Ok((chart, n_runs))
}

/// The features of each of some random games; none if roles do not take turns in it.
fn side_by_side(
    workers: &mut [(Tracer, PatternSearch)],
    runs: Range<u32>,
) -> Vec<Option<Vec<Feature>>> {
    let n_threads = workers.len();
    let learn = |at: usize, (tracer, search): &mut (Tracer, PatternSearch)| -> Vec<_> {
        let own = runs.clone().skip(at).step_by(n_threads);
        own.map(|run| tracer.play(u64::from(run)).map(|trace| search.find(&trace))).collect()
    };
    if let [worker] = workers {
        return learn(0, worker);
    }
    let of_threads: Vec<Vec<Option<Vec<Feature>>>> = std::thread::scope(|scope| {
        let learn = &learn;
        let threads: Vec<_> = workers
            .iter_mut()
            .enumerate()
            .map(|(at, worker)| scope.spawn(move || learn(at, worker)))
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    // In the order of the games, on any number of threads.
    let mut of_threads: Vec<_> = of_threads.into_iter().map(Vec::into_iter).collect();
    let n_runs = runs.len();
    (0..n_runs).filter_map(|at| of_threads[at % n_threads].next()).collect()
}
