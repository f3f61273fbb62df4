//! Table 2: UCT with features against UCT without, at equal playouts.

use super::bout::{self, Bout};
use super::learned_game::{Learn, LearnedGame};
use crate::{About, Cost, Experiment, ExperimentContext, Row, Size};
use ludex_arena::RunError;

/// The games of a match.
const N_GAMES: [u32; 3] = [20, 100, 400];

/// Table 2 of the paper.
pub(super) struct EqualPlayouts;

impl Experiment for EqualPlayouts {
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
    let bout = |learned: &'a LearnedGame| {
        let features = features(learned, context)?;
        let search = format!("uct:playouts={},memory=64MB", learned.subject.n_playouts);
        let setup = || learned.setup(&search, size.of(N_GAMES), context);
        Ok(Bout {
            learned,
            group: learned.subject.group(),
            kind: format!("{} {size}", ABOUT.id),
            setup: features.used.helps(false).then(setup).transpose()?,
            paper: learned.subject.paper.map(|paper| paper.score),
            features,
        })
    };
    games.iter().map(bout).collect()
}

const ABOUT: About = About {
    id: "gifl-2",
    title: "Playouts that follow learned features, at equal playouts",
    source: "Kirci, Sturtevant and Schaeffer, A GGP Feature Learning Algorithm (2011), Table 2",
    claim: "Features learned from random games improve UCT in most games.",
    figure: "points of the learner, draws by half, as a share of all",
    sizes: ["20 games for each match", "100 games for each match", "400 games for each match"],
    method: &[
        "Features are learned from 500 random games; docs/FEATURES.md tells how, and what the \
         source leaves open. UCT with playouts that follow them meets UCT with playouts that do \
         not, at the source's number of playouts. Players change roles from game to game. After \
         the figures come the points of two games, one in each role, as the source tells them, \
         and wins, draws and losses.",
        "Unlike the source, opponents in a playout follow features always and not half of the \
         time, which is better here; only the last two levels are used; where no move wins or \
         saves, the best is made greedily and not by Boltzmann's distribution; moves with \
         features come first in the tree, too; and features that do not score more than half in \
         a short match at up to 600 playouts are switched off: the players would then be the same, \
         and no match is played.",
        "Up to 100,000 playouts, at most one in 2,048 visits is in flight: one at a time, unless \
         a tree kept from the move before has more visits.",
        "With --sheets, rule sheets of the source's names are read from a folder; without, or \
         where there is none, those bundled are used. Games of the source that have no name, and \
         those for which there are no rules, are left out. Its chess is speed chess in the \
         folder and chess among those bundled.",
    ],
};
