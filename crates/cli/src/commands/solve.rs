//! `ludex solve`: puzzles and games, solved.

use anyhow::{Result, bail};
use clap::ValueEnum;
use ludex::Game;
use ludex::solve::{BatchData, Positions, SolveData, SolveOptions, solve, solve_batch};
use ludex_report::words::counted;
use ludex_search::puzzle::Method;
use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::Run;
use crate::args::number::{seconds, whole};
use crate::args::{Common, Keep};
use crate::file::OutFile;
use crate::footer::quoted;
use crate::output::Output;
use crate::progress::StepBar;
use crate::{interrupt, load, store};

/// Find the best way through a puzzle, or the value of a game of two
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bundled name, path of a rule sheet, or a native game such as `rushhour` or `freecell`
    game: String,
    /// Many positions: a file with one in each line, or their numbers
    #[arg(value_name = "FILE|A..B", conflicts_with_all = ["position", "certificate"])]
    positions: Option<String>,
    /// Start from the state with these facts, e.g. "(on 1 a) (on 2 b)"
    #[arg(long, value_name = "FACTS")]
    position: Option<String>,
    /// Longest time to search
    #[arg(long, default_value_t = 30.0, value_name = "SECONDS", value_parser = seconds)]
    time: f64,
    /// Most positions to look at; with it instead of the time, results
    /// are the same each time
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    nodes: Option<u64>,
    /// How to search
    #[arg(long, value_enum, default_value_t)]
    method: MethodChoice,
    /// A heuristic of the game for A*, IDA* and beam search: see `ludex players GAME`
    #[arg(long, value_name = "NAME")]
    heuristic: Option<String>,
    /// Be content with a solution of any length
    #[arg(long)]
    any_length: bool,
    /// Write what shows that the result is right to a file
    #[arg(long, value_name = "FILE")]
    certificate: Option<OutFile>,
    /// What counts as one in Rush Hour: a slide, or a step of one cell
    #[arg(long, value_enum)]
    metric: Option<Metric>,
    /// Take the positions of the batch that are in the store as solved
    #[arg(long, requires = "positions", conflicts_with = "no_store")]
    resume: bool,
    #[command(flatten)]
    keep: Keep,
}

/// What a solution of Rush Hour is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Metric {
    Moves,
    Steps,
}

impl Metric {
    /// The native game with this metric.
    fn game(self, game: &str) -> Result<&'static str> {
        match (ludex::load::native_name(game), self) {
            (Some("rush-hour"), Self::Moves) => Ok("native:rush-hour"),
            (Some("rush-hour"), Self::Steps) => Ok("native:rush-hour-steps"),
            _ => bail!("--metric is for native:rush-hour, not for {game}"),
        }
    }
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let options = SolveOptions {
            settings: common.settings(),
            position: self.position.clone(),
            seconds: self.time,
            nodes: self.nodes,
            method: self.method.method(),
            heuristic: self.heuristic.clone(),
            any_length: self.any_length,
            certificate: self.certificate.is_some(),
        };
        let name = match self.metric {
            Some(metric) => metric.game(&self.game)?,
            None => &self.game,
        };
        let game = load::game(name, common, self.position.as_deref())?;
        if let Some(positions) = &self.positions {
            return self.solve_batch(common, out, &game, &Positions::read(positions)?, &options);
        }
        let solved = solve(&game, &options)?;
        match common.json {
            true => out.json(&solved.to_data())?,
            false => out.text(&solved.to_text())?,
        }
        let is_solved = solved.is_solved();
        if let (Some(path), Some(text)) = (&self.certificate, solved.certificate()) {
            let text = text?;
            let n_lines = counted(text.lines().count() as u64, "line");
            let command = quoted(&path.display().to_string());
            eprintln!("a certificate of {n_lines}: `ludex verify {command}` replays it");
            out.file(path, text);
        }
        Ok(is_solved)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        /// One position or many.
        #[derive(JsonSchema)]
        #[serde(untagged)]
        #[expect(dead_code, reason = "only its schema is used")]
        enum Solved {
            One(SolveData),
            Many(BatchData),
        }
        Some(generator.subschema_for::<Solved>())
    }
}

impl Args {
    fn solve_batch(
        &self,
        common: &Common,
        out: &mut Output,
        game: &Game,
        positions: &Positions,
        options: &SolveOptions,
    ) -> Result<bool> {
        let store = store::open(&self.keep)?;
        let mut bar = StepBar::new("{bar:20} {pos} of {len} {msg}, {elapsed}, {left}");
        let is_kept = store.is_some();
        let _hint = is_kept.then(|| {
            interrupt::hint("what is solved is kept: the same command with --resume goes on")
        });
        let solved = solve_batch(game, positions, options, store, self.resume, &mut bar);
        bar.clear();
        let solved = solved?;
        match common.json {
            true => out.json(&solved.to_data())?,
            false => out.text(&solved.to_text())?,
        }
        Ok(solved.is_settled())
    }
}

/// How to search for solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MethodChoice {
    /// All of them by turns
    #[default]
    Auto,
    /// Breadth-first: the shortest way, while memory lasts
    Bfs,
    /// A*: as breadth-first, led by a bound on what is left
    Astar,
    /// Iterative deepening: the shortest way, in little memory
    Ida,
    /// Beam search: the most promising positions of each ply
    Beam,
    /// Nested Monte Carlo search: random games that learn from each other
    Nested,
    /// A SAT solver: is there a set of moves that wins in any order?
    Filling,
    /// Greedy best-first: the position next that seems nearest to a win
    Greedy,
    /// A SAT solver: is there a win within so many plies?
    Sat,
}

impl MethodChoice {
    fn method(self) -> Method {
        match self {
            Self::Auto => Method::Auto,
            Self::Bfs => Method::Bfs,
            Self::Astar => Method::Astar,
            Self::Ida => Method::Ida,
            Self::Beam => Method::Beam,
            Self::Nested => Method::Nested,
            Self::Filling => Method::Filling,
            Self::Greedy => Method::Greedy,
            Self::Sat => Method::Sat,
        }
    }
}
