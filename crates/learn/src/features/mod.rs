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
mod feature;
mod guard;
mod lesson;
mod options;
mod probe;
mod teach;
mod trace;

pub use census::take_census;
pub use chart::Chart;
pub use feature::Feature;
pub use guard::{Guard, Verdict};
pub use options::{Options, Weighing};
pub use teach::{Taught, Teacher};

use std::sync::Arc;

use gdl::single::CircuitGame;

use lesson::Lesson;
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
    use game::Game;
    let n_players = game.roles().iter().filter(|role| !role.is_chance()).count();
    if n_players != 2 || game.roles().len() != 2 {
        return Err(format!("features need two roles that take turns; this game has {n_players}"));
    }
    let mut tracer = Tracer::new(game, seed);
    let mut chart = Chart::new(game);
    let mut lesson = Lesson::new(game, options);
    let mut n_taking_turns = 0;
    for run in 0..options.n_runs {
        let Some(trace) = tracer.play(u64::from(run)) else { continue };
        n_taking_turns += 1;
        lesson.take(&trace, &mut chart);
    }
    if n_taking_turns == 0 {
        return Err(
            "features need two roles that take turns; here they move at the same time".into()
        );
    }
    if chart.features().is_empty() {
        return Err("no random game ended with a move that won it".into());
    }
    Ok(chart)
}
