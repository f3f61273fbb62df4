//! Playouts per second inside UCT, beside bare ones.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ludex_game::playouts::{Feed, Finished, Job, Start};
use ludex_game::{Choices, Playable, RoleId, Turn, Visitor};
use ludex_report::Table;
use ludex_report::number::thousands;
use ludex_search::uct::{Options, Uct};
use ludex_search::{Context, Limits, Spec, stop_after};
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::bail;
use crate::{Game, Result, Settings};

/// Which search is measured, and how long.
#[derive(Clone, Debug)]
pub struct UctOptions {
    /// The seed.
    pub settings: Settings,
    /// The search.
    pub player: Spec,
    /// Time to spend on the search, and on bare playouts.
    pub time_max: Duration,
}

/// Measures the playouts inside a search per CPU second of one thread, beside bare ones: both
/// from the initial position, by the same engine.
///
/// ```
/// use std::time::Duration;
/// use ludex::bench::{UctData, UctOptions, uct};
/// use ludex::{Game, Settings, search::Spec};
///
/// let (settings, player) = (Settings::default(), Spec::parse("uct:parts=no")?);
/// let options = UctOptions { settings, player, time_max: Duration::from_millis(20) };
/// let row = uct(&Game::load("tic-tac-toe")?, &options)?;
/// assert!(UctData::new(vec![row]).to_text().contains("tic-tac-toe"));
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn uct(game: &Game, options: &UctOptions) -> Result<UctRow> {
    game.visit(Measure { name: game.name(), options })
}

/// The time that UCT with usual options takes on one thread for a number of playouts in the
/// initial position: the shortest of four searches.
///
/// ```
/// let game = ludex::Game::load("tic-tac-toe")?;
/// assert!(!ludex::bench::uct_time(&game, 100).is_zero());
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn uct_time(game: &Game, n_playouts: u64) -> Duration {
    game.visit(Timing { n_playouts })
}

struct Measure<'a> {
    name: &'a str,
    options: &'a UctOptions,
}

impl Visitor for Measure<'_> {
    type Output = Result<UctRow>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<UctRow> {
        let Self { name, options: UctOptions { settings, player, time_max } } = self;
        let Some((state, role)) = first_choice(&*game) else {
            bail!("{name}: no role has a choice at the beginning");
        };
        let bare_per_s = bare(&game, settings.seed, *time_max);
        let context = Context { n_threads: 1, ..settings.context() };
        let mut seat = player.seat(&game, &context)?;
        let started = ThreadTime::now();
        let report = seat.choose_until(&state, role, &stop_after(Some(*time_max)))?;
        let in_search_per_s = report.playouts as f64 / started.elapsed().as_secs_f64();
        if let Some(fault) = game.fault() {
            bail!("{name}: {fault}");
        }
        Ok(UctRow {
            game: name.to_string(),
            bare_per_s,
            in_search_per_s,
            share: in_search_per_s / bare_per_s,
            playouts: report.playouts,
            nodes: report.nodes,
            is_proven: report.is_proven || report.assumption.is_some(),
        })
    }
}

struct Timing {
    n_playouts: u64,
}

impl Visitor for Timing {
    type Output = Duration;

    fn visit<G: Playable>(self, game: Arc<G>) -> Duration {
        let mover = |role: &RoleId| {
            let mut moves = Vec::new();
            game.legal_moves(&game.initial(), *role, &mut moves);
            moves.len() > 1
        };
        let role = (0..game.roles().len()).map(RoleId::new).find(mover).unwrap_or(RoleId::new(0));
        let time = |seed| {
            let mut uct = Uct::new(&game, Options::default(), seed, 1);
            let limits = Limits { playouts: Some(self.n_playouts), ..Limits::default() };
            let started = Instant::now();
            uct.search(&game.initial(), role, &limits);
            started.elapsed()
        };
        // The first one compiles; of the others, the one that was disturbed least.
        (0..4).map(time).min().unwrap_or_default()
    }
}

/// The first position, along forced moves, in which a player chooses.
fn first_choice<G: ludex_game::Game>(game: &G) -> Option<(G::State, RoleId)> {
    let (mut state, mut choices) = (game.initial(), Choices::default());
    for _ in 0..1000 {
        if game.is_terminal(&state) {
            return None;
        }
        match choices.read(game, &state) {
            Turn::Player(role) => return Some((state, role)),
            Turn::Simultaneous => {
                let has_choice = |role: &usize| {
                    !game.roles()[*role].is_chance() && choices.of(RoleId::new(*role)).len() > 1
                };
                let role = (0..game.roles().len()).find(has_choice)?;
                return Some((state, RoleId::new(role)));
            }
            Turn::Stuck => return None,
            Turn::Forced | Turn::Chance(_) => {
                let joint: Option<Vec<G::Move>> =
                    choices.all().iter().map(|moves| moves.first().copied()).collect();
                game.apply(&mut state, &joint?);
            }
        }
    }
    None
}

/// Random games without end, counted as they end.
struct Endless<S> {
    initial: S,
    next: u64,
    n_ended: u64,
}

/// Random games from one position that are asked for at a time.
const N_REPEATS: u32 = 64;

impl<G: ludex_game::Game> Feed<G> for Endless<G::State> {
    fn start(&mut self, start: &mut Start<G>) -> bool {
        *start = Start { playout: self.next, count: N_REPEATS, state: self.initial.clone() };
        self.next += u64::from(N_REPEATS);
        true
    }

    fn n_waiting(&self) -> usize {
        usize::MAX
    }

    fn end(&mut self, _: &Finished<'_, G>) {
        self.n_ended += 1;
    }
}

/// Random games per CPU second by the engine that a search uses.
fn bare<G: Playable>(game: &Arc<G>, seed: u64, time_max: Duration) -> f64 {
    let mut playouts = game.playouts();
    playouts.begin(Job { seed, length_max: 5_000, log_moves: false });
    let mut feed = Endless { initial: game.initial(), next: 0, n_ended: 0 };
    // The first games to end are short ones.
    let warm_up = ThreadTime::now();
    while warm_up.elapsed() < time_max / 10 || feed.n_ended == 0 {
        playouts.advance(&mut feed);
    }
    feed.n_ended = 0;
    let started = ThreadTime::now();
    while started.elapsed() < time_max || feed.n_ended == 0 {
        playouts.advance(&mut feed);
    }
    feed.n_ended as f64 / started.elapsed().as_secs_f64()
}

/// Playouts of searches beside bare ones, as data.
#[derive(Serialize, JsonSchema)]
pub struct UctData {
    games: Vec<UctRow>,
    /// The geometric mean of the shares of the games that were not proven.
    share_mean: Option<f64>,
}

/// One game, as data.
#[derive(Serialize, JsonSchema)]
pub struct UctRow {
    game: String,
    bare_per_s: f64,
    in_search_per_s: f64,
    share: f64,
    playouts: u64,
    nodes: u64,
    /// Whether the search ended early, because its result is certain.
    is_proven: bool,
}

impl UctData {
    /// The data of some games.
    pub fn new(games: Vec<UctRow>) -> Self {
        let unproven = games.iter().filter(|row| !row.is_proven);
        let shares: Vec<f64> = unproven.map(|row| row.share).collect();
        Self { share_mean: geometric_mean(&shares), games }
    }

    /// A table for a terminal.
    pub fn to_text(&self) -> String {
        let heads = ["game", "bare/s", "in UCT/s", "share", "nodes", ""];
        let mut table = Table::new(heads).numbers_from(1);
        let mut text = table.rows(self.games.iter().map(UctRow::to_cells)).to_text();
        if let Some(mean) = self.share_mean {
            let line = format!("geometric mean of the shares without proven games: {mean:.2}\n");
            text.push_str(&line);
        }
        text
    }
}

fn geometric_mean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().map(|value| value.ln()).sum();
    (!values.is_empty()).then(|| (sum / values.len() as f64).exp())
}

impl UctRow {
    fn to_cells(&self) -> Vec<String> {
        let rate = |value: f64| {
            if value < 100.0 { format!("{value:.1}") } else { thousands(value as u64) }
        };
        vec![
            self.game.clone(),
            rate(self.bare_per_s),
            rate(self.in_search_per_s),
            format!("{:.2}", self.share),
            thousands(self.nodes),
            if self.is_proven { "proven".into() } else { String::new() },
        ]
    }
}
