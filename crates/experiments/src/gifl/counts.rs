//! Table 1: the number of features.

use std::time::Duration;

use ludex_learn::features::{Extent, Options, learn};

use super::learned_game::LearnedGame;
use crate::{About, Cost, Experiment, ExperimentContext, Figure, Row, Size};
use ludex_arena::stats::Interval;
use ludex_arena::{Progress, RunError};

/// The seconds of learning in the rows at equal time.
const SECONDS: [u64; 3] = [2, 15, 120];

/// Table 1 of the paper.
pub(super) struct Counts;

impl Experiment for Counts {
    fn about(&self) -> About {
        ABOUT
    }

    fn cost(&self, size: Size, context: &ExperimentContext<'_>) -> Result<Cost, RunError> {
        let n_games = LearnedGame::all(context)?.len() as u32;
        // 500 games take a few seconds.
        let time = Duration::from_secs(size.of(SECONDS) + 5) * n_games;
        Ok(Cost { time, ..Cost::default() })
    }

    fn run(&self, size: Size, context: &mut ExperimentContext<'_>) -> Result<Vec<Row>, RunError> {
        let games = LearnedGame::all(context)?;
        let time = Duration::from_secs(size.of(SECONDS));
        let extents = [Extent::default(), Extent::Time(time)];
        let n_max = (extents.len() * games.len()) as u32;
        let mut rows = Vec::new();
        for extent in extents {
            for learned in &games {
                rows.push(row(learned, extent, context));
                (context.notice)(Progress { n_played: rows.len() as u32, n_max });
            }
        }
        Ok(rows)
    }
}

fn row(learned: &LearnedGame, extent: Extent, context: &ExperimentContext<'_>) -> Row {
    let options = Options::default();
    let found = learn(&learned.circuit, &options, extent, context.n_threads, context.seed);
    let paper = learned.subject.paper.map(|paper| paper.n_features);
    let of_paper = paper.map_or_else(String::new, |(offensive, defensive)| {
        format!("; paper {offensive} + {defensive}")
    });
    let (value, remark) = match found {
        Ok((chart, n_runs)) => {
            let (n, n_offensive) = (chart.features().len(), chart.n_offensive());
            let n_defensive = n - n_offensive;
            let remark = format!(
                "{n_offensive} offensive + {n_defensive} defensive, {n_runs} games{of_paper}"
            );
            (n as f64, remark)
        }
        Err(why) => (0.0, why),
    };
    let how = match extent {
        Extent::Runs(n) => format!("{n} random games"),
        Extent::Time(time) => format!("{} seconds", time.as_secs()),
    };
    Row {
        group: format!("{}, {how}", learned.subject.group()),
        label: learned.subject.name.into(),
        paper: paper.map(|(offensive, defensive)| f64::from(offensive + defensive)),
        // Counted, not estimated.
        ours: Some(Figure { value, interval: Interval { low: value, high: value } }),
        remark,
    }
}

const ABOUT: About = About {
    id: "gifl-1",
    title: "How many features are learned",
    source: "Kirci, Sturtevant and Schaeffer, A GGP Feature Learning Algorithm (2011), Table 1",
    claim: "Two minutes are enough to learn hundreds of features of most games.",
    figure: "features learned, each counted once",
    sizes: [
        "500 random games, then 2 seconds",
        "500 random games, then 15 seconds",
        "500 random games, then two minutes",
    ],
    method: &[
        "Features are counted as they are learned, before those that others cover are left out. \
         The source's figures are for two minutes on the machines of 2011.",
    ],
};
