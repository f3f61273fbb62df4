//! `ludex solve`: puzzles and games, solved.

use anyhow::Result;
use clap::ValueEnum;
use ludex::solve::{SolveOptions, solve};
use ludex_report::words::counted;
use ludex_search::puzzle::Method;
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::Common;
use crate::args::number::{seconds, whole};
use crate::file::OutFile;
use crate::footer::quoted;
use crate::load;
use crate::output::Output;

/// Find the best way through a puzzle, or the value of a game of two
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
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
        let game = load::game(&self.game, common, self.position.as_deref())?;
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
        Some(generator.subschema_for::<ludex::solve::SolveData>())
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
        }
    }
}
