//! Puzzles and games of one or two players, solved.

mod batch;
mod own;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_game::{Playable, RoleId, Visitor};
use ludex_report::Table;
use ludex_report::number::{fraction, thousands};
use ludex_report::words::counted;
use ludex_search::equilibrium::Unsolved;
use ludex_search::puzzle::{self, Knowledge, Method, Outcome, Solver};
use ludex_search::stop_after;
use ludex_search::{Assumption, Limits, Report, RootError, Shares, check_root};
use schemars::JsonSchema;
use serde::Serialize;

pub use batch::{BatchData, BatchResult, Positions, SolvedPosition, solve_batch};

use crate::certify::Subject;
use crate::error::{Context, bail};
use crate::{Error, Game, Result, Settings};

/// How a game or puzzle is solved.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Seed, and the memory limit: search takes half of it.
    pub settings: Settings,
    /// The position to solve; the initial one where it is not given.
    pub position: Option<String>,
    /// Longest time to search.
    pub seconds: f64,
    /// Most positions to search. With it instead of the time, results are the same each
    /// time.
    pub nodes: Option<u64>,
    /// How puzzles are searched.
    pub method: Method,
    /// The name of a heuristic of the game, for A*, IDA* and beam search.
    pub heuristic: Option<String>,
    /// Whether a solution of any length is enough.
    pub any_length: bool,
    /// Whether a certificate is made.
    pub certificate: bool,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            position: None,
            seconds: 30.0,
            nodes: None,
            method: Method::Auto,
            heuristic: None,
            any_length: false,
            certificate: false,
        }
    }
}

/// Finds the best solution of a puzzle, or the value of a game of one or two players.
///
/// ```
/// use ludex::Game;
/// use ludex::solve::{SolveOptions, SolveResult, solve};
///
/// let options = SolveOptions::default();
/// let SolveResult::Game(value) = solve(&Game::load("tic-tac-toe")?, &options)? else { panic!() };
/// assert!(value.to_data().proven && value.to_data().value == Some(50.0));
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn solve(game: &Game, options: &SolveOptions) -> Result<SolveResult> {
    game.visit(Solve { name: game.name(), rules: game.digest(), options })
}

/// The solution of a puzzle or the value of a game.
pub enum SolveResult {
    /// The solution of a puzzle.
    Puzzle(PuzzleResult),
    /// The value of a game.
    Game(ValueResult),
}

impl SolveResult {
    /// Whether a solution or a value was found.
    pub fn is_solved(&self) -> bool {
        match self {
            Self::Puzzle(solved) => solved.solution.is_some(),
            Self::Game(settled) => settled.is_known(),
        }
    }

    /// The result for a terminal.
    pub fn to_text(&self) -> String {
        match self {
            Self::Puzzle(solved) => solved.to_text(),
            Self::Game(settled) => settled.to_text(),
        }
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> SolveData {
        match self {
            Self::Puzzle(solved) => SolveData::Puzzle(solved.to_data()),
            Self::Game(settled) => SolveData::Game(settled.to_data()),
        }
    }

    /// The text of the certificate, or why there is none; `None` where none was asked for
    /// or nothing was proven.
    pub fn certificate(self) -> Option<Result<String>> {
        match self {
            Self::Puzzle(solved) => solved.certificate,
            Self::Game(settled) => settled.certificate,
        }
    }
}

/// The solution of a puzzle or the value of a game, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum SolveData {
    /// The solution of a puzzle.
    Puzzle(PuzzleData),
    /// The value of a game.
    Game(ValueData),
}

/// The solution of a puzzle, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PuzzleData {
    /// The game.
    pub game: String,
    /// The goal value that the solution reaches.
    pub goal: Option<u8>,
    /// The number of moves.
    pub plies: Option<usize>,
    /// The cost of the moves: their number, unless the game gives moves other costs.
    pub cost: Option<u32>,
    /// The moves.
    pub moves: Option<Vec<String>>,
    /// Whether no solution reaches a higher goal value.
    pub best: bool,
    /// Whether no solution is shorter.
    pub shortest: bool,
    /// Whether further search would change nothing.
    pub settled: bool,
    /// Positions searched.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}

/// The value of a game, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ValueData {
    /// The game.
    pub game: String,
    /// The role whose value it is.
    pub role: String,
    /// The value, where it is proven.
    pub value: Option<f64>,
    /// Whether the value is proven.
    pub proven: bool,
    /// The value that the role is sure of, where one is known.
    pub at_least: Option<f64>,
    /// What the value presupposes.
    pub assumption: Option<String>,
    /// The best move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The mixed strategy of each role.
    pub strategies: Option<BTreeMap<String, Vec<MoveProbability>>>,
    /// Why an equilibrium was not found.
    pub why: Option<String>,
    /// Positions searched.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}

/// A move of a mixed strategy.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MoveProbability {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its probability.
    pub probability: f64,
}

struct Solve<'a> {
    name: &'a str,
    rules: &'a str,
    options: &'a SolveOptions,
}

impl Solve<'_> {
    /// The subject of a certificate, if one is asked for.
    fn subject(&self) -> Option<Subject<'_>> {
        let position = self.options.position.as_deref();
        let subject = Subject { game: self.name, rules: self.rules, position };
        self.options.certificate.then_some(subject)
    }
}

impl Visitor for Solve<'_> {
    type Output = Result<SolveResult>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<SolveResult> {
        let state = position(&*game, self.options)?;
        if let Err(stuck @ RootError::Stuck(_)) = check_root(&*game, &state) {
            return Err(stuck.into());
        }
        if puzzle::is_puzzle(&*game) {
            return Ok(SolveResult::Puzzle(solve_puzzle(&game, &state, &self)?));
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
        Ok(SolveResult::Game(settle(&game, &state, &self)?))
    }
}

/// An equilibrium may take this share of the time before alpha-beta is asked
/// for a bound.
const SHARE_EQUILIBRIUM: f64 = 0.75;

/// Searches a game of two to its ends.
fn settle<G: Playable>(game: &Arc<G>, state: &G::State, solve: &Solve<'_>) -> Result<ValueResult> {
    let options = solve.options;
    let started = Instant::now();
    let shares = Shares {
        equilibrium: limits(options, SHARE_EQUILIBRIUM),
        all: limits(options, 1.0),
        // The rules' own facts may need the other half.
        memory_bytes_max: options.settings.limits.memory_bytes_max / 2,
    };
    let settled = ludex_search::settle(game, state, &shares)?;
    if let Some(fault) = game.fault() {
        bail!("{fault}");
    }
    let seconds = started.elapsed().as_secs_f64();
    let certificate = solve.subject().and_then(|subject| {
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
    Ok(ValueResult {
        game: solve.name.into(),
        role: name(settled.role),
        other: roles.iter().find(is_other).map(|&role| name(role)),
        report: settled.report.map(|mv| game.move_name(mv)),
        equilibrium,
        unsolved: settled.unsolved,
        certificate,
        seconds,
    })
}

/// The value of a game of one or two players.
pub struct ValueResult {
    game: String,
    /// The text of the certificate, or why there is none, if one is asked for.
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

impl ValueResult {
    /// Whether further search would change nothing.
    pub fn is_known(&self) -> bool {
        self.report.is_proven || self.report.assumption == Some(Assumption::OthersPlayAgainst)
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> ValueData {
        let report = &self.report;
        let (is_proven, assumption) = (report.is_proven, report.assumption);
        let at_least = is_proven || assumption.is_some_and(Assumption::is_guarantee);
        let strategies = self.equilibrium.as_ref().map(|mixed| {
            let players = mixed.players.iter();
            players.map(|player| (player.role.clone(), player.to_data())).collect()
        });
        ValueData {
            game: self.game.clone(),
            role: self.role.clone(),
            value: report.value.filter(|_| is_proven),
            proven: is_proven,
            at_least: report.value.filter(|_| at_least),
            assumption: assumption.map(|assumption| assumption.to_string()),
            mv: report.mv.clone(),
            strategies,
            why: self.unsolved.as_ref().map(ToString::to_string),
            nodes: report.nodes,
            seconds: self.seconds,
        }
    }

    /// The value for a terminal.
    pub fn to_text(&self) -> String {
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
    fn to_data(&self) -> Vec<MoveProbability> {
        let moves = self.strategy.iter();
        moves.map(|(mv, p)| MoveProbability { mv: mv.clone(), probability: *p }).collect()
    }
}

/// A value without the noise of its last digits.
fn decimal(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn position<G: Playable>(game: &G, options: &SolveOptions) -> Result<G::State> {
    match &options.position {
        None => Ok(game.initial()),
        Some(text) => ludex_game::read_position(game, text)
            .map_err(|error| Error::Invalid(error.to_string()))
            .context("--position"),
    }
}

/// The limits for a share of the time.
fn limits(options: &SolveOptions, share: f64) -> Limits {
    let stop = stop_after(Some(Duration::from_secs_f64(options.seconds * share)));
    Limits { nodes: options.nodes, stop, ..Limits::default() }
}

/// The searches that options ask for.
fn solver_of<G: Playable>(
    game: &Arc<G>,
    state: &G::State,
    options: &SolveOptions,
) -> Result<Solver<G>> {
    let puzzle_options = puzzle::Options {
        method: options.method,
        // The rules' own facts may need the other half.
        memory_bytes_max: options.settings.limits.memory_bytes_max / 2,
        seed: options.settings.seed,
        any_length: options.any_length,
    };
    let knowledge = match &options.heuristic {
        Some(name) => Knowledge::named(game, name).map_err(Error::from)?,
        None => Knowledge::default(),
    };
    Ok(Solver::informed(game, state, &puzzle_options, knowledge))
}

impl SolveOptions {
    /// Whether the method is left to the puzzle.
    fn is_plain(&self) -> bool {
        self.method == Method::Auto && self.heuristic.is_none()
    }

    /// What the puzzle's own solver finds, if there is one and no other method is asked for.
    fn own_solution<G: Playable>(
        &self,
        game: &Arc<G>,
        state: &G::State,
        limits: &Limits,
    ) -> Option<Result<Outcome<G::Move>>> {
        let memory = self.settings.limits.memory_bytes_max / 2;
        let own = self.is_plain().then(|| own::solve_own(&**game, state, limits, memory));
        Some(own.flatten()?.map(|own| own::outcome(&**game, state, own)))
    }
}

fn solve_puzzle<G: Playable>(
    game: &Arc<G>,
    state: &G::State,
    solve: &Solve<'_>,
) -> Result<PuzzleResult> {
    let options = solve.options;
    let started = Instant::now();
    let limits = limits(options, 1.0);
    if let Some(own) = options.own_solution(game, state, &limits) {
        let outcome = own?;
        let seconds = started.elapsed().as_secs_f64();
        let subject = solve.subject().zip(outcome.solution.as_ref());
        let certificate = subject.map(|(subject, solution)| subject.of_solution(&**game, solution));
        let limit =
            if limits.stop.is_due() { Some("--time") } else { limits.nodes.map(|_| "--nodes") };
        let result = PuzzleResult::new(solve.name, &**game, &outcome, seconds);
        return Ok(PuzzleResult { limit, certificate, ..result });
    }
    let mut solver = solver_of(game, state, options)?;
    let outcome = solver.solve(&limits);
    let limit = match limits.nodes {
        _ if limits.stop.is_due() => Some("--time"),
        Some(n_nodes) if outcome.nodes >= n_nodes => Some("--nodes"),
        _ => None,
    };
    if let Some(fault) = game.fault() {
        bail!("{fault}");
    }
    let seconds = started.elapsed().as_secs_f64();
    let subject = solve.subject().zip(outcome.solution.as_ref());
    let certificate = subject.map(|(subject, solution)| subject.of_solution(&**game, solution));
    Ok(PuzzleResult {
        limit,
        certificate,
        ..PuzzleResult::new(solve.name, &**game, &outcome, seconds)
    })
}

/// The solution of a puzzle.
pub struct PuzzleResult {
    game: String,
    /// The text of the certificate, or why there is none, if one is asked for.
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
    cost: u32,
    goal: u8,
    is_best: bool,
    is_shortest: bool,
}

impl PuzzleResult {
    fn new<G: Playable>(name: &str, game: &G, outcome: &Outcome<G::Move>, seconds: f64) -> Self {
        let solution = outcome.solution.as_ref().map(|solution| Way {
            moves: solution.moves.iter().map(|&mv| game.move_name(mv)).collect(),
            cost: solution.cost,
            goal: solution.goal.value(),
            is_best: solution.is_best,
            is_shortest: solution.is_shortest,
        });
        let (is_settled, nodes) = (outcome.is_settled, outcome.nodes);
        let game = name.into();
        Self { game, certificate: None, solution, is_settled, limit: None, nodes, seconds }
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> PuzzleData {
        let solution = self.solution.as_ref();
        PuzzleData {
            game: self.game.clone(),
            goal: solution.map(|way| way.goal),
            plies: solution.map(|way| way.moves.len()),
            cost: solution.map(|way| way.cost),
            moves: solution.map(|way| way.moves.clone()),
            best: solution.is_some_and(|way| way.is_best),
            shortest: solution.is_some_and(|way| way.is_shortest),
            settled: self.is_settled,
            nodes: self.nodes,
            seconds: self.seconds,
        }
    }

    /// The solution for a terminal.
    pub fn to_text(&self) -> String {
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
        let mut plies = counted(self.moves.len() as u64, "ply");
        if self.cost as usize != self.moves.len() {
            plies += &format!(" at a cost of {}", self.cost);
        }
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
