//! `ludex solve`: the best way through a puzzle, or the value of a game of two,
//! and what it rests on.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use game::{Playable, RoleId, Visitor};
use report::Table;
use report::number::{fraction, thousands};
use report::words::counted;
use search::equilibrium::Unsolved;
use search::puzzle::{self, Method, Outcome, Solver};
use search::{Assumption, Limits, Report, RootError, Shares, check_root};
use serde_json::{Map, Value, json};

use super::certify::Subject;
use crate::args::Common;
use crate::foot::quoted;
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
    /// What a certificate is about, if one is wanted.
    fn subject<'a>(&'a self, game: &'a str) -> Option<Subject<'a>> {
        self.certificate.map(|_| Subject { game, position: self.position })
    }
}

pub fn run(common: &Common, out: &mut Output, name: &str, options: &Options<'_>) -> Result<bool> {
    match load::visit_at(name, common, options.position, Solve { common, name, options })?? {
        Answer::Puzzle(solved) => {
            match common.json {
                true => out.json(&solved.to_json(name))?,
                false => out.text(&solved.to_text())?,
            }
            let is_solved = solved.solution.is_some();
            hand_over(out, options, solved.certificate)?;
            Ok(is_solved)
        }
        Answer::Game(settled) => {
            match common.json {
                true => out.json(&settled.to_json(name))?,
                false => out.text(&settled.to_text())?,
            }
            let is_known = settled.is_known();
            hand_over(out, options, settled.certificate)?;
            Ok(is_known)
        }
    }
}

/// Has a certificate written, if one was made, and says how it is replayed.
fn hand_over(
    out: &mut Output,
    options: &Options<'_>,
    certificate: Option<Result<String>>,
) -> Result<()> {
    let (Some(path), Some(text)) = (options.certificate, certificate) else { return Ok(()) };
    let text = text?;
    let n_lines = counted(text.lines().count() as u64, "line");
    let command = quoted(&path.display().to_string());
    eprintln!("a certificate of {n_lines}: `ludex verify {command}` replays it");
    out.file(path, text);
    Ok(())
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
        let state = position(&*game, self.options)?;
        if let Err(stuck @ RootError::Stuck(_)) = check_root(&*game, &state) {
            bail!(stuck);
        }
        if puzzle::is_puzzle(&*game) {
            return Ok(Answer::Puzzle(solve_puzzle(&game, &state, &self)?));
        }
        let roles = game.roles();
        let n_players = roles.iter().filter(|role| !role.is_chance()).count();
        if !(1..=2).contains(&n_players) {
            let roles: Vec<String> = roles.iter().map(ToString::to_string).collect();
            let (name, n_roles, roles) = (self.name, roles.len(), roles.join(", "));
            bail!("`{name}` has {n_roles} roles ({roles}); `solve` is for one or two players");
        }
        if game.is_terminal(&state) {
            bail!("the game is over in this position: there is nothing to solve");
        }
        Ok(Answer::Game(settle(&game, &state, &self)?))
    }
}

/// An equilibrium may take this share of the time before alpha-beta is asked
/// for a bound.
const SHARE_EQUILIBRIUM: f64 = 0.75;

/// Searches a game of two to its ends.
fn settle<G: Playable>(
    game: &Arc<G>,
    state: &G::State,
    &Solve { common, name: game_name, options }: &Solve<'_>,
) -> Result<Settled> {
    let started = Instant::now();
    let shares = Shares {
        equilibrium: limits(options, SHARE_EQUILIBRIUM),
        all: limits(options, 1.0),
        // The rules' own facts may need the other half.
        memory_bytes_max: usize::try_from(common.memory_limit << 19).unwrap_or(usize::MAX),
    };
    let settled = search::settle(game, state, &shares)?;
    if let Some(fault) = game.fault() {
        bail!("{fault}");
    }
    let seconds = started.elapsed().as_secs_f64();
    let certificate = options.subject(game_name).and_then(|subject| {
        let limits = limits(options, 1.0);
        subject.of_settled(game, state, &settled, &limits)
    });
    let name = |role: RoleId| game.roles()[role.index()].name.clone();
    let equilibrium = settled.equilibrium.map(|solved| {
        let stage = &solved.states[state];
        let of_player = |&role: &RoleId| PlayerPart {
            role: name(role),
            value: solved.value_of(role).unwrap_or_default(),
            strategy: stage.strategies[role.index()]
                .iter()
                .map(|&(mv, probability)| (game.move_name(mv), probability))
                .collect(),
        };
        Mixed {
            players: solved.players.iter().map(of_player).collect(),
            n_states: solved.states.len(),
        }
    });
    let is_other =
        |role: &&RoleId| **role != settled.role && !game.roles()[role.index()].is_chance();
    let roles: Vec<RoleId> = (0..game.roles().len()).map(RoleId::new).collect();
    Ok(Settled {
        role: name(settled.role),
        other: roles.iter().find(is_other).map(|&role| name(role)),
        report: settled.report.map(|mv| game.move_name(mv)),
        equilibrium,
        unsolved: settled.unsolved,
        certificate,
        seconds,
    })
}

/// What a game of one or two is worth.
struct Settled {
    /// The text of a certificate, or why there is none, if one is wanted.
    certificate: Option<Result<String>>,
    role: String,
    /// The other player.
    other: Option<String>,
    report: Report<String>,
    equilibrium: Option<Mixed>,
    unsolved: Option<Unsolved>,
    seconds: f64,
}

/// The strategies of an equilibrium.
struct Mixed {
    players: Vec<PlayerPart>,
    n_states: usize,
}

/// One player's part of an equilibrium: what it gets, and how it moves first.
struct PlayerPart {
    role: String,
    value: f64,
    strategy: Vec<(String, f64)>,
}

impl Settled {
    /// Whether no further search would tell more.
    fn is_known(&self) -> bool {
        self.report.is_proven || self.report.assumption == Some(Assumption::OthersPlayAgainst)
    }

    fn to_json(&self, name: &str) -> Value {
        let report = &self.report;
        let (is_proven, assumption) = (report.is_proven, report.assumption);
        let at_least = is_proven || assumption.is_some_and(Assumption::is_guarantee);
        let strategies = self.equilibrium.as_ref().map(|mixed| {
            let players = mixed.players.iter();
            players.map(|player| (player.role.clone(), player.to_json())).collect::<Map<_, _>>()
        });
        json!({
            "game": name, "role": self.role, "value": report.value.filter(|_| is_proven),
            "proven": is_proven, "at_least": report.value.filter(|_| at_least),
            "assumption": assumption.map(|assumption| assumption.to_string()),
            "move": report.mv, "strategies": strategies,
            "why": self.unsolved.as_ref().map(ToString::to_string),
            "nodes": report.nodes, "seconds": self.seconds,
        })
    }

    fn to_text(&self) -> String {
        let report = &self.report;
        let effort = format!("{} positions in {:.2} s", thousands(report.nodes), self.seconds);
        if let Some(mixed) = &self.equilibrium {
            let n_states = counted(mixed.n_states as u64, "position");
            let n_joints = thousands(report.nodes);
            let effort = format!("{n_states} and {n_joints} joint moves in {:.2} s", self.seconds);
            return format!("{}{effort}\n", mixed.to_text());
        }
        match report.assumption {
            None if report.is_proven => format!("{}, proven\n{effort}\n", self.result()),
            None => format!("not solved ({effort}){}\n", self.why()),
            Some(assumption) => {
                format!("{}{}\n{effort}\n", self.bound(assumption), self.why())
            }
        }
    }

    /// What best play leads to.
    fn result(&self) -> String {
        let (role, mv) = (&self.role, &self.report.mv);
        match self.report.value.unwrap_or_default() {
            100.0 => format!("{role} wins with {mv}"),
            0.0 => format!("{role} loses whatever it does"),
            value => format!("{role} gets {value} of 100 with {mv}"),
        }
    }

    /// What is known where best play is not.
    fn bound(&self, assumption: Assumption) -> String {
        let (role, mv) = (&self.role, &self.report.mv);
        let value = self.report.value.unwrap_or_default();
        let other = self.other.as_deref().unwrap_or("the others");
        let sure = format!("{role} is sure of at least {value} of 100 with {mv}");
        match assumption {
            Assumption::OthersPlayAgainst => {
                format!("{sure}, and of no more if {other} plays against {role}")
            }
            assumption => format!("{sure}, the value {assumption}: a bound"),
        }
    }

    /// Why no more is known.
    fn why(&self) -> String {
        match &self.unsolved {
            None => String::new(),
            Some(why @ Unsolved::Stopped) => format!(": {why}; give it more --time"),
            Some(why @ Unsolved::Nodes(_)) => format!(": {why}; give it more --nodes"),
            Some(why @ Unsolved::Memory(_)) => format!(": {why}; give it more --memory-limit"),
            Some(why) => format!(": {why}"),
        }
    }
}

impl Mixed {
    fn to_text(&self) -> String {
        let gets = |player: &PlayerPart| format!("{} gets {}", player.role, decimal(player.value));
        let results: Vec<String> = self.players.iter().map(gets).collect();
        let results = results.join(" and ");
        let mut text = format!("with best play {results} of 100 in the mean, proven\n");
        for player in &self.players {
            let moves: Vec<String> = match &player.strategy[..] {
                [(mv, _)] => vec![mv.clone()],
                moves => moves.iter().map(|(mv, p)| format!("{mv} {}", fraction(*p))).collect(),
            };
            text.push_str(&format!("{} plays {}\n", player.role, moves.join(", ")));
        }
        text
    }
}

impl PlayerPart {
    fn to_json(&self) -> Value {
        let moves = self.strategy.iter();
        moves.map(|(mv, probability)| json!({ "move": mv, "probability": probability })).collect()
    }
}

/// A value without the noise of its last digits.
fn decimal(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn position<G: Playable>(game: &G, options: &Options<'_>) -> Result<G::State> {
    match options.position {
        None => Ok(game.initial()),
        Some(text) => game.read_position(text).map_err(anyhow::Error::msg).context("--position"),
    }
}

/// The limits for a share of the time.
fn limits(options: &Options<'_>, share: f64) -> Limits {
    let stop = stop_after(Some(Duration::from_secs_f64(options.seconds * share)));
    Limits { nodes: options.nodes, stop, ..Limits::default() }
}

fn solve_puzzle<G: Playable>(
    game: &Arc<G>,
    state: &G::State,
    &Solve { common, name, options }: &Solve<'_>,
) -> Result<Solved> {
    let started = Instant::now();
    let puzzle_options = puzzle::Options {
        method: options.method,
        // The rules' own facts may need the other half.
        memory_bytes_max: usize::try_from(common.memory_limit << 19).unwrap_or(usize::MAX),
        seed: common.seed,
        any_length: options.any_length,
    };
    let limits = limits(options, 1.0);
    let outcome = Solver::new(game, state, &puzzle_options).solve(&limits);
    let limit = match limits.nodes {
        _ if limits.stop.is_due() => Some("--time"),
        Some(n_nodes) if outcome.nodes >= n_nodes => Some("--nodes"),
        _ => None,
    };
    if let Some(fault) = game.fault() {
        bail!("{fault}");
    }
    let seconds = started.elapsed().as_secs_f64();
    let subject = options.subject(name).zip(outcome.solution.as_ref());
    let certificate = subject.map(|(subject, solution)| subject.of_solution(&**game, solution));
    Ok(Solved { limit, certificate, ..Solved::new(&**game, &outcome, seconds) })
}

/// The result, free of the game's types.
struct Solved {
    /// The text of a certificate, or why there is none, if one is wanted.
    certificate: Option<Result<String>>,
    solution: Option<Way>,
    is_settled: bool,
    /// The option that would allow a longer search, if one ended it.
    limit: Option<&'static str>,
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
        let (is_settled, nodes) = (outcome.is_settled, outcome.nodes);
        Self { certificate: None, solution, is_settled, limit: None, nodes, seconds }
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
            None => match self.limit {
                Some(limit) => {
                    format!("no way to an end was found ({effort}); give it more {limit}\n")
                }
                None => format!("no way to an end was found ({effort}); try another --method\n"),
            },
            Some(way) => format!("{}\n{effort}\n", way.to_text()),
        }
    }
}

impl Way {
    fn to_text(&self) -> String {
        let mut table = Table::headless();
        table.rows((1..).zip(&self.moves).map(|(at, mv)| [format!("{at:>4}."), mv.clone()]));
        let plies = counted(self.moves.len() as u64, "ply");
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
