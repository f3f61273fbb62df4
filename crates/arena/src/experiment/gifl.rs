//! UCT with learned features against UCT without.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gdl::single::CircuitGame;
use gdl::{Engine, Sheet, library};
use learn::features::{Guard, Teacher};
use search::Features;

use super::matches::{trial, with_cost};
use super::{About, Cost, Desk, Experiment, Figure, Row, Size};
use crate::hall::HallError;
use crate::schedule::Schedule;
use crate::stats::Tally;
use crate::{Progress, Run, RunError, Setup, Standings};

/// Table 2: the game, its playouts a move, and what the learner scored.
type Line = (&'static str, u32, f64);
const TABLE: [Line; 8] = [
    ("pawn-whopping", 1000, 0.95),
    ("knightthrough", 1000, 0.92),
    ("breakthrough", 1000, 0.825),
    ("checkers", 150, 0.78),
    ("connect-four", 1000, 0.575),
    ("chess", 25, 0.548),
    ("pentago", 1000, 0.5),
    ("quarto", 1000, 0.49),
];

/// How many games a match has.
const N_GAMES: [u32; 3] = [20, 100, 400];

/// A game with what was learned of it.
struct Pupil {
    name: &'static str,
    paper: f64,
    game: Arc<CircuitGame>,
    features: Features,
    setup: Setup,
}

/// Table 2 of the paper.
pub(super) struct Gifl;

impl Experiment for Gifl {
    fn about(&self) -> About {
        ABOUT
    }

    fn cost(&self, size: Size, desk: &Desk<'_>) -> Result<Cost, RunError> {
        let mut cost = Cost::default();
        for line in TABLE {
            let pupil = Pupil::new(line, size, desk)?;
            with_cost(&mut cost, &kind(size), &pupil.setup, desk, || {
                trial(&pupil.game, &pupil.setup)
            })?;
        }
        Ok(cost)
    }

    fn run(&self, size: Size, desk: &mut Desk<'_>) -> Result<Vec<Row>, RunError> {
        let n_games = size.of(N_GAMES);
        let n_max = n_games * TABLE.len() as u32;
        let mut rows = Vec::new();
        for (at, line) in TABLE.into_iter().enumerate() {
            let pupil = Pupil::new(line, size, desk)?;
            let mut run = desk.begin(&kind(size), pupil.setup.clone())?;
            let n_before = at as u32 * n_games;
            let notice = &mut *desk.notice;
            run.play(&pupil.game, desk.n_threads, &mut |progress| {
                notice(Progress { n_played: n_before + progress.n_played, n_max });
            })?;
            rows.push(pupil.row(&run));
        }
        Ok(rows)
    }
}

/// What its runs are called in the store.
fn kind(size: Size) -> String {
    format!("{} {size}", ABOUT.id)
}

impl Pupil {
    /// Loads a game of the table, and learns its features or reads what was
    /// learned before.
    fn new(line: Line, size: Size, desk: &Desk<'_>) -> Result<Self, RunError> {
        let (name, n_playouts, paper) = line;
        let fault = |what: String| RunError::Hall(HallError::Fault(format!("{name}: {what}")));
        let source = library::find(name).ok_or_else(|| fault("it is not bundled".into()))?;
        let (sheet, _) = Sheet::parse(source.source());
        let loaded = Engine::load(&sheet, &Default::default(), &Default::default());
        let Engine::Circuit(game) = loaded.map_err(|error| fault(error.to_string()))?.engine else {
            return Err(fault("it has no circuit".into()));
        };
        let game = Arc::new(*game);
        let path = place(desk, name);
        let known = std::fs::read_to_string(&path).ok().filter(|_| !desk.is_fresh);
        let known = known.and_then(|text| Features::parse(&text).ok());
        let features = match known {
            Some(features) => features,
            None => {
                let features = lesson(&game, n_playouts, desk.seed).map_err(fault)?;
                std::fs::write(&path, features.to_string())
                    .map_err(|error| fault(format!("{}: {error}", path.display())))?;
                features
            }
        };
        let plain = format!("uct:playouts={n_playouts},memory=64MB");
        let learned = format!("{plain},features={}", path.display());
        let spec = |text: String| text.parse().map_err(HallError::Spec);
        let setup = Setup {
            game: name.into(),
            rules: None,
            players: vec![spec(learned)?, spec(plain)?],
            schedule: Schedule::of_match(2, size.of(N_GAMES)),
            seed: desk.seed,
            n_opening: 0,
            n_plies_max: 1000,
        };
        Ok(Self { name, paper, game, features, setup })
    }

    fn row(&self, run: &Run) -> Row {
        let standings = Standings::new(run.setup(), run.records());
        let line = &standings.lines[0];
        let Tally { wins, draws, losses } = line.tally;
        let use_of = if self.features.are_used { "" } else { ", switched off by the guard" };
        Row {
            group: String::new(),
            label: self.name.into(),
            paper: Some(self.paper),
            ours: line.sample.mean().map(|value| Figure { value, interval: line.interval }),
            remark: format!(
                "{wins}-{draws}-{losses}, {} features{use_of}",
                self.features.list.len()
            ),
        }
    }
}

/// Where the features of a game are kept.
fn place(desk: &Desk<'_>, name: &str) -> PathBuf {
    let folder = desk.store.as_deref().and_then(Path::parent);
    let folder = folder.map_or_else(std::env::temp_dir, Path::to_path_buf);
    folder.join(format!("gifl-{name}-{}.txt", desk.seed))
}

/// Learns the features of a game, judged at no more playouts than they are for;
/// the error says why there are none.
fn lesson(game: &Arc<CircuitGame>, n_playouts: u32, seed: u64) -> Result<Features, String> {
    let usual = Guard::default();
    let guard = Guard { n_playouts: usual.n_playouts.min(n_playouts.into()), ..usual };
    let features = Features { others: 1.0, ..Features::default() };
    let teacher = Teacher { guard: Some(guard), features, ..Teacher::default() };
    Ok(teacher.teach(game, seed)?.features)
}

const ABOUT: About = About {
    id: "gifl-2",
    title: "Playouts that follow learned features, at equal playouts",
    source: "Kirci, Sturtevant and Schaeffer, A GGP Feature Learning Algorithm (2011), Table 2",
    claim: "Features learned from random games improve UCT in most games.",
    figure: "points of the learner, draws by half, as a share of all",
    sizes: ["20 games for each match", "100 games for each match", "400 games for each match"],
    method: &[
        "Features are learned from 500 random games; docs/FEATURES.md tells how, and what the \
         source leaves open. UCT with playouts that follow them meets UCT with playouts that do \
         not, at the source's number of playouts. Players change roles from game to game.",
        "Unlike the source, opponents in a playout follow features always and not half of the \
         time, which is better here, and features that do not score more than half in a short \
         match at no more than 200 playouts are switched off: the players are then alike.",
        "Up to 100,000 playouts, at most one in 2,048 visits is in flight: one at a time, unless \
         a tree kept from the move before has more visits.",
        "Games of the source that have no name, and those whose sheets are not bundled, are left \
         out. Chess is the bundled sheet, which may not be the source's.",
    ],
};
