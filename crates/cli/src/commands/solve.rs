//! `ludex solve`: the best way through a puzzle, and whether it is proven to be.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use game::Playable;
use gdl::Engine;
use search::puzzle::{self, Method, Outcome, Solver};
use search::{Limits, Stop};
use serde_json::json;

use crate::args::Common;
use crate::load;
use crate::output::{Output, table, thousands};

/// What to solve, and how.
pub struct Options<'a> {
    pub position: Option<&'a str>,
    pub seconds: f64,
    pub nodes: Option<u64>,
    pub method: Method,
    pub any_length: bool,
}

pub fn run(common: &Common, out: &mut Output, name: &str, options: &Options<'_>) -> Result<bool> {
    let solved = match load::engine(&load::sheet(name)?, common)?.engine {
        Engine::Circuit(game) => solve(common, name, game, options),
        Engine::Reference(game) => solve(common, name, game, options),
    }?;
    match common.json {
        true => out.json(&solved.to_json(name))?,
        false => out.text(&solved.to_text())?,
    }
    Ok(solved.solution.is_some())
}

fn solve<G: Playable>(
    common: &Common,
    name: &str,
    game: Box<G>,
    options: &Options<'_>,
) -> Result<Solved> {
    let game: Arc<G> = Arc::from(game);
    // The place for solving games of two roles.
    if !puzzle::is_puzzle(&*game) {
        let roles: Vec<String> = game.roles().iter().map(ToString::to_string).collect();
        bail!(
            "`{name}` has {} roles ({}); `solve` is for games with one role for now",
            roles.len(),
            roles.join(", ")
        );
    }
    solve_puzzle(common, &game, options)
}

fn solve_puzzle<G: Playable>(
    common: &Common,
    game: &Arc<G>,
    options: &Options<'_>,
) -> Result<Solved> {
    let state = match options.position {
        None => game.initial(),
        Some(facts) => {
            game.read_position(facts).map_err(anyhow::Error::msg).context("--position")?
        }
    };
    let started = Instant::now();
    let time_max = Duration::from_secs_f64(options.seconds);
    let limits = Limits {
        nodes: options.nodes,
        stop: Stop::when(move || started.elapsed() >= time_max),
        ..Limits::default()
    };
    let puzzle_options = puzzle::Options {
        method: options.method,
        // The rules' own facts may need the other half.
        memory_bytes_max: usize::try_from(common.memory_limit << 19).unwrap_or(usize::MAX),
        seed: common.seed,
        any_length: options.any_length,
    };
    let outcome = Solver::new(game, &state, &puzzle_options).solve(&limits);
    if let Some(fault) = game.fault() {
        bail!("{fault}");
    }
    Ok(Solved::new(&**game, &outcome, started.elapsed().as_secs_f64()))
}

/// The result, free of the game's types.
struct Solved {
    solution: Option<Way>,
    is_settled: bool,
    nodes: u64,
    seconds: f64,
}

struct Way {
    moves: Vec<String>,
    goal: u8,
    is_best: bool,
    is_shortest: bool,
}

impl Solved {
    fn new<G: Playable>(game: &G, outcome: &Outcome<G::Move>, seconds: f64) -> Self {
        let solution = outcome.solution.as_ref().map(|solution| Way {
            moves: solution.moves.iter().map(|&mv| game.move_name(mv)).collect(),
            goal: solution.goal.value(),
            is_best: solution.is_best,
            is_shortest: solution.is_shortest,
        });
        Self { solution, is_settled: outcome.is_settled, nodes: outcome.nodes, seconds }
    }

    fn to_json(&self, name: &str) -> serde_json::Value {
        let solution = self.solution.as_ref();
        json!({
            "game": name,
            "goal": solution.map(|way| way.goal),
            "plies": solution.map(|way| way.moves.len()),
            "moves": solution.map(|way| &way.moves),
            "best": solution.is_some_and(|way| way.is_best),
            "shortest": solution.is_some_and(|way| way.is_shortest),
            "settled": self.is_settled,
            "nodes": self.nodes,
            "seconds": self.seconds,
        })
    }

    fn to_text(&self) -> String {
        let effort = format!("{} positions in {:.2} s", thousands(self.nodes), self.seconds);
        match &self.solution {
            None if self.is_settled => format!("no way comes to an end ({effort})\n"),
            None => format!("no way to an end was found ({effort}); give it more --time\n"),
            Some(way) => format!("{}\n{effort}\n", way.to_text()),
        }
    }
}

impl Way {
    fn to_text(&self) -> String {
        let rows: Vec<Vec<String>> =
            (1..).zip(&self.moves).map(|(at, mv)| vec![format!("{at:>4}."), mv.clone()]).collect();
        let plies = match self.moves.len() {
            1 => "1 ply".to_string(),
            n => format!("{n} plies"),
        };
        format!("{}goal {} in {plies}: {}", table(&rows, false), self.goal, self.verdict())
    }

    fn verdict(&self) -> &'static str {
        match (self.is_best, self.is_shortest, self.goal) {
            (true, true, 100) => "the shortest way, proven",
            (true, true, _) => "nothing better is possible, and this is the shortest way, proven",
            (true, false, 100) => "perhaps there is a shorter way",
            (true, false, _) => "nothing better is possible, but perhaps a shorter way",
            (false, ..) => "the best that was found; perhaps there is better",
        }
    }
}
