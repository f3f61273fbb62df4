//! Tournaments: scheduled matches of games, many at a time.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use ludex_arena::match_runner::MatchError;
use ludex_arena::{Pairing, Run, RunError};
use ludex_game::Playable;
use ludex_gdl::Engine;
use ludex_search::play::RulesFault;

use super::Terms;
use super::contestant::Contestant;
use super::hosted_match::{HostedMatch, Played};
use super::outcome::MatchOutcome;
use super::spectators::SpectatorPages;
use super::summary::Summary;
use crate::http::AddressError;
use crate::lock;
use crate::message::tidy;

/// A game, its players and its schedule.
pub struct Tournament {
    run: Run,
    stage: Box<dyn Stage>,
}

/// The error of a tournament that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// A player has no address that can be reached.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The game has no rule sheet to send to players.
    #[error("{0} has no rule sheet to send to players")]
    NoRules(String),
}

impl Tournament {
    /// Prepares the matches of a run that are left, on any engine. `n_at_a_time` is the
    /// number of matches at a time.
    pub fn new<G: Playable>(
        run: Run,
        game: Arc<G>,
        terms: Terms,
        n_at_a_time: usize,
    ) -> Result<Self, TournamentError> {
        let setup = run.setup();
        let rules = game.rules().ok_or_else(|| TournamentError::NoRules(setup.game.clone()))?;
        // Without comments and line ends.
        let rules = tidy(rules);
        let contestant = |spec| Contestant::new(spec, 2 * n_at_a_time, terms.seed);
        let contestants = setup.players.iter().map(contestant).collect::<Result<_, _>>()?;
        let players = setup.players.iter().map(ToString::to_string).collect();
        let name = setup.game.clone();
        let stage = Box::new(Ready { game, name, rules, contestants, players, terms });
        Ok(Self { run, stage })
    }

    /// The same for the engine of a rule sheet.
    ///
    /// ```
    /// use ludex_arena::{Run, Setup, schedule::Schedule};
    /// use ludex_gdl::{Engine, Limits, Sheet, library};
    /// use ludex_server::host::{Terms, Tournament};
    ///
    /// let (sheet, _) = Sheet::parse(library::find("nim").unwrap().source());
    /// let loaded = Engine::load(&sheet, &Limits::default(), &Default::default()).unwrap();
    /// let setup = Setup {
    ///     game: "nim".into(),
    ///     rules: None,
    ///     players: vec!["random".parse().unwrap(); 2],
    ///     schedule: Schedule::of_match(2, 4),
    ///     seed: 1,
    ///     n_opening: 0,
    ///     n_plies_max: 100,
    /// };
    /// let run = Run::new(setup);
    /// let event = Tournament::of_engine(run, loaded.engine, Terms::default(), 1).unwrap();
    /// assert_eq!(event.run().progress().n_max, 4);
    /// ```
    pub fn of_engine(
        run: Run,
        engine: Engine,
        terms: Terms,
        n_at_a_time: usize,
    ) -> Result<Self, TournamentError> {
        match engine {
            Engine::Circuit(game) => Self::new(run, game, terms, n_at_a_time),
            Engine::Reference(game) => Self::new(run, game, terms, n_at_a_time),
        }
    }

    /// The run with its records.
    pub fn run(&self) -> &Run {
        &self.run
    }
}

/// The matches of one game, of any type.
trait Stage: Send + Sync {
    fn play(
        &self,
        pairing: &Pairing,
        id: String,
        pages: Option<&SpectatorPages>,
    ) -> Result<Played, RulesFault>;

    fn play_clock(&self) -> Duration;

    /// The names of the roles, without chance.
    fn roles(&self) -> Vec<String>;
}

struct Ready<G: Playable> {
    game: Arc<G>,
    name: String,
    rules: String,
    contestants: Vec<Contestant>,
    players: Vec<String>,
    terms: Terms,
}

impl<G: Playable> Stage for Ready<G> {
    fn play(
        &self,
        pairing: &Pairing,
        id: String,
        pages: Option<&SpectatorPages>,
    ) -> Result<Played, RulesFault> {
        let Self { game, name, rules, contestants, players, terms } = self;
        HostedMatch { game, name, rules, terms, contestants, players, pairing, id, pages }.play()
    }

    fn play_clock(&self) -> Duration {
        self.terms.play_clock
    }

    fn roles(&self) -> Vec<String> {
        let roles = self.game.roles().iter().filter(|role| !role.is_chance());
        roles.map(|role| role.name.clone()).collect()
    }
}

/// Plays all matches of some tournaments, and reports each when it has ended and is
/// stored. The summary has players in the order of their names.
pub fn play(
    events: &mut [Tournament],
    n_at_a_time: usize,
    pages: Option<&SpectatorPages>,
    mut notice: impl FnMut(MatchOutcome),
) -> Result<Summary, RunError> {
    let mut summary = Summary::default();
    let due = due(events);
    let n_due = due.len();
    let queue = Mutex::new(due);
    let prefix = format!("ludex.{}", std::process::id());
    let (sender, receiver) = mpsc::channel();
    let (runs, stages): (Vec<&mut Run>, Vec<&dyn Stage>) =
        events.iter_mut().map(|event| (&mut event.run, &*event.stage)).unzip();
    let (mut runs, stages) = (runs, &stages);
    std::thread::scope(|scope| {
        for _ in 0..n_at_a_time.clamp(1, n_due.max(1)) {
            let (queue, sender, prefix) = (&queue, sender.clone(), &prefix);
            scope.spawn(move || {
                loop {
                    let Some((at, pairing)) = lock(queue).pop_front() else { return };
                    let id = format!("{prefix}.{at}.{}", pairing.number);
                    let played = stages[at].play(&pairing, id, pages);
                    if sender.send((at, played)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (at, played) in receiver {
            let setup = runs[at].setup();
            let names = setup.players.iter().map(ToString::to_string);
            let kept = match played {
                Ok(played) => {
                    summary.add(&names.collect::<Vec<_>>(), &played, stages[at].play_clock());
                    let outcome = MatchOutcome::of(setup, &stages[at].roles(), &played.record);
                    let kept = runs[at].add(vec![played.record]).map_err(RunError::from);
                    kept.map(|_| notice(outcome))
                }
                Err(fault) => Err(MatchError::from(fault).into()),
            };
            if let Err(error) = kept {
                lock(&queue).clear();
                return Err(error);
            }
        }
        Ok(summary)
    })
}

/// All matches that are left, those of different games in turn.
fn due(events: &[Tournament]) -> VecDeque<(usize, Pairing)> {
    let lists = events.iter().map(|event| event.run.setup().schedule.due(event.run.records()));
    let mut lists: Vec<VecDeque<Pairing>> = lists.map(VecDeque::from).collect();
    let mut due = VecDeque::new();
    while lists.iter().any(|list| !list.is_empty()) {
        for (at, list) in lists.iter_mut().enumerate() {
            due.extend(list.pop_front().map(|pairing| (at, pairing)));
        }
    }
    due
}
