//! Analysis of a game: balance, length, branching, depth of skill.
//!
//! All figures come from games between equal players of several strengths, from random moves to
//! UCT with hundreds of playouts a move, and from matches of each strength against the next:
//!
//! - [`Level`]: scores of the roles, share of draws, lengths of games;
//! - [`Proof`]: the result of best play, where the game is small enough;
//! - [`Swings`]: changes of expectations from turn to turn, and the time at which games are
//!   decided;
//! - [`Choice`]: the number of legal moves that are about as good as the best;
//! - [`Skill`]: the gain in strength by more playouts.
//!
//! The number of games follows from the length and the branching of a few random games, not from
//! a clock, so that the same seed gives the same figures at any number of threads. Only where
//! that estimate is badly wrong does [`Options::stop`] end the work early; [`Analysis::notes`]
//! then records it.

mod bins;
mod choice;
mod data;
mod level;
mod nature;
mod outline;
mod plan;
mod proof;
mod section;
mod skill;
mod spread;
mod swings;
mod watch;

pub use choice::Choice;
pub use data::AnalysisData;
pub use level::{Level, RoleScore};
pub use nature::Nature;
pub use plan::{Options, Plan};
pub use proof::Proof;
pub use section::{Block, Section, page, text};
pub use skill::{Skill, Step};
pub use spread::{Course, Measured, Spread};
pub use swings::Swings;

use std::collections::BTreeSet;
use std::sync::Arc;

use ludex_game::Playable;
use ludex_search::play::{RulesFault, player_roles};

use crate::match_runner::MatchError;
use watch::{Watch, Watched};

/// The confidence of intervals.
pub const CONFIDENCE: f64 = crate::standings::CONFIDENCE;

/// The analysis of a game.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The name of the game.
    pub game: String,
    /// The kind of game.
    pub nature: Nature,
    /// The work done.
    pub plan: Plan,
    /// Games between equals, the weakest first: random moves.
    pub levels: Vec<Level>,
    /// The value of the game, as far as it is known.
    pub proof: Proof,
    /// Moves to choose from at each ply, for the same levels.
    pub branching: Vec<Course>,
    /// Changes of expectations, at the highest level.
    pub swings: Option<Swings>,
    /// The number of good moves, at the highest level.
    pub choice: Option<Choice>,
    /// Each level against the next.
    pub skill: Option<Skill>,
    /// Names of the moves that were legal in some game, and of those that players of the highest
    /// level made.
    pub moves: MoveNames,
    /// Notes on the figures.
    pub notes: Vec<String>,
    /// The games of all levels but the first, as joint moves by name.
    pub games: Vec<Vec<Vec<String>>>,
}

/// The moves seen in games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNames {
    /// Legal in some game.
    pub legal: BTreeSet<String>,
    /// Made in some game of the highest level.
    pub made: BTreeSet<String>,
}

/// The progress of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The current task.
    pub what: String,
    /// Games played or positions searched.
    pub n_done: u32,
    /// The number of games or positions of the task.
    pub n_all: u32,
}

/// The number of random games by which costs are estimated.
const N_FIRST: u32 = 24;

/// Analyses a game.
///
/// ```
/// use std::sync::Arc;
/// use ludex_arena::analysis::{Options, analyse};
///
/// let nim = Arc::new(ludex_game::examples::Nim::new(&[1, 2, 3]));
/// let options = Options { seconds: 0.1, n_games: Some(20), ..Options::default() };
/// let analysis = analyse("nim", &nim, &options, &mut |_| {}).unwrap();
/// // One, two and three are lost for the player to move.
/// assert_eq!(analysis.proof.value(), Some(0.0));
/// assert_eq!(analysis.levels[0].draws.unwrap().value, 0.0);
/// ```
pub fn analyse<G: Playable>(
    name: &str,
    game: &Arc<G>,
    options: &Options,
    notice: &mut dyn FnMut(&Stage),
) -> Result<Analysis, MatchError> {
    // Step 1. A few random games: length, branching, kind of game.
    let first = watch(game, "random", N_FIRST, options, notice)?;
    let nature = Nature::new(&**game, &first);
    let plan = Plan::new(options, &nature, &first);
    // Step 2. Games between equals.
    let mut notes = Vec::new();
    let (mut levels, mut branching) = (Vec::new(), Vec::new());
    let mut moves = MoveNames::default();
    let mut games = Vec::new();
    let mut best = Vec::new();
    for (spec, &n_games) in plan.specs().iter().zip(&plan.n_games) {
        let watched = watch(game, spec, n_games, options, notice)?;
        if (watched.len() as u32) < n_games {
            notes.push(cut_short(spec, watched.len(), n_games));
        }
        levels.push(Level::new(spec, &nature, &watched));
        branching.push(Course::of_choices(&watched));
        let name = |&mv: &G::Move| game.move_name(mv);
        moves.legal.extend(watched.iter().flat_map(|game| &game.legal).map(name));
        if spec != "random" {
            let names = |joint: &Vec<G::Move>| joint.iter().map(name).collect();
            games.extend(watched.iter().map(|game| game.moves.iter().map(names).collect()));
            best = watched;
        }
    }
    let made = best.iter().flat_map(|game| game.moves.iter().flatten());
    moves.made = made.map(|&mv| game.move_name(mv)).collect();
    // Step 3. Further measurements.
    let proof = Proof::new(game, &nature, &plan);
    let choice = Choice::new(game, &nature, &plan, options, &best, notice)?;
    let skill = Skill::new(game, &nature, &plan, options, &mut notes, notice)?;
    if let Some(fault) = game.fault() {
        return Err(RulesFault(fault).into());
    }
    Ok(Analysis {
        game: name.into(),
        swings: Swings::new(&best),
        nature,
        plan,
        levels,
        proof,
        branching,
        choice,
        skill,
        moves,
        notes,
        games,
    })
}

/// Plays observed games of a player against itself.
fn watch<G: Playable>(
    game: &Arc<G>,
    spec: &str,
    n_games: u32,
    options: &Options,
    notice: &mut dyn FnMut(&Stage),
) -> Result<Vec<Watched<G::Move>>, MatchError> {
    let watch = Watch::new(game, spec, options)?;
    let mut stage = Stage { what: format!("{spec} against itself"), n_done: 0, n_all: n_games };
    watch.games(n_games, options, &mut |n_done| {
        stage.n_done = n_done;
        notice(&stage);
    })
}

fn cut_short(what: &str, n_played: usize, n_games: u32) -> String {
    format!(
        "Time was up after {n_played} of {n_games} games of {what}; another run may come further."
    )
}

fn role_names<G: Playable>(game: &G) -> Vec<String> {
    player_roles(game).iter().map(|role| game.roles()[role.index()].name.clone()).collect()
}
