//! `ludex solve`: the best way through a puzzle, or the value of a game of two,
//! and whether it is proven.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use game::{Choices, Playable, RoleId, Turn, Visitor};
use report::Table;
use report::number::thousands;
use search::evaluate::GoalValue;
use search::puzzle::{self, Method, Outcome, Solver};
use search::{AlphaBeta, Limits, Report, Settings};
use serde_json::json;

use super::certify;
use crate::args::Common;
use crate::load;
use crate::output::Output;
use arena::stop_after;

/// What to solve, and how.
pub struct Options<'a> {
    pub position: Option<&'a str>,
    pub seconds: f64,
    pub nodes: Option<u64>,
    pub method: Method,
    pub any_length: bool,
    pub certificate: Option<&'a Path>,
}

impl Options<'_> {
    /// Where a certificate of a game goes, if one is wanted.
    fn target<'a>(&'a self, game: &'a str) -> Option<certify::Target<'a>> {
        let path = self.certificate?;
        Some(certify::Target { game, position: self.position, path })
    }
}

pub fn run(common: &Common, out: &mut Output, name: &str, options: &Options<'_>) -> Result<bool> {
    match load::visit(name, common, Solve { common, name, options })?? {
        Answer::Puzzle(solved) => {
            match common.json {
                true => out.json(&solved.to_json(name))?,
                false => out.text(&solved.to_text())?,
            }
            eprint!("{}", solved.certificate?);
            Ok(solved.solution.is_some())
        }
        Answer::Game(settled) => {
            match common.json {
                true => out.json(&settled.to_json(name))?,
                false => out.text(&settled.to_text())?,
            }
            eprint!("{}", settled.certificate?);
            Ok(settled.report.is_proven)
        }
    }
}

struct Solve<'a> {
    common: &'a Common,
    name: &'a str,
    options: &'a Options<'a>,
}

enum Answer {
    Puzzle(Solved),
    Game(Settled),
}

impl Visitor for Solve<'_> {
    type Output = Result<Answer>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Answer> {
        if puzzle::is_puzzle(&*game) {
            return Ok(Answer::Puzzle(solve_puzzle(self.common, &game, self.name, self.options)?));
        }
        let roles = game.roles();
        if roles.len() != 2 || roles.iter().any(|role| role.is_chance()) {
            let roles: Vec<String> = roles.iter().map(ToString::to_string).collect();
            let (name, n_roles, roles) = (self.name, roles.len(), roles.join(", "));
            bail!(
                "`{name}` has {n_roles} roles ({roles}); `solve` is for one or two players without chance"
            );
        }
        Ok(Answer::Game(settle(self.common, &game, self.name, self.options)?))
    }
}

/// Searches a game of two to its ends.
fn settle<G: Playable>(
    common: &Common,
    game: &Arc<G>,
    name: &str,
    options: &Options<'_>,
) -> Result<Settled> {
    let state = position(&**game, options)?;
    if game.is_terminal(&state) {
        bail!("the game is over in this position: there is nothing to solve");
    }
    let role = match Choices::default().read(&**game, &state) {
        Turn::Player(role) => role,
        _ => RoleId(0),
    };
    let settings = Settings {
        table_bytes: usize::try_from(common.memory_limit << 19).unwrap_or(usize::MAX),
        deepening: false,
        mtd: true,
        ..Settings::default()
    };
    let started = Instant::now();
    let limits = Limits { depth: Some(DEPTH_MAX), ..limits(options) };
    let report = AlphaBeta::new(Arc::clone(game), Box::new(GoalValue), settings)
        .search(&state, role, &limits);
    if let Some(fault) = game.fault() {
        bail!("{fault}");
    }
    let certificate = match (report.value.filter(|_| report.is_proven), options.target(name)) {
        (Some(value), Some(target)) => target.write_value(game, &state, (role, value), &limits),
        _ => Ok(String::new()),
    };
    Ok(Settled {
        certificate,
        role: game.roles()[role.index()].name.clone(),
        report: report.map(|mv| game.move_name(mv)),
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// Deeper than any game that can be solved.
const DEPTH_MAX: u32 = 255;

/// What a game of two is worth.
struct Settled {
    /// What became of the certificate.
    certificate: Result<String>,
    role: String,
    report: Report<String>,
    seconds: f64,
}

impl Settled {
    fn to_json(&self, name: &str) -> serde_json::Value {
        let report = &self.report;
        json!({
            "game": name, "role": self.role, "value": report.value, "proven": report.is_proven,
            "move": report.mv, "nodes": report.nodes, "seconds": self.seconds,
        })
    }

    fn to_text(&self) -> String {
        let (role, report) = (&self.role, &self.report);
        let effort = format!("{} positions in {:.2} s", thousands(report.nodes), self.seconds);
        if !report.is_proven {
            return format!("not solved ({effort}); give it more --time\n");
        }
        let value = report.value.unwrap_or_default();
        let result = match value {
            100.0 => format!("{role} wins with {}", report.mv),
            0.0 => format!("{role} loses whatever it does"),
            _ => format!("{role} gets {value} of 100 with {}", report.mv),
        };
        format!("{result}, proven\n{effort}\n")
    }
}

fn position<G: Playable>(game: &G, options: &Options<'_>) -> Result<G::State> {
    match options.position {
        None => Ok(game.initial()),
        Some(text) => game.read_position(text).map_err(anyhow::Error::msg).context("--position"),
    }
}

fn limits(options: &Options<'_>) -> Limits {
    let stop = stop_after(Some(Duration::from_secs_f64(options.seconds)));
    Limits { nodes: options.nodes, stop, ..Limits::default() }
}

fn solve_puzzle<G: Playable>(
    common: &Common,
    game: &Arc<G>,
    name: &str,
    options: &Options<'_>,
) -> Result<Solved> {
    let state = position(&**game, options)?;
    let started = Instant::now();
    let puzzle_options = puzzle::Options {
        method: options.method,
        // The rules' own facts may need the other half.
        memory_bytes_max: usize::try_from(common.memory_limit << 19).unwrap_or(usize::MAX),
        seed: common.seed,
        any_length: options.any_length,
    };
    let outcome = Solver::new(game, &state, &puzzle_options).solve(&limits(options));
    if let Some(fault) = game.fault() {
        bail!("{fault}");
    }
    let mut solved = Solved::new(&**game, &outcome, started.elapsed().as_secs_f64());
    if let (Some(solution), Some(target)) = (&outcome.solution, options.target(name)) {
        solved.certificate = target.write_solution(&**game, solution);
    }
    Ok(solved)
}

/// The result, free of the game's types.
struct Solved {
    /// What became of the certificate.
    certificate: Result<String>,
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
        Self {
            certificate: Ok(String::new()),
            solution,
            is_settled: outcome.is_settled,
            nodes: outcome.nodes,
            seconds,
        }
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
        let mut table = Table::headless();
        table.rows((1..).zip(&self.moves).map(|(at, mv)| [format!("{at:>4}."), mv.clone()]));
        let plies = match self.moves.len() {
            1 => "1 ply".to_string(),
            n => format!("{n} plies"),
        };
        format!("{}goal {} in {plies}: {}", table.to_text(), self.goal, self.verdict())
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
