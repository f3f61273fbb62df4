//! What a player would do in a position.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_game::{Choices, Playable, Role, RoleId, Visitor, read_position};
use ludex_report::Table;
use ludex_report::number::thousands;
use ludex_search::{Assumption, Report, Spec, check_root, puzzle};
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::{bail, invalid};
use crate::{Game, Result, Settings};

/// Who chooses, and where.
#[derive(Clone, Debug, Default)]
pub struct ChooseOptions {
    /// Seed and threads.
    pub settings: Settings,
    /// The player. Where it is not given, UCT has a second, and a puzzle solver ten.
    pub player: Option<Spec>,
    /// The position; the initial one where it is not given.
    pub position: Option<String>,
    /// The role; the first that has a choice where it is not given.
    pub role: Option<String>,
}

/// Has a player choose a move.
///
/// ```
/// use ludex::choose::{ChooseOptions, choose};
/// use ludex::{Game, search::Spec};
///
/// let player = Some(Spec::parse("alphabeta:depth=9")?);
/// let position = Some("(cell 1 1 x) (cell 2 1 x) (cell 1 2 o) (cell 2 2 o) (control x)".into());
/// let options = ChooseOptions { player, position, ..ChooseOptions::default() };
/// let result = choose(&Game::load("tic-tac-toe")?, &options)?;
/// assert_eq!(result.best_move(), "(mark 3 1)");
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn choose(game: &Game, options: &ChooseOptions) -> Result<ChooseResult> {
    game.visit(Search { name: game.name(), options })
}

struct Search<'a> {
    name: &'a str,
    options: &'a ChooseOptions,
}

/// The move that a player chose, and why.
#[derive(Clone, Debug)]
pub struct ChooseResult {
    game: String,
    player: String,
    role: String,
    report: Report<String>,
    time: Duration,
}

impl Visitor for Search<'_> {
    type Output = Result<ChooseResult>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<ChooseResult> {
        let options = self.options;
        let spec = match &options.player {
            Some(spec) => spec.clone(),
            None if puzzle::is_puzzle(&*game) => Spec::parse("puzzle:time=10s")?,
            None => Spec::parse("uct:time=1s")?,
        };
        let mut seat = spec.seat(&game, &options.settings.context())?;
        let state = match &options.position {
            None => game.initial(),
            Some(text) => {
                read_position(&*game, text).map_err(|what| invalid!("--position: {what}"))?
            }
        };
        let role = match &options.role {
            None => None,
            Some(name) => Some(find_role(game.roles(), name)?),
        };
        check_root(&*game, &state)?;
        let role = role.map_or_else(|| chooser(&*game, &state), Ok)?;
        let started = Instant::now();
        let report = seat.choose(&state, role);
        let time = started.elapsed();
        if let Some(fault) = game.fault() {
            bail!("{fault}");
        }
        let report = report?.map(|mv: G::Move| game.move_name(mv));
        let role = game.roles()[role.index()].name.clone();
        Ok(ChooseResult { game: self.name.into(), player: spec.to_string(), role, report, time })
    }
}

/// The role that has a choice: the first player that does.
pub(crate) fn chooser<G: ludex_game::Game>(game: &G, state: &G::State) -> Result<RoleId> {
    let mut choices = Choices::default();
    choices.read(game, state);
    let is_player = |role: &usize| !game.roles()[*role].is_chance();
    let players = || (0..game.roles().len()).filter(is_player);
    let first = players().find(|&role| choices.all()[role].len() > 1).or(players().next());
    first.map(RoleId::new).ok_or_else(|| invalid!("the game has no player"))
}

/// The role of this name.
pub(crate) fn find_role(roles: &[Role], name: &str) -> Result<RoleId> {
    match roles.iter().position(|role| role.name == name) {
        Some(at) => Ok(RoleId::new(at)),
        None => {
            let names: Vec<&str> = roles.iter().map(|role| role.name.as_str()).collect();
            bail!("there is no role `{name}`; the roles are {}", names.join(", "))
        }
    }
}

impl ChooseResult {
    /// The name of the move.
    pub fn best_move(&self) -> &str {
        &self.report.mv
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> SearchData {
        let report = &self.report;
        let candidate = |candidate: &ludex_search::Candidate<String>| CandidateData {
            mv: candidate.mv.clone(),
            value: candidate.value,
            visits: candidate.visits,
            proven: candidate.is_proven,
        };
        let seconds = self.time.as_secs_f64();
        SearchData {
            game: self.game.clone(),
            player: self.player.clone(),
            role: self.role.clone(),
            mv: report.mv.clone(),
            value: report.value,
            proven: report.is_proven,
            assumption: report.assumption.map(|assumption| assumption.to_string()),
            line: report.line.clone(),
            nodes: report.nodes,
            playouts: report.playouts,
            depth: report.depth,
            seconds,
            playouts_per_s: report.playouts as f64 / seconds,
            nodes_per_s: report.nodes as f64 / seconds,
            candidates: report.candidates.iter().map(candidate).collect(),
        }
    }

    /// The move, and why, for a terminal.
    pub fn to_text(&self) -> String {
        let (player, report) = (&self.player, &self.report);
        let row = |what: &str, value: String| vec![what.to_string(), value];
        let mut rows = vec![
            row("game", self.game.clone()),
            row("player", format!("{player}, as {}", self.role)),
            row("move", report.mv.clone()),
        ];
        if let Some(value) = report.value {
            rows.push(row("value", worth(value, report.is_proven, report.assumption)));
        }
        if !report.line.is_empty() {
            let joints: Vec<String> = report.line.iter().map(|joint| joint_text(joint)).collect();
            rows.push(row("line", joints.join("  ")));
        }
        let seconds = self.time.as_secs_f64();
        let rate =
            |n: u64| format!("{} ({}/s)", thousands(n), thousands((n as f64 / seconds) as u64));
        if report.playouts > 0 {
            rows.push(row("playouts", rate(report.playouts)));
        }
        if report.nodes > 0 {
            rows.push(row("nodes", rate(report.nodes)));
        }
        if report.depth > 0 {
            rows.push(row("depth", report.depth.to_string()));
        }
        rows.push(row("time", format!("{seconds:.3} s")));
        let mut text = Table::headless().rows(rows).to_text();
        if report.candidates.len() > 1 {
            text.push('\n');
            text.push_str(&self.candidates_text());
        }
        text
    }

    fn candidates_text(&self) -> String {
        const N_SHOWN: usize = 10;
        let candidates = &self.report.candidates;
        let mut table = Table::new(["move", "value", "visits"]).numbers_from(1);
        for candidate in candidates.iter().take(N_SHOWN) {
            let proven = if candidate.is_proven { "=" } else { "" };
            table.row([
                candidate.mv.clone(),
                format!("{proven}{:.1}", candidate.value),
                thousands(candidate.visits),
            ]);
        }
        let mut text = table.to_text();
        if candidates.len() > N_SHOWN {
            text.push_str(&format!("and {} more\n", candidates.len() - N_SHOWN));
        }
        text
    }
}

/// A value and what it rests on.
fn worth(value: f64, is_proven: bool, assumption: Option<Assumption>) -> String {
    match assumption {
        _ if is_proven => format!("{value:.1} of 100, proven"),
        None => format!("{value:.1} of 100"),
        Some(assumption) if assumption.is_guarantee() => {
            format!("at least {value:.1} of 100; {value:.1} {assumption}")
        }
        Some(assumption) => format!("{value:.1} of 100 {assumption}"),
    }
}

/// A joint move without the roles that only wait, unless all do.
fn joint_text(joint: &[String]) -> String {
    let waits = |mv: &&String| matches!(mv.as_str(), "noop" | "(noop)" | "wait" | "-");
    let made: Vec<&str> = joint.iter().filter(|mv| !waits(mv)).map(String::as_str).collect();
    if made.is_empty() { joint.join(" ") } else { made.join(" ") }
}

/// The move of a player, as data.
#[derive(Serialize, JsonSchema)]
pub struct SearchData {
    game: String,
    player: String,
    role: String,
    #[serde(rename = "move")]
    mv: String,
    value: Option<f64>,
    proven: bool,
    assumption: Option<String>,
    /// The expected joint moves.
    line: Vec<Vec<String>>,
    nodes: u64,
    playouts: u64,
    depth: u32,
    seconds: f64,
    playouts_per_s: f64,
    nodes_per_s: f64,
    candidates: Vec<CandidateData>,
}

/// A move that was considered, as data.
#[derive(Serialize, JsonSchema)]
struct CandidateData {
    #[serde(rename = "move")]
    mv: String,
    value: f64,
    visits: u64,
    proven: bool,
}
