//! A report on a game for its designer.

use std::sync::Arc;
use std::time::Duration;

use ludex_arena::analysis::{self, Analysis, AnalysisData, Section, Stage};
use ludex_game::{Playable, Visitor};
use ludex_gdl::circuit::Circuit;
use ludex_gdl::usage::{Observations, PatternUse, Probe, UnusedRule, Usage};
use ludex_gdl::{Engine, Sheet};
use ludex_report::number::thousands;
use ludex_report::words::counted;
use ludex_report::{Page, Table};
use ludex_search::stop_after;
use ludex_search::{RootError, check_root};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Error, Game, Progress, Result, Settings, Step};

/// How closely a game is analysed.
#[derive(Clone, Debug)]
pub struct AnalyseOptions {
    /// Seed, threads and limits.
    pub settings: Settings,
    /// Games of each strength and of each match; as many as there is time for where it is
    /// not given.
    pub n_games: Option<u32>,
    /// The time that it should take on two cores, roughly: the work is cut to fit without
    /// a look at the clock.
    pub seconds: f64,
}

impl Default for AnalyseOptions {
    fn default() -> Self {
        Self { settings: Settings::default(), n_games: None, seconds: 120.0 }
    }
}

/// How much longer than asked for the work may take before it is ended early: machines
/// differ, and are busy.
const PATIENCE: f64 = 5.0;

/// Analyses a game: fairness, draws, length, decisive moves, unused rules, skill.
///
/// ```
/// use ludex::Game;
/// use ludex::analyse::{AnalyseOptions, analyse};
///
/// let options = AnalyseOptions { n_games: Some(4), seconds: 0.1, ..AnalyseOptions::default() };
/// let analysis = analyse(&Game::load("tic-tac-toe")?, &options, &mut ())?;
/// assert!(analysis.to_text().contains("tic-tac-toe"));
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn analyse(
    game: &Game,
    options: &AnalyseOptions,
    progress: &mut dyn Progress,
) -> Result<AnalysisResult> {
    let (analysis, usage) = examine(game, options, progress)?;
    Ok(AnalysisResult { game: game.name().into(), seed: options.settings.seed, analysis, usage })
}

/// The analysis of a game.
pub struct AnalysisResult {
    game: String,
    seed: u64,
    analysis: Analysis,
    usage: Used,
}

impl AnalysisResult {
    /// The figures.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// The report for a terminal.
    pub fn to_text(&self) -> String {
        self.analysis.to_text(self.section())
    }

    /// A page with plots.
    pub fn to_page(&self) -> Page {
        self.analysis.to_page(self.section())
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> AnalyseData {
        let usage = self.usage.as_ref().map(|used| match used {
            Ok(usage) => UsageReport::Watched(UsageData::new(usage)),
            Err(why) => UsageReport::NotWatched { not_watched: why.clone() },
        });
        AnalyseData { analysis: self.analysis.to_data(), seed: self.seed, usage }
    }

    /// The section on rules, pieces and moves.
    fn section(&self) -> Section {
        match &self.usage {
            Some(Ok(usage)) => usage_section(usage, &self.game),
            Some(Err(why)) => {
                let mut section = self.analysis.moves_section();
                section.text(format!("Rules and pieces could not be watched: {why}."));
                section
            }
            None => self.analysis.moves_section(),
        }
    }
}

/// The analysis of a game, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AnalyseData {
    /// The figures.
    #[serde(flatten)]
    pub analysis: AnalysisData,
    /// The seed.
    pub seed: u64,
    /// The use of rules, facts and moves; `null` for native games.
    pub usage: Option<UsageReport>,
}

/// The use of rules, or why it could not be watched.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum UsageReport {
    /// The use of rules.
    Watched(UsageData),
    /// The rules could not be watched.
    NotWatched {
        /// Why.
        not_watched: String,
    },
}

/// The use of rules, facts and moves, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UsageData {
    /// Games watched.
    pub games: u64,
    /// Their plies.
    pub plies: u64,
    /// Rules watched.
    pub rules_watched: usize,
    /// Rules that never applied.
    pub unused_rules: Vec<UnusedRuleData>,
    /// Kinds of facts that were never true.
    pub unused_facts: Vec<UnusedPatternData>,
    /// Kinds of moves that were never legal.
    pub unused_moves: Vec<UnusedPatternData>,
    /// Facts that were never true.
    pub never_true: Vec<String>,
    /// Roles and moves that were never legal.
    pub never_legal: Vec<(String, String)>,
    /// Roles and moves that were never made.
    pub never_made: Vec<(String, String)>,
}

/// A rule that never applied, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnusedRuleData {
    /// Its line in the sheet.
    pub line: usize,
    /// Its text.
    pub rule: String,
    /// Whether it can never apply.
    pub proven: bool,
}

/// A kind of fact or move that never occurred, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnusedPatternData {
    /// The kind.
    pub kind: String,
    /// Its line in the sheet.
    pub line: Option<usize>,
    /// Whether it can never occur.
    pub proven: bool,
}

/// The use of a sheet, or why it is not known; nothing without a sheet.
type Used = Option<Result<Usage, String>>;

fn examine(
    game: &Game,
    options: &AnalyseOptions,
    progress: &mut dyn Progress,
) -> Result<(Analysis, Used)> {
    let ply_ns = match game.engine() {
        None => NATIVE_PLY_NS,
        Some(Engine::Circuit(game)) => circuit_ply_ns(&game.grounded().circuit),
        Some(Engine::Reference(_)) => REFERENCE_PLY_NS,
    };
    let analysis = game.visit(Analyse { name: game.name(), options, progress, ply_ns })?;
    let usage = match (game.sheet(), game.engine()) {
        (Some(sheet), Some(Engine::Circuit(_))) => Some(usage(options, sheet, &analysis, progress)),
        (Some(_), _) => Some(Err("the rules have no circuit".into())),
        (None, _) => None,
    };
    Ok((analysis, usage))
}

/// What a ply of a playout takes on one core, in nanoseconds: rough guesses, which need
/// only tell engines apart.
const NATIVE_PLY_NS: f64 = 150.0;
const REFERENCE_PLY_NS: f64 = 300_000.0;

/// The same on a circuit: lanes share a pass over the gates, but go round in loops,
/// and a search of few playouts fills few lanes. From hex and breakthrough.
fn circuit_ply_ns(circuit: &Circuit) -> f64 {
    20.0 + circuit.n_gates() as f64 / 50.0 + 10.0 * circuit.n_loop_gates() as f64
}

struct Analyse<'a> {
    name: &'a str,
    options: &'a AnalyseOptions,
    progress: &'a mut dyn Progress,
    ply_ns: f64,
}

impl Visitor for Analyse<'_> {
    type Output = Result<Analysis>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Analysis> {
        if let Err(stuck @ RootError::Stuck(_)) = check_root(&*game, &game.initial()) {
            return Err(stuck.into());
        }
        let patience = Duration::from_secs_f64(self.options.seconds * PATIENCE);
        let options = analysis::Options {
            seconds: self.options.seconds,
            n_games: self.options.n_games,
            ply_ns: self.ply_ns,
            seed: self.options.settings.seed,
            n_threads: self.options.settings.n_threads,
            stop: stop_after(Some(patience)),
        };
        analysis::analyse(self.name, &game, &options, &mut |stage| show(self.progress, stage))
            .map_err(|error| Error::Invalid(error.to_string()))
    }
}

/// Watches rules in random games and in those that were played.
fn usage(
    options: &AnalyseOptions,
    sheet: &Sheet,
    analysis: &Analysis,
    progress: &mut dyn Progress,
) -> Result<Usage, String> {
    show(progress, &Stage { what: "watching rules".into(), n_done: 0, n_all: 1 });
    let probe = Probe::new(sheet, &options.settings.limits, &options.settings.budget)
        .map_err(|error| format!("the rules with a witness each do not ground ({error})"))?;
    let length = analysis.levels.first().and_then(|level| level.lengths.mean());
    let length = length.map_or(1.0, |length| length.value.max(1.0));
    let n_games = n_random(options.seconds, length, probe.circuit());
    let mut seen = probe.replay(&analysis.games);
    seen.merge(&random_games(&probe, &options.settings, n_games));
    Ok(probe.usage(&seen))
}

/// Random games to watch in a tenth of the time on two cores: a ply costs what
/// changes, the end of a game all gates.
fn n_random(seconds: f64, length: f64, circuit: &Circuit) -> u64 {
    let (n_gates, n_looped) = (circuit.n_gates() as f64, circuit.n_loop_gates() as f64);
    let ply_ns = 1_000.0 + n_gates / 2.0 + 15.0 * n_looped;
    let game_ns = length * ply_ns + 3.0 * n_gates;
    (0.1 * seconds * 2e9 / game_ns).clamp(200.0, 20_000.0) as u64
}

fn random_games(probe: &Probe, settings: &Settings, n_games: u64) -> Observations {
    let n_threads = settings.n_threads as u64;
    let ends = |at: u64| at * n_games / n_threads..(at + 1) * n_games / n_threads;
    let mut seen = Observations::default();
    std::thread::scope(|scope| {
        let work = |at: u64| scope.spawn(move || probe.random_games(settings.seed, ends(at)));
        let workers: Vec<_> = (0..n_threads).map(work).collect();
        for worker in workers {
            seen.merge(&worker.join().expect("a worker does not panic"));
        }
    });
    seen
}

/// More than these are counted, not listed.
const N_LISTED: usize = 12;

fn usage_section(usage: &Usage, game: &str) -> Section {
    let mut section = Section::new("Rules, pieces and moves without use");
    let games = counted(usage.n_games, "game");
    section.text(format!(
        "Observations in {games}, most of them random, the others from the players above. What was never \
         seen may still be possible; what is proven never to be is marked as such. Watched: {} \
         of {game} with conditions that depend on play.",
        counted(usage.n_rules, "rule")
    ));
    rules_blocks(&mut section, &usage.rules, &games);
    patterns_blocks(&mut section, &usage.facts, ("fact", "true"), &games);
    patterns_blocks(&mut section, &usage.moves, ("move", "legal"), &games);
    let caption = "Moves by kind: how many grounding allows, and how many were ever legal";
    let head = ["kind", "possible", "legal in some game"];
    let mut table = Table::new(head).numbers_from(1).caption(caption);
    for one in usage.moves.iter().filter(|one| one.pattern.fixed.is_none()) {
        table.row([one.pattern.to_string(), count(one.n_possible), count(one.n_seen)]);
    }
    section.table(table);
    ground_block(&mut section, &usage.unseen_moves, "was never legal", "were never legal");
    ground_block(
        &mut section,
        &usage.unmade_moves,
        "was legal but never made",
        "were legal but never made",
    );
    section
}

fn rules_blocks(section: &mut Section, rules: &[UnusedRule], games: &str) {
    if rules.is_empty() {
        section.text(format!("Every watched rule applied in some of the {games}."));
        return;
    }
    let mut table = Table::new(["line", "applied", "rule"]);
    for rule in rules {
        let verdict = if rule.is_proven { "can never" } else { "never seen" };
        table.row([rule.place.line.to_string(), verdict.into(), shorten(&rule.text)]);
    }
    section.text(match rules.len() {
        1 => format!("One rule never applied in {games}:"),
        n => format!("{n} rules never applied in {games}:"),
    });
    section.table(table);
}

fn patterns_blocks(
    section: &mut Section,
    uses: &[PatternUse],
    (what, seen): (&str, &str),
    games: &str,
) {
    let unused: Vec<&PatternUse> = uses.iter().filter(|one| one.is_unused()).collect();
    if unused.is_empty() {
        section.text(format!("Every kind of {what} was {seen} in some of the {games}."));
        return;
    }
    let mut table = Table::new(["line", seen, "kind"]);
    for one in unused.iter().take(2 * N_LISTED) {
        let verdict = if one.is_proven() { "can never be" } else { "never seen" };
        let line = one.place.map(|place| place.line.to_string()).unwrap_or_default();
        table.row([line, verdict.into(), one.pattern.to_string()]);
    }
    let more = match unused.len().saturating_sub(2 * N_LISTED) {
        0 => String::new(),
        n => format!(" ({n} more are not listed)"),
    };
    section.text(format!("Kinds of {what}s that were never {seen} in {games}{more}:"));
    section.table(table);
}

fn ground_block(section: &mut Section, moves: &[(String, String)], one: &str, many: &str) {
    if moves.is_empty() {
        return;
    }
    let names: Vec<String> =
        moves.iter().take(N_LISTED).map(|(role, mv)| format!("{role} {mv}")).collect();
    let more = match moves.len().saturating_sub(N_LISTED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let verb = if moves.len() == 1 { one } else { many };
    section.text(format!("{} {verb}: {}{more}.", counted(moves.len(), "move"), names.join(", ")));
}

fn count(n: usize) -> String {
    thousands(n as u64)
}

/// As much of a rule as fits beside its line.
fn shorten(text: &str) -> String {
    const N_CHARS: usize = 60;
    match text.char_indices().nth(N_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

impl UsageData {
    fn new(usage: &Usage) -> Self {
        let rule = |rule: &UnusedRule| UnusedRuleData {
            line: rule.place.line,
            rule: rule.text.clone(),
            proven: rule.is_proven,
        };
        let pattern = |one: &PatternUse| UnusedPatternData {
            kind: one.pattern.to_string(),
            line: one.place.map(|place| place.line),
            proven: one.is_proven(),
        };
        let unused = |uses: &[PatternUse]| {
            uses.iter().filter(|one| one.is_unused()).map(pattern).collect::<Vec<_>>()
        };
        Self {
            games: usage.n_games,
            plies: usage.n_plies,
            rules_watched: usage.n_rules,
            unused_rules: usage.rules.iter().map(rule).collect(),
            unused_facts: unused(&usage.facts),
            unused_moves: unused(&usage.moves),
            never_true: usage.unseen_facts.clone(),
            never_legal: usage.unseen_moves.clone(),
            never_made: usage.unmade_moves.clone(),
        }
    }
}

/// Reports the progress of an analysis.
fn show(progress: &mut dyn Progress, stage: &Stage) {
    let (n_done, n_all) = (stage.n_done.into(), stage.n_all.into());
    progress.step(&Step { what: stage.what.clone(), n_done, n_all });
}
