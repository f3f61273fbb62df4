//! A match under way: its blackboard and its threads.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_game::{Game, Playable, RoleId};
use ludex_gdl::circuit::{Budget, Grounded};
use ludex_gdl::single::CircuitGame;
use ludex_gdl::{Limits, Reference, Sheet, Source};
use ludex_search::{Context, Seat as Player, Spec, puzzle};
use tracing::{Span, info, info_span, warn};

use super::blackboard::Blackboard;
use super::library::Library;
use super::quota::Quota;
use super::start_learner::StartLearner;
use super::thinker::{CIRCUIT, REASONER, Thinker};

/// A match of the player service. Dropping it ends its threads.
pub(super) struct MatchSeat {
    pub(super) blackboard: Arc<Blackboard>,
    pub(super) play_clock: Duration,
    /// The contents of the START message, to recognise a repeated one.
    pub(super) role: String,
    pub(super) rules: String,
}

/// The settings of a match that its threads share.
pub(super) struct MatchSettings {
    pub(super) id: String,
    pub(super) role: String,
    pub(super) rules: String,
    pub(super) play_clock: Duration,
    /// The time at which play begins.
    pub(super) start: Instant,
    /// The player, if the user named one.
    pub(super) spec: Option<Spec>,
    pub(super) library: Arc<Library>,
    pub(super) quota: Quota,
    pub(super) seed: u64,
    /// The time without messages after which the match is over.
    pub(super) patience: Duration,
}

impl MatchSettings {
    /// The memory of the search.
    pub(super) fn memory(&self) -> usize {
        self.quota.memory_bytes / 2
    }

    /// The context in which players are made.
    fn context(&self) -> Context {
        Context { seed: self.seed, n_threads: self.quota.n_threads, connect: Some(crate::connect) }
    }
}

/// The time limit of grounding, which runs in the background.
const GROUND_TIME_MAX: Duration = Duration::from_secs(120);

impl MatchSeat {
    /// Starts the threads of a match.
    pub(super) fn begin(settings: MatchSettings) -> std::io::Result<Self> {
        let blackboard = Arc::new(Blackboard::new(settings.patience));
        let seat = Self {
            blackboard: Arc::clone(&blackboard),
            play_clock: settings.play_clock,
            role: settings.role.clone(),
            rules: settings.rules.clone(),
        };
        // The lines of all threads name the match.
        let _span = info_span!("match", id = settings.id, role = settings.role).entered();
        spawn("keeper", Arc::clone(&blackboard), move || keep(&Arc::new(settings), &blackboard))?;
        Ok(seat)
    }
}

impl Drop for MatchSeat {
    fn drop(&mut self) {
        self.blackboard.close();
    }
}

/// Starts a thread. If it panics, the keeper takes the lead.
fn spawn(
    name: &'static str,
    blackboard: Arc<Blackboard>,
    work: impl FnOnce() + Send + 'static,
) -> std::io::Result<()> {
    let span = Span::current();
    std::thread::Builder::new().name(name.into()).spawn(move || {
        let _span = span.entered();
        let work = std::panic::AssertUnwindSafe(work);
        if std::panic::catch_unwind(work).is_err() {
            tracing::error!(name, "a thread panicked");
            blackboard.lead(super::blackboard::Rank::Keeper);
        }
    })?;
    Ok(())
}

/// The keeper: reads the rules, starts the thinker and holds a legal move for each turn.
fn keep(settings: &Arc<MatchSettings>, blackboard: &Arc<Blackboard>) {
    let (sheet, problems) = Sheet::parse(Source::new("the rules", settings.rules.as_str()));
    if let Some(problem) = problems.iter().find(|problem| problem.is_error()) {
        return blackboard.fail(format!("the rules cannot be read: {}", problem.message));
    }
    let reference = match Reference::new(&sheet, limits(settings)) {
        Ok(reference) => Arc::new(reference),
        Err(error) => return blackboard.fail(format!("the rules cannot be played: {error}")),
    };
    let Some(role) = find_role(&*reference, &settings.role) else {
        return blackboard.fail(format!("the rules have no role {}", settings.role));
    };
    blackboard.play_role(role.index());
    let sheet = Arc::new(sheet);
    let thinker = {
        let (settings, blackboard, sheet) =
            (Arc::clone(settings), Arc::clone(blackboard), Arc::clone(&sheet));
        let reference = Arc::clone(&reference);
        move || think(&settings, &blackboard, &sheet, &reference, role)
    };
    if let Err(error) = spawn("thinker", Arc::clone(blackboard), thinker) {
        warn!(%error, "the thinker cannot be started");
    }
    Thinker::new(reference, role, Arc::clone(blackboard), settings.seed).run(false);
}

fn find_role(game: &impl Game, name: &str) -> Option<RoleId> {
    let roles = game.roles();
    let exact = roles.iter().position(|role| role.name == name);
    let loose = || roles.iter().position(|role| role.name.eq_ignore_ascii_case(name));
    exact.or_else(loose).map(RoleId::new)
}

/// The memory of a match is one half for the tree, one quarter for the circuit and one
/// eighth for each of two reasoners.
fn limits(settings: &MatchSettings) -> Limits {
    Limits { memory_bytes_max: settings.quota.memory_bytes / 8, ..Limits::default() }
}

/// The thinker: compiles the rules and searches on the circuit, or else on the reasoner.
fn think(
    settings: &Arc<MatchSettings>,
    blackboard: &Arc<Blackboard>,
    sheet: &Arc<Sheet>,
    reference: &Reference,
    role: RoleId,
) {
    let started = Instant::now();
    let learner = match settings.spec {
        None => {
            Some(StartLearner::new(Arc::clone(settings), Arc::clone(blackboard), Arc::clone(sheet)))
        }
        Some(_) => None,
    };
    let budget = Budget {
        time_max: GROUND_TIME_MAX,
        memory_bytes_max: settings.quota.memory_bytes / 4,
        ..Budget::default()
    };
    match Grounded::new(sheet, reference, &budget) {
        Ok(grounded) => {
            let game = Arc::new(CircuitGame::new(Arc::new(grounded)));
            info!(ms = started.elapsed().as_millis() as u64, "the circuit is ready");
            if let Some(learner) = learner {
                let game = Arc::clone(&game);
                let study = move || learner.study(&game);
                if let Err(error) = spawn("learner", Arc::clone(blackboard), study) {
                    warn!(%error, "the learner cannot be started");
                }
            }
            search(settings, blackboard, game, role, true);
        }
        Err(why) => {
            info!(%why, "there is no circuit");
            // A reasoner of its own: a fault in the search must not stop the keeper.
            match Reference::new(sheet, limits(settings)) {
                Ok(game) => search(settings, blackboard, Arc::new(game), role, false),
                Err(error) => warn!(%error, "no player for this game"),
            }
        }
    }
}

fn search<G: Playable>(
    settings: &MatchSettings,
    blackboard: &Arc<Blackboard>,
    game: Arc<G>,
    role: RoleId,
    leads: bool,
) {
    let player = match seat(settings, &game) {
        Ok(player) => player,
        Err(error) => return warn!(%error, "no player for this game"),
    };
    // Another program prepares itself when the thinker begins to ponder.
    if settings.spec.is_some() && !player.player.is_program() {
        blackboard.be_ready();
    }
    let thinker = Thinker::new(game, role, Arc::clone(blackboard), settings.seed);
    let engine = if leads { CIRCUIT } else { REASONER };
    thinker.with_seat(player, settings.context(), engine).run(leads);
}

/// The player of a match: the one that the user named, a solver for puzzles, else UCT.
fn seat<G: Playable>(
    settings: &MatchSettings,
    game: &Arc<G>,
) -> Result<Player<G>, ludex_search::SpecError> {
    let context = settings.context();
    let memory = format!("{}MB", settings.memory() >> 20);
    let usual = match puzzle::is_puzzle(&**game) {
        true => "puzzle:nodes=1000G",
        false => "uct",
    };
    let usual = Spec::parse(usual)?.or("memory", &memory);
    let Some(spec) = &settings.spec else { return usual.seat(game, &context) };
    let bounded = spec.clone().or("memory", &memory).seat(game, &context);
    bounded.or_else(|_| spec.seat(game, &context)).or_else(|error| {
        warn!(%error, "the player cannot play this game; the default player does");
        usual.seat(game, &context)
    })
}
