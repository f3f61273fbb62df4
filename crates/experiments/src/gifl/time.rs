//! Table 4: UCT with features against UCT without, in equal time.

use ludex::bench::uct_time;

use super::bout::{self, Bout};
use super::learned_game::{Learn, LearnedGame};
use crate::{About, Cost, Experiment, ExperimentContext, Row, Size};
use ludex_arena::{RunError, Setup};

/// The games of a match.
const N_GAMES: [u32; 3] = [10, 50, 400];

/// The time of a move is that of plain UCT for this many playouts.
const N_PLAYOUTS: [u64; 2] = [1000, 10_000];

/// Table 4 of the paper.
pub(super) struct EqualTime;

impl Experiment for EqualTime {
    fn about(&self) -> About {
        ABOUT
    }

    fn cost(&self, size: Size, context: &ExperimentContext<'_>) -> Result<Cost, RunError> {
        let games = LearnedGame::all(context)?;
        bout::cost(&games, &bouts(&games, size, context, LearnedGame::expected)?, context)
    }

    fn run(&self, size: Size, context: &mut ExperimentContext<'_>) -> Result<Vec<Row>, RunError> {
        let games = LearnedGame::all(context)?;
        bout::play_all(bouts(&games, size, context, LearnedGame::features)?, context)
    }
}

fn bouts<'a>(
    games: &'a [LearnedGame],
    size: Size,
    context: &ExperimentContext<'_>,
    features: Learn,
) -> Result<Vec<Bout<'a>>, RunError> {
    let mut bouts = Vec::new();
    for n_playouts in N_PLAYOUTS {
        for learned in games {
            let features = features(learned, context)?;
            let kind = format!("{} {size} {n_playouts}", ABOUT.id);
            let setup = || setup(learned, &kind, n_playouts, size, context);
            bouts.push(Bout {
                learned,
                group: format!("{}, {n_playouts} plain playouts", learned.subject.group()),
                setup: features.used.helps(true).then(setup).transpose()?,
                kind,
                paper: learned.subject.paper.map(|paper| paper.timed),
                features,
            });
        }
    }
    Ok(bouts)
}

/// A match in the time of a match that was begun earlier, or in the time of plain UCT
/// now.
fn setup(
    learned: &LearnedGame,
    kind: &str,
    n_playouts: u64,
    size: Size,
    context: &ExperimentContext<'_>,
) -> Result<Setup, RunError> {
    let known = match context.open()? {
        Some(store) if !context.is_fresh => {
            let runs = store.runs()?.into_iter().rev();
            let mut setups = runs.filter(|run| run.kind == kind).map(|run| run.setup);
            setups.find(|setup| setup.game == learned.rules && setup.seed == context.seed)
        }
        _ => None,
    };
    match known {
        Some(setup) => Ok(setup),
        None => {
            let milliseconds = milliseconds(learned, n_playouts);
            let search = format!("uct:time={milliseconds}ms,memory=64MB");
            learned.setup(&search, size.of(N_GAMES), context)
        }
    }
}

/// The time of plain UCT for a number of playouts, in whole milliseconds.
fn milliseconds(learned: &LearnedGame, n_playouts: u64) -> u64 {
    let time = uct_time(&learned.game, n_playouts);
    (time.as_micros() as u64).div_ceil(1000).max(1)
}

const ABOUT: About = About {
    id: "gifl-4",
    title: "Playouts that follow learned features, in equal time",
    source: "Kirci, Sturtevant and Schaeffer, A GGP Feature Learning Algorithm (2011), Table 4",
    claim: "Features are worth their cost in many games.",
    figure: "points of the learner, draws by half, as a share of all",
    sizes: ["10 games for each match", "50 games for each match", "400 games for each match"],
    method: &[
        "As gifl-2, but each move has the time that plain UCT takes for 1,000 or for 10,000 \
         playouts from the initial position, rounded up to milliseconds; it is told at the end of \
         each row. The source's figures are for 30 seconds a move.",
        "Time is measured by the clock: run it on a machine that does nothing else.",
    ],
};
