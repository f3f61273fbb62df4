//! A match that is being played: its mind, and the threads that think.

use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{Game, Playable, RoleId};
use gdl::circuit::{Budget, Grounded};
use gdl::single::CircuitGame;
use gdl::{Limits, Reference, Sheet, Source};
use search::{Context, Seat as Player, Spec, puzzle};
use tracing::{Span, info, warn};

use super::brain::Brain;
use super::library::Library;
use super::mind::Mind;
use super::pupil::Pupil;
use super::share::Share;

/// A match, as its player sees it.
pub(super) struct Seat {
    pub(super) mind: Arc<Mind>,
    pub(super) play_clock: Duration,
    /// What was asked for, to know it again.
    pub(super) role: String,
    pub(super) rules: String,
}

/// Everything that the threads of a match need.
pub(super) struct Brief {
    pub(super) id: String,
    pub(super) role: String,
    pub(super) rules: String,
    pub(super) play_clock: Duration,
    /// When play begins.
    pub(super) start: Instant,
    /// Who plays, if the user says so.
    pub(super) spec: Option<Spec>,
    pub(super) library: Arc<Library>,
    pub(super) share: Share,
    pub(super) seed: u64,
    /// How long a manager may be silent.
    pub(super) patience: Duration,
}

impl Brief {
    /// How much memory what is searched may take.
    pub(super) fn memory(&self) -> usize {
        self.share.memory_bytes / 2
    }

    /// What players are given.
    fn context(&self) -> Context {
        Context { seed: self.seed, n_threads: self.share.n_threads }
    }
}

/// How long grounding may take. It is done in the background.
const GROUND_TIME_MAX: Duration = Duration::from_secs(120);

impl Seat {
    /// Begins to think about a match.
    pub(super) fn begin(brief: Brief) -> std::io::Result<Self> {
        let mind = Arc::new(Mind::new(brief.patience));
        let seat = Self {
            mind: Arc::clone(&mind),
            play_clock: brief.play_clock,
            role: brief.role.clone(),
            rules: brief.rules.clone(),
        };
        spawn("keeper", Arc::clone(&mind), move || keep(&Arc::new(brief), &mind))?;
        Ok(seat)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.mind.close();
    }
}

/// Starts a thread that may fail, and says so if it does.
fn spawn(
    name: &'static str,
    mind: Arc<Mind>,
    work: impl FnOnce() + Send + 'static,
) -> std::io::Result<()> {
    let span = Span::current();
    std::thread::Builder::new().name(name.into()).spawn(move || {
        let _span = span.entered();
        let work = std::panic::AssertUnwindSafe(work);
        if std::panic::catch_unwind(work).is_err() {
            tracing::error!(name, "a thread failed");
            mind.lead(super::mind::Rank::Keeper);
        }
    })?;
    Ok(())
}

/// Reads the rules and keeps a legal move at hand; others think meanwhile.
fn keep(brief: &Arc<Brief>, mind: &Arc<Mind>) {
    let (sheet, problems) = Sheet::parse(Source::new("the rules", brief.rules.as_str()));
    if let Some(problem) = problems.iter().find(|problem| problem.is_error()) {
        return mind.fail(format!("the rules cannot be read: {}", problem.message));
    }
    let reference = match Reference::new(&sheet, limits(brief)) {
        Ok(reference) => Arc::new(reference),
        Err(error) => return mind.fail(format!("the rules cannot be played: {error}")),
    };
    let Some(role) = find_role(&*reference, &brief.role) else {
        return mind.fail(format!("the rules have no role {}", brief.role));
    };
    mind.play_role(role.index());
    let sheet = Arc::new(sheet);
    let thinker = {
        let (brief, mind, sheet) = (Arc::clone(brief), Arc::clone(mind), Arc::clone(&sheet));
        let reference = Arc::clone(&reference);
        move || think(&brief, &mind, &sheet, &reference, role)
    };
    if let Err(error) = spawn("thinker", Arc::clone(mind), thinker) {
        warn!(%error, "no thread to think with");
    }
    Brain::new(reference, role, Arc::clone(mind), brief.seed).run(false);
}

fn find_role(game: &impl Game, name: &str) -> Option<RoleId> {
    let roles = game.roles();
    let exact = roles.iter().position(|role| role.name == name);
    let loose = || roles.iter().position(|role| role.name.eq_ignore_ascii_case(name));
    exact.or_else(loose).map(RoleId::new)
}

/// Half of a match's memory is the tree's, a quarter the circuit's; the rest is for
/// the reasoners.
fn limits(brief: &Brief) -> Limits {
    Limits { memory_bytes_max: brief.share.memory_bytes / 8, ..Limits::default() }
}

/// Finds the engine that suits the game, and searches on it.
fn think(
    brief: &Arc<Brief>,
    mind: &Arc<Mind>,
    sheet: &Arc<Sheet>,
    reference: &Reference,
    role: RoleId,
) {
    let started = Instant::now();
    let pupil = match brief.spec {
        None => Some(Pupil::new(Arc::clone(brief), Arc::clone(mind), Arc::clone(sheet))),
        Some(_) => None,
    };
    let budget = Budget {
        time_max: GROUND_TIME_MAX,
        memory_bytes_max: brief.share.memory_bytes / 4,
        ..Budget::default()
    };
    match Grounded::new(sheet, reference, &budget) {
        Ok(grounded) => {
            let game = Arc::new(CircuitGame::new(Arc::new(grounded)));
            info!(ms = started.elapsed().as_millis() as u64, "the circuit is ready");
            if let Some(pupil) = pupil {
                let game = Arc::clone(&game);
                let study = move || pupil.study(&game);
                if let Err(error) = spawn("pupil", Arc::clone(mind), study) {
                    warn!(%error, "no thread to learn with");
                }
            }
            search(brief, mind, game, role, true);
        }
        Err(why) => {
            info!(%why, "there is no circuit");
            // What a search runs into is no matter of the keeper's.
            match Reference::new(sheet, limits(brief)) {
                Ok(game) => search(brief, mind, Arc::new(game), role, false),
                Err(error) => warn!(%error, "there is nobody to think"),
            }
        }
    }
}

fn search<G: Playable>(brief: &Brief, mind: &Arc<Mind>, game: Arc<G>, role: RoleId, leads: bool) {
    let player = match seat(brief, &game) {
        Ok(player) => player,
        Err(error) => return warn!(%error, "there is nobody to think"),
    };
    // Another program prepares itself when the thinker begins to ponder.
    if brief.spec.is_some() && !player.player.is_program() {
        mind.be_ready();
    }
    let brain = Brain::new(game, role, Arc::clone(mind), brief.seed);
    brain.with_seat(player, brief.context()).run(leads);
}

/// The player that suits a game: the one that the user wants, a solver where one
/// is alone, else UCT.
fn seat<G: Playable>(brief: &Brief, game: &Arc<G>) -> Result<Player<G>, search::SpecError> {
    let context = brief.context();
    let memory = format!("{}MB", brief.memory() >> 20);
    let usual = match puzzle::is_puzzle(&**game) {
        true => "puzzle:nodes=1000G",
        false => "uct",
    };
    let usual = Spec::parse(usual)?.or("memory", &memory);
    let Some(spec) = &brief.spec else { return usual.seat(game, &context) };
    let bounded = spec.clone().or("memory", &memory).seat(game, &context);
    bounded.or_else(|_| spec.seat(game, &context)).or_else(|error| {
        warn!(%error, "someone else plays this game");
        usual.seat(game, &context)
    })
}
