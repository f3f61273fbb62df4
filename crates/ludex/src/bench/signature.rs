//! Fixed searches whose totals tell whether a change of the code changes what searches do.

use std::sync::Arc;

use ludex_game::{Playable, Visitor, random_position, rng};
use ludex_report::Table;
use ludex_report::number::thousands;
use ludex_search::{Context, Spec, Stop, check_root};
use schemars::JsonSchema;
use serde::Serialize;

use crate::choose::chooser;
use crate::error::{Context as _, bail};
use crate::{Game, Progress, Result, Settings, load};

/// Games, and the players that search in each.
const SEARCHES: &[(&str, &[&str])] = &[
    ("tic-tac-toe", &["minimax:depth=6", "alphabeta:depth=9", "proof"]),
    ("connect-four", &["alphabeta:depth=6", "alphabeta:depth=6,mtd=yes", "uct:playouts=2000"]),
    ("breakthrough", &["alphabeta:depth=4,eval=mobility", "uct:playouts=1000"]),
    ("checkers", &["alphabeta:depth=5", "uct:playouts=500"]),
    ("tron", &["alphabeta:depth=4", "uct:playouts=1000"]),
    (
        "dice-race",
        &["expectiminimax:depth=4", "expectiminimax:depth=4,star=2", "uct:playouts=1000"],
    ),
    ("three-player-squava", &["maxn:depth=3", "paranoid:depth=3", "uct:playouts=1000"]),
    ("eight-puzzle", &["puzzle:nodes=100k"]),
    ("lights-out", &["puzzle:nodes=100k"]),
    ("native:chess", &["alphabeta:depth=4", "proof:nodes=20k", "uct:playouts=500"]),
    ("native:checkers", &["alphabeta:depth=6"]),
    ("native:reversi", &["alphabeta:depth=5,eval=mobility", "uct:playouts=500"]),
];

/// Each player searches the initial position and the positions after these numbers of random plies.
const PLIES: [u32; 3] = [0, 4, 9];

/// How many random games are played of each game.
const N_PLAYOUTS: u64 = 200;

/// Where a random game is given up.
const N_PLIES_MAX: u32 = 1000;

/// Everything random comes from this.
const SEED: u64 = 1;

/// Makes fixed searches and random games, which takes some seconds.
///
/// ```no_run
/// use ludex::Settings;
/// use ludex::bench::signature;
///
/// let result = signature(&Settings::default(), &mut ())?;
/// assert!(result.to_text().contains("signature: "));
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn signature(settings: &Settings, progress: &mut dyn Progress) -> Result<SignatureResult> {
    let mut lines = Vec::new();
    for &(name, players) in SEARCHES {
        let specs = players.iter().map(|player| Spec::parse(player)).collect::<Result<_, _>>()?;
        let game = Game::load_with(name, settings, None)?;
        if let Some(note) = game.fallback_note() {
            progress.note(&note);
        }
        let here = game.visit(Searches { specs }).context(name)?;
        lines.extend(here.into_iter().map(|work| (name, work)));
    }
    Ok(SignatureResult { lines })
}

/// What fixed searches did.
pub struct SignatureResult {
    lines: Vec<(&'static str, Work)>,
}

impl SignatureResult {
    fn total(&self) -> Work {
        self.lines.iter().fold(Work::default(), |sum, (_, work)| sum.with(work))
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> SignatureData {
        let searches = self.lines.iter().map(|(game, work)| work.to_data(game)).collect();
        SignatureData { searches, total: self.total().to_data("total") }
    }

    /// A table for a terminal, and the totals in the last line.
    pub fn to_text(&self) -> String {
        let mut table = Table::new(["game", "what", "nodes", "playouts", "plies"]).numbers_from(2);
        table.rows(self.lines.iter().map(|(game, work)| work.to_cells(game)));
        format!("{}{}\n", table.to_text(), self.total().to_line())
    }
}

/// What was done, and what came out.
#[derive(Clone, Debug, Default)]
struct Work {
    what: String,
    nodes: u64,
    playouts: u64,
    plies: u64,
    results: String,
}

impl Work {
    fn with(self, other: &Self) -> Self {
        Self {
            what: String::new(),
            nodes: self.nodes + other.nodes,
            playouts: self.playouts + other.playouts,
            plies: self.plies + other.plies,
            results: self.results + &other.results,
        }
    }

    fn to_cells(&self, game: &str) -> [String; 5] {
        let counts = [self.nodes, self.playouts, self.plies].map(thousands);
        let [nodes, playouts, plies] = counts;
        [game.into(), self.what.clone(), nodes, playouts, plies]
    }

    fn to_line(&self) -> String {
        let Self { nodes, playouts, plies, .. } = self;
        let results = self.digest();
        format!("signature: {nodes} nodes, {playouts} playouts, {plies} plies, results {results}")
    }

    /// Tells results apart.
    fn digest(&self) -> String {
        load::digest(&self.results)[..8].into()
    }

    fn to_data(&self, game: &str) -> WorkData {
        WorkData {
            game: game.into(),
            what: self.what.clone(),
            nodes: self.nodes,
            playouts: self.playouts,
            plies: self.plies,
            results: self.digest(),
        }
    }
}

/// All searches in one game.
struct Searches {
    specs: Vec<Spec>,
}

impl Visitor for Searches {
    type Output = Result<Vec<Work>>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Vec<Work>> {
        let mut all = vec![playouts(&*game)];
        for spec in &self.specs {
            let mut work = Work { what: spec.to_string(), ..Work::default() };
            for (stream, n_plies) in (0..).zip(PLIES) {
                let state = random_position(&mut rng(SEED, stream), &*game, n_plies);
                check_root(&*game, &state)?;
                let role = chooser(&*game, &state)?;
                let context = Context { seed: SEED, ..Context::default() };
                let mut seat = spec.seat(&game, &context)?;
                let report = seat.choose_until(&state, role, &Stop::never());
                if let Some(fault) = game.fault() {
                    bail!("{fault}");
                }
                let report = report?;
                work.nodes += report.nodes;
                work.playouts += report.playouts;
                let value = report.value.unwrap_or(-1.0);
                let (mv, is_proven) = (game.move_name(report.mv), report.is_proven);
                work.results += &format!("{mv} {value:.6} {is_proven}\n");
            }
            all.push(work);
        }
        Ok(all)
    }
}

/// Random games, one state at a time.
fn playouts<G: Playable>(game: &G) -> Work {
    let mut work = Work { what: "random games".into(), playouts: N_PLAYOUTS, ..Work::default() };
    for stream in 0..N_PLAYOUTS {
        let played =
            ludex_game::playout(&mut rng(SEED, stream), game, &mut game.initial(), N_PLIES_MAX);
        work.plies += u64::from(played.n_plies);
        work.results += &format!("{:?}\n", played.goals);
    }
    work
}

/// The totals of fixed searches, as data.
#[derive(Serialize, JsonSchema)]
pub struct SignatureData {
    searches: Vec<WorkData>,
    total: WorkData,
}

/// The totals of one player in one game, as data.
#[derive(Serialize, JsonSchema)]
struct WorkData {
    game: String,
    what: String,
    nodes: u64,
    playouts: u64,
    plies: u64,
    /// A digest of all results.
    results: String,
}
