//! Features: patterns of facts in which a move wins, or is needed not to lose.
//!
//! After Kirci, Sturtevant and Schaeffer, "A GGP feature learning algorithm"
//! (GIFL). A random game is played. If the winner made the last move, the facts
//! are found without which it would not have won: an *offensive* feature. If the
//! loser had a move after which that feature no longer applies, the facts that
//! this takes are a *defensive* feature. Then the same is done higher up in the
//! game, for the moves that brought the facts of the feature about.
//!
//! docs/FEATURES.md tells what the paper leaves open and what was measured.

mod census;
mod chart;
mod compare;
mod cost;
mod feature;
mod guard;
mod lesson;
mod options;
mod probe;
mod tally;
mod teach;
mod trace;

pub use census::take_census;
pub use chart::Chart;
pub use compare::compare;
pub use cost::{cost, length};
pub use feature::Feature;
pub use guard::Guard;
pub use options::{Options, Weighing};
pub use teach::{Taught, Teacher, Trial};

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gdl::single::CircuitGame;

use lesson::Lesson;
use tally::Tallies;
use trace::Tracer;

/// Learns the features of a game, or says why there are none to learn.
///
/// ```
/// use std::sync::Arc;
/// use gdl::{Engine, Limits, Sheet, circuit::Budget, library};
/// use learn::features::{Options, learn};
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default()).unwrap();
/// let Engine::Circuit(game) = loaded.engine else { panic!() };
/// let chart = learn(&Arc::new(*game), &Options { n_runs: 50, ..Options::default() }, 1).unwrap();
/// assert!(chart.n_offensive() > 20);
/// ```
pub fn learn(game: &Arc<CircuitGame>, options: &Options, seed: u64) -> Result<Chart, String> {
    learn_for(game, options, Extent::Runs(options.n_runs), 1, seed).map(|(chart, _)| chart)
}

/// How much is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// From so many random games.
    Runs(u32),
    /// For so long.
    Time(Duration),
}

/// Random games that threads share out at a time.
const N_RUNS_AT_A_TIME: u32 = 64;

/// As [`learn`], on several threads and for some time if that is what is asked
/// for. Tells from how many games was learned, too. So many games teach the same
/// on any number of threads.
///
/// ```
/// use std::sync::Arc;
/// use std::time::Duration;
/// use gdl::{Engine, Limits, Sheet, circuit::Budget, library};
/// use learn::features::{Extent, Options, learn_for};
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default()).unwrap();
/// let Engine::Circuit(game) = loaded.engine else { panic!() };
/// let (game, options) = (Arc::new(*game), Options::default());
/// let learn = |n_threads| learn_for(&game, &options, Extent::Runs(100), n_threads, 1).unwrap();
/// assert_eq!(learn(1).0.features(), learn(2).0.features());
/// let (_, n_runs) = learn_for(&game, &options, Extent::Time(Duration::ZERO), 1, 1).unwrap();
/// assert!(n_runs > 0);
/// ```
pub fn learn_for(
    game: &Arc<CircuitGame>,
    options: &Options,
    extent: Extent,
    n_threads: usize,
    seed: u64,
) -> Result<(Chart, u32), String> {
    use game::Game;
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
    let pupil = || (Tracer::new(game, seed), Lesson::new(game, options, &tallies));
    let mut pupils: Vec<(Tracer, Lesson)> = (0..n_threads.max(1)).map(|_| pupil()).collect();
    let mut chart = Chart::new(game);
    let (mut n_runs, mut takes_turns) = (0, false);
    loop {
        let n_left = match extent {
            Extent::Runs(n) => n - n_runs,
            Extent::Time(time) if started.elapsed() < time || n_runs == 0 => u32::MAX,
            Extent::Time(_) => 0,
        };
        // The clock is looked at more often than games are handed out otherwise.
        let n_at_a_time = match extent {
            Extent::Runs(_) => N_RUNS_AT_A_TIME,
            Extent::Time(_) => pupils.len() as u32,
        };
        let runs = n_runs..n_runs + n_left.min(n_at_a_time);
        if runs.is_empty() {
            break;
        }
        n_runs = runs.end;
        for features in side_by_side(&mut pupils, runs).into_iter().flatten() {
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

/// What each of some random games teaches, unless roles do not take turns in it.
fn side_by_side(pupils: &mut [(Tracer, Lesson)], runs: Range<u32>) -> Vec<Option<Vec<Feature>>> {
    let n_threads = pupils.len();
    let learn = |at: usize, (tracer, lesson): &mut (Tracer, Lesson)| -> Vec<_> {
        let own = runs.clone().skip(at).step_by(n_threads);
        own.map(|run| tracer.play(u64::from(run)).map(|trace| lesson.take(&trace))).collect()
    };
    if let [pupil] = pupils {
        return learn(0, pupil);
    }
    let of_threads: Vec<Vec<Option<Vec<Feature>>>> = std::thread::scope(|scope| {
        let learn = &learn;
        let threads: Vec<_> = pupils
            .iter_mut()
            .enumerate()
            .map(|(at, pupil)| scope.spawn(move || learn(at, pupil)))
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    // In the order of the games, whoever they came from.
    let mut of_threads: Vec<_> = of_threads.into_iter().map(Vec::into_iter).collect();
    let n_runs = runs.len();
    (0..n_runs).filter_map(|at| of_threads[at % n_threads].next()).collect()
}
