//! Hard puzzles of the public rule sheets: which of them are solved.

use std::time::Duration;

use ludex::solve::{PuzzleData, SolveData, SolveOptions, solve};
use ludex::{Game, Settings};
use ludex_arena::stats::Interval;
use ludex_arena::{Progress, RunError};

use crate::rules::failure;
use crate::{About, Cost, Experiment, ExperimentContext, Figure, Row, Size};

/// The puzzles, by the names of their public sheets.
const PUZZLES: [&str; 24] = [
    "rubiksCube",
    "sancho_fifteenPuzzle",
    "peg",
    "pegEuro",
    "sudokuGrade1",
    "sudokuGrade4",
    "sudokuGrade6H",
    "hidato37",
    "nonogram_10x10_1",
    "knightsTourLarge",
    "pancakes88",
    "queens31lg",
    "lightsOut",
    "snake_2009_big",
    "slidingpieces",
    "futoshiki6",
    "hitori",
    "solitaireChineseCheckers",
    "mummymaze1p",
    "untwistycomplex2",
    "brain_teaser_extended",
    "hanoi7_bugfix",
    "asteroidsSerial",
    "max_knights",
];

/// The time for a puzzle, for each [`Size`].
const SECONDS: [u32; 3] = [5, 60, 300];

/// The experiment.
pub(super) struct Puzzles;

impl Puzzles {
    /// The puzzles whose sheets are in the folder, by name and path.
    fn sheets(context: &ExperimentContext<'_>) -> Vec<(&'static str, String)> {
        let Some(folder) = &context.sheets else { return Vec::new() };
        let path = |name: &str| folder.join(format!("{name}.kif"));
        let known = PUZZLES.into_iter().filter(|name| path(name).exists());
        known.map(|name| (name, path(name).display().to_string())).collect()
    }
}

impl Experiment for Puzzles {
    fn about(&self) -> About {
        ABOUT
    }

    fn cost(&self, size: Size, context: &ExperimentContext<'_>) -> Result<Cost, RunError> {
        let n_games = Self::sheets(context).len() as u64;
        // Half of them are solved at once.
        let time = Duration::from_secs(u64::from(size.of(SECONDS))) * n_games as u32 / 2;
        Ok(Cost { n_games, n_played: 0, time })
    }

    fn run(&self, size: Size, context: &mut ExperimentContext<'_>) -> Result<Vec<Row>, RunError> {
        let sheets = Self::sheets(context);
        if sheets.is_empty() {
            let needed = "--sheets must name a folder with public rule sheets of puzzles";
            return Err(RunError::Other(needed.into()));
        }
        let n_max = sheets.len() as u32;
        let (mut rows, mut n_solved) = (Vec::new(), 0);
        for (n_done, (name, path)) in (1..).zip(&sheets) {
            let row = solved(name, path, size, context.seed)?;
            n_solved += u32::from(row.ours.is_some());
            rows.push(row);
            (context.notice)(Progress { n_played: n_done, n_max });
        }
        let all = Row {
            group: "all".into(),
            label: "puzzles solved".into(),
            paper: None,
            ours: Some(exact(n_solved.into())),
            remark: format!("of {n_max}"),
        };
        rows.insert(0, all);
        Ok(rows)
    }
}

/// The row of a puzzle: the seconds until it was solved.
fn solved(name: &str, path: &str, size: Size, seed: u64) -> Result<Row, RunError> {
    let settings = Settings { seed, ..Settings::default() };
    let game = Game::load_with(path, &settings, None).map_err(failure)?;
    let seconds = f64::from(size.of(SECONDS));
    let options = SolveOptions { settings, seconds, any_length: true, ..SolveOptions::default() };
    let result = solve(&game, &options).map_err(failure)?.to_data();
    let SolveData::Puzzle(puzzle) = result else {
        return Err(RunError::Other(format!("{path}: it is no puzzle").into()));
    };
    let is_won = puzzle.goal == Some(100);
    Ok(Row {
        group: "seconds to a solution".into(),
        label: name.into(),
        paper: None,
        ours: (is_won || puzzle.best).then(|| exact(puzzle.seconds)),
        remark: remark(&puzzle),
    })
}

fn remark(puzzle: &PuzzleData) -> String {
    let (Some(goal), Some(plies)) = (puzzle.goal, puzzle.plies) else {
        return "no end of the game was found".into();
    };
    match (goal, puzzle.best) {
        (100, _) => format!("{plies} plies"),
        (_, true) => format!("100 is out of reach, proven; {goal} in {plies} plies"),
        (_, false) => format!("not solved: {goal} in {plies} plies"),
    }
}

/// A figure without an interval.
fn exact(value: f64) -> Figure {
    Figure { value, interval: Interval { low: value, high: value } }
}

const ABOUT: About = About {
    id: "puzzles",
    title: "Hard puzzles of the public rule sheets",
    source: "none: a measure of our own",
    claim: "One solver for all puzzles, from their rules alone.",
    figure: "seconds",
    sizes: [
        "5 seconds for each puzzle",
        "60 seconds for each puzzle",
        "300 seconds for each puzzle",
    ],
    method: &[
        "Each puzzle is solved by `ludex solve --any-length` with all methods by turns, on one \
         thread. A puzzle is solved if a way to a goal of 100 is found, or if it is proven that there \
         is none and the best other end is found.",
        "The sheets are read from the folder that --sheets names. Nothing is kept in the store.",
    ],
};
