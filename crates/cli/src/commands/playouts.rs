//! `ludex bench playouts`: random games per second.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use cpu_time::ThreadTime;
use ludex_game::{Game, RoleId, random_joint, rng};
use ludex_gdl::Engine;
use ludex_gdl::lanes::{Feed, Job, LaneOptions, LanePlan, Lanes, Outcome, Start};
use ludex_gdl::single::{CircuitGame, Single};
use ludex_report::Table;
use ludex_report::number::thousands;
use rand::Rng as _;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::args::number::seconds;
use crate::load;
use crate::output::Output;
use clap::ValueEnum;

/// Uniformly random games from the initial state to the end, per CPU
/// second; on one thread unless `--threads` says otherwise
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bundled names or paths of rule sheets
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// Time to spend on each game
    #[arg(long, default_value_t = 3.0, value_name = "SECONDS", value_parser = seconds)]
    seconds: f64,
    /// What plays: many games at once, one state at a time, or the reasoner
    #[arg(long, value_enum, default_value_t)]
    engine: EngineChoice,
    /// Games side by side: 64 or 512 [default: 512]
    #[arg(long, value_name = "N", value_parser = lane_count)]
    lanes: Option<usize>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, &self.games, self.seconds, self.engine, self.lanes)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<PlayoutsData>())
    }
}

/// What plays in a benchmark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EngineChoice {
    /// Lanes if the rules ground, else the reasoner
    #[default]
    Auto,
    /// Many games at once on the circuit
    Lanes,
    /// One state at a time on the circuit
    Single,
    /// The reference reasoner
    Reference,
}

fn lane_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ (64 | 512)) => Ok(n),
        _ => Err("64 or 512 is needed".into()),
    }
}

/// Where a random game is given up.
const N_PLIES_MAX: u32 = 10_000;

pub fn run(
    common: &Common,
    out: &mut Output,
    games: &[String],
    seconds: f64,
    engine: EngineChoice,
    n_lanes: Option<usize>,
) -> Result<bool> {
    let heads =
        ["game", "engine", "playouts/s", "states/s", "length", "branching", "gates", "build ms"];
    let mut rows = Vec::new();
    for name in games {
        rows.push(measure(common, name, Duration::from_secs_f64(seconds), engine, n_lanes)?);
    }
    if common.json {
        out.json(&PlayoutsData { games: rows.iter().map(Row::to_data).collect() })?;
        return Ok(true);
    }
    let mut table = Table::new(heads).numbers_from(1);
    out.text(&table.rows(rows.iter().map(Row::to_cells)).to_text())?;
    Ok(true)
}

/// The figures of one game.
struct Row {
    game: String,
    engine: &'static str,
    rates: Rates,
    mean_branching: f64,
    n_gates: Option<usize>,
    build_ms: f64,
    peak_mb: Option<u64>,
}

/// What one or more threads got done.
#[derive(Clone, Copy, Default)]
struct Rates {
    n_playouts: u64,
    n_states: u64,
    /// States of games that ended.
    n_states_ended: u64,
    /// Per CPU second, summed over threads.
    playouts_per_s: f64,
    states_per_s: f64,
    /// By the clock on the wall, summed over threads.
    wall_playouts_per_s: f64,
}

fn measure(
    common: &Common,
    name: &str,
    time_max: Duration,
    choice: EngineChoice,
    n_lanes: Option<usize>,
) -> Result<Row> {
    let sheet = load::sheet(name)?;
    let built = Instant::now();
    let engine = match choice {
        EngineChoice::Reference => {
            Engine::Reference(Arc::new(load::reference(&sheet, common.limits())?))
        }
        _ => load::engine(&sheet, common)?.engine,
    };
    let (engine_name, n_gates) = match (&engine, choice) {
        (Engine::Reference(_), EngineChoice::Auto | EngineChoice::Reference) => ("reference", None),
        (Engine::Reference(_), _) => {
            bail!("{name}: the rules do not ground; only the reference engine plays them")
        }
        (Engine::Circuit(game), EngineChoice::Single) => {
            ("single", Some(game.grounded().circuit.n_gates()))
        }
        (Engine::Circuit(game), _) => ("lanes", Some(game.grounded().circuit.n_gates())),
    };
    let plan = match (&engine, engine_name) {
        (Engine::Circuit(game), "lanes") => Some(Arc::new(LanePlan::new(&game.grounded().circuit))),
        _ => None,
    };
    let build_ms = built.elapsed().as_secs_f64() * 1000.0;
    let mean_branching = match &engine {
        Engine::Reference(game) => branching(&**game),
        Engine::Circuit(game) => branching(&**game),
    };
    let n_threads = common.threads.unwrap_or(1);
    let work = |thread: u64| match (&engine, &plan) {
        (Engine::Reference(game), _) => reference(&**game, common.seed, thread, time_max),
        (Engine::Circuit(_), Some(plan)) => lanes(plan, n_lanes, common.seed, thread, time_max),
        (Engine::Circuit(game), None) => single(game, common.seed, thread, time_max),
    };
    let rates: Vec<Rates> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..n_threads).map(|thread| scope.spawn(move || work(thread.into()))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    let fault = match &engine {
        Engine::Reference(game) => game.fault(),
        Engine::Circuit(game) => game.fault(),
    };
    if let Some(fault) = fault {
        bail!("{name}: {fault}");
    }
    Ok(Row {
        game: name.to_string(),
        engine: engine_name,
        rates: rates.into_iter().fold(Rates::default(), Rates::plus),
        mean_branching,
        n_gates,
        build_ms,
        peak_mb: peak_mb(),
    })
}

/// Mean number of joint moves in the states of some random games.
fn branching<G: Game>(game: &G) -> f64 {
    let mut rng = rng(0, 0);
    let (mut sum, mut n_states) = (0.0, 0u32);
    let mut joint = Vec::new();
    let started = Instant::now();
    while n_states < 2_000 && started.elapsed() < Duration::from_millis(300) {
        let mut state = game.initial();
        while !game.is_terminal(&state) && n_states < 2_000 {
            let Some(n_joint) = random_joint(&mut rng, game, &state, &mut joint) else { break };
            sum += n_joint as f64;
            n_states += 1;
            game.apply(&mut state, &joint);
        }
        if n_states == 0 {
            break;
        }
    }
    sum / f64::from(n_states.max(1))
}

/// Counts what is done, and stops when the time is up.
struct Counter {
    cpu: ThreadTime,
    wall: Instant,
    time_max: Duration,
    rates: Rates,
    /// When the last game ended: slow games may not end within the time.
    ended: (f64, f64),
}

impl Counter {
    fn new(time_max: Duration) -> Self {
        let (cpu, wall) = (ThreadTime::now(), Instant::now());
        Self { cpu, wall, time_max, rates: Rates::default(), ended: (1.0, 1.0) }
    }

    fn is_over(&self) -> bool {
        self.cpu.elapsed() >= self.time_max
    }

    fn end(&mut self, n_playouts: u64) {
        self.rates.n_playouts += n_playouts;
        self.rates.n_states_ended = self.rates.n_states;
        self.ended = (self.cpu.elapsed().as_secs_f64(), self.wall.elapsed().as_secs_f64());
    }

    fn finish(self) -> Rates {
        let n_playouts = self.rates.n_playouts as f64;
        Rates {
            playouts_per_s: n_playouts / self.ended.0,
            wall_playouts_per_s: n_playouts / self.ended.1,
            states_per_s: self.rates.n_states as f64 / self.cpu.elapsed().as_secs_f64(),
            ..self.rates
        }
    }
}

fn reference<G: Game>(game: &G, seed: u64, thread: u64, time_max: Duration) -> Rates {
    let mut rng = rng(seed, thread);
    let mut joint = Vec::new();
    let mut counter = Counter::new(time_max);
    let mut state = game.initial();
    let mut n_plies = 0;
    while !counter.is_over() {
        let can_move = n_plies < N_PLIES_MAX
            && !game.is_terminal(&state)
            && random_joint(&mut rng, game, &state, &mut joint).is_some();
        if !can_move {
            counter.end(1);
            (state, n_plies) = (game.initial(), 0);
            continue;
        }
        game.apply(&mut state, &joint);
        counter.rates.n_states += 1;
        n_plies += 1;
    }
    counter.finish()
}

fn single(game: &CircuitGame, seed: u64, thread: u64, time_max: Duration) -> Rates {
    let mut rng = rng(seed, thread);
    let mut single = game.single();
    let initial = game.initial();
    let mut joint = Vec::new();
    let mut counter = Counter::new(time_max);
    while !counter.is_over() {
        // The clock is read once a game, or now and then in long ones.
        single.turn_to(&initial);
        for n_plies in 0..N_PLIES_MAX {
            if single.is_terminal() || !draw(&mut rng, &single, game.roles().len(), &mut joint) {
                break;
            }
            single.play(&joint);
            counter.rates.n_states += 1;
            if n_plies % 256 == 255 && counter.is_over() {
                break;
            }
        }
        for role in 0..game.roles().len() {
            std::hint::black_box(single.goal(RoleId::new(role)));
        }
        counter.end(1);
    }
    counter.finish()
}

/// Draws a joint move; `false` where some role has none.
fn draw(
    rng: &mut ludex_game::Rng,
    single: &Single,
    n_roles: usize,
    joint: &mut Vec<ludex_gdl::single::MoveId>,
) -> bool {
    joint.clear();
    for role in (0..n_roles).map(RoleId::new) {
        let n_legal = single.count_legal(role);
        if n_legal == 0 {
            return false;
        }
        let n = if n_legal == 1 { 0 } else { rng.random_range(0..n_legal) };
        joint.push(single.nth_legal(role, n));
    }
    true
}

fn lanes(
    plan: &Arc<LanePlan>,
    n_lanes: Option<usize>,
    seed: u64,
    thread: u64,
    time_max: Duration,
) -> Rates {
    /// Playouts without end, counted as they end.
    struct Endless {
        next: u64,
        n_playouts: u64,
        n_states: u64,
    }

    impl Feed for Endless {
        fn start(&mut self) -> Option<Start<'_>> {
            self.next += 1;
            Some(Start { playout: self.next, count: 1, state: None })
        }

        fn end(&mut self, outcome: Outcome) {
            self.n_playouts += 1;
            self.n_states += u64::from(outcome.length);
        }
    }

    let mut lanes = Lanes::of_plan(plan.clone(), LaneOptions { n_lanes, ..LaneOptions::default() });
    lanes.begin(Job { seed, length_max: N_PLIES_MAX, ..Job::default() });
    // Numbers of threads are far apart, so that no two make the same playout.
    let mut feed = Endless { next: thread << 40, n_playouts: 0, n_states: 0 };
    // The first games to end are the short ones: measuring begins when lanes
    // are at all stages of their games.
    let warm_up = ThreadTime::now();
    while warm_up.elapsed() < time_max / 10 {
        lanes.advance(64, &mut feed);
    }
    (feed.n_playouts, feed.n_states) = (0, 0);
    let mut counter = Counter::new(time_max);
    while !counter.is_over() {
        lanes.advance(64, &mut feed);
    }
    counter.rates.n_states = feed.n_states;
    counter.end(feed.n_playouts);
    counter.finish()
}

impl Rates {
    fn plus(self, other: Rates) -> Rates {
        Rates {
            n_playouts: self.n_playouts + other.n_playouts,
            n_states: self.n_states + other.n_states,
            n_states_ended: self.n_states_ended + other.n_states_ended,
            playouts_per_s: self.playouts_per_s + other.playouts_per_s,
            states_per_s: self.states_per_s + other.states_per_s,
            wall_playouts_per_s: self.wall_playouts_per_s + other.wall_playouts_per_s,
        }
    }

    fn mean_length(&self) -> f64 {
        self.n_states_ended as f64 / self.n_playouts.max(1) as f64
    }
}

impl Row {
    fn to_data(&self) -> RateData {
        RateData {
            game: self.game.clone(),
            engine: self.engine,
            playouts_per_s: self.rates.playouts_per_s,
            states_per_s: self.rates.states_per_s,
            wall_playouts_per_s: self.rates.wall_playouts_per_s,
            mean_length: self.rates.mean_length(),
            mean_branching: self.mean_branching,
            gates: self.n_gates,
            build_ms: self.build_ms,
            peak_mb: self.peak_mb,
        }
    }

    fn to_cells(&self) -> Vec<String> {
        let rate = |value: f64| {
            if value < 100.0 { format!("{value:.1}") } else { thousands(value as u64) }
        };
        vec![
            self.game.clone(),
            self.engine.into(),
            rate(self.rates.playouts_per_s),
            rate(self.rates.states_per_s),
            format!("{:.1}", self.rates.mean_length()),
            format!("{:.1}", self.mean_branching),
            self.n_gates.map_or_else(|| "-".into(), |n| thousands(n as u64)),
            format!("{:.1}", self.build_ms),
        ]
    }
}

/// The most memory this process has had, where the system tells.
fn peak_mb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? / 1024)
}

/// Random games per second, as data.
#[derive(Serialize, JsonSchema)]
pub struct PlayoutsData {
    games: Vec<RateData>,
}

/// The rates of one game, as data.
#[derive(Serialize, JsonSchema)]
struct RateData {
    game: String,
    engine: &'static str,
    playouts_per_s: f64,
    states_per_s: f64,
    wall_playouts_per_s: f64,
    mean_length: f64,
    mean_branching: f64,
    gates: Option<usize>,
    build_ms: f64,
    peak_mb: Option<u64>,
}
