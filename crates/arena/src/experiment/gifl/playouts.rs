//! Table 2: UCT with features against UCT without, at equal playouts.

use super::super::{About, Cost, Desk, Experiment, Row, Size};
use super::pupil::Pupil;
use crate::{RunError, Setup};

/// How many games a match has.
const N_GAMES: [u32; 3] = [20, 100, 400];

/// Table 2 of the paper.
pub(super) struct EqualPlayouts;

impl Experiment for EqualPlayouts {
    fn about(&self) -> About {
        ABOUT
    }

    fn cost(&self, size: Size, desk: &Desk<'_>) -> Result<Cost, RunError> {
        let mut cost = Cost::default();
        for pupil in Pupil::all(desk)? {
            pupil.features(desk)?;
            pupil.add_cost(&mut cost, &kind(size), &setup(&pupil, size, desk)?, desk)?;
        }
        Ok(cost)
    }

    fn run(&self, size: Size, desk: &mut Desk<'_>) -> Result<Vec<Row>, RunError> {
        let pupils = Pupil::all(desk)?;
        let (n_games, n_pupils) = (size.of(N_GAMES), pupils.len() as u32);
        let mut rows = Vec::new();
        for (at, pupil) in (0..).zip(&pupils) {
            let setup = setup(pupil, size, desk)?;
            let paper = pupil.subject.paper.map(|paper| paper.score);
            let progress = (at * n_games, n_pupils * n_games);
            rows.push(pupil.play(&kind(size), setup, paper, progress, desk)?);
        }
        Ok(rows)
    }
}

/// What its runs are called in the store.
fn kind(size: Size) -> String {
    format!("{} {size}", ABOUT.id)
}

fn setup(pupil: &Pupil, size: Size, desk: &Desk<'_>) -> Result<Setup, RunError> {
    let search = format!("uct:playouts={},memory=64MB", pupil.subject.n_playouts);
    pupil.setup(&search, size.of(N_GAMES), desk)
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
         a short match at up to 600 playouts are switched off: the players are then alike.",
        "Up to 100,000 playouts, at most one in 2,048 visits is in flight: one at a time, unless \
         a tree kept from the move before has more visits.",
        "With --sheets, rule sheets of the source's names are read from a folder; without, or \
         where there is none, those bundled are used. Games of the source that have no name, and \
         those for which there are no rules, are left out. Its chess is speed chess in the \
         folder and chess among those bundled.",
    ],
};
