//! Matches of some games, many at a time.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use arena::{Encounter, Run, StoreError};
use game::Playable;

use super::Terms;
use super::contestant::Contestant;
use super::gallery::Gallery;
use super::summary::Summary;
use super::table::{Played, Table};
use crate::http::AddressError;
use crate::lock;
use crate::message::tidy;

/// A game, its players and who meets whom.
pub struct Event {
    run: Run,
    stage: Box<dyn Stage>,
}

/// Why an event cannot be held.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// A player has no address that can be reached.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// There is nothing to tell players.
    #[error("{0} has no rule sheet that players could be told")]
    NoRules(String),
}

impl Event {
    /// Prepares to play what is left of a run, on whatever engine its game has.
    /// `n_at_a_time` is how many matches there may be at a time.
    pub fn new<G: Playable>(
        run: Run,
        game: Arc<G>,
        terms: Terms,
        n_at_a_time: usize,
    ) -> Result<Self, EventError> {
        let setup = run.setup();
        let rules = game.rules().ok_or_else(|| EventError::NoRules(setup.game.clone()))?;
        // Comments and lines are for people.
        let rules = tidy(rules);
        let contestant = |spec| Contestant::new(spec, 2 * n_at_a_time, terms.seed);
        let contestants = setup.players.iter().map(contestant).collect::<Result<_, _>>()?;
        let players = setup.players.iter().map(ToString::to_string).collect();
        let name = setup.game.clone();
        let stage = Box::new(Ready { game, name, rules, contestants, players, terms });
        Ok(Self { run, stage })
    }

    /// What was played so far.
    pub fn run(&self) -> &Run {
        &self.run
    }
}

/// Where matches of one game are played, whatever its types are.
trait Stage: Send + Sync {
    fn play(&self, encounter: &Encounter, id: String, gallery: Option<&Gallery>) -> Played;

    fn play_clock(&self) -> Duration;
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
    fn play(&self, encounter: &Encounter, id: String, gallery: Option<&Gallery>) -> Played {
        let Self { game, name, rules, contestants, players, terms } = self;
        Table { game, name, rules, terms, contestants, players, encounter, id, gallery }.play()
    }

    fn play_clock(&self) -> Duration {
        self.terms.play_clock
    }
}

/// Plays all matches of some events, and tells after each how many there were.
/// What is said of players is in the order of their names.
pub fn play(
    events: &mut [Event],
    n_at_a_time: usize,
    gallery: Option<&Gallery>,
    mut notice: impl FnMut(usize),
) -> Result<Summary, StoreError> {
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
                    let Some((at, encounter)) = lock(queue).pop_front() else { return };
                    let id = format!("{prefix}.{at}.{}", encounter.number);
                    let played = stages[at].play(&encounter, id, gallery);
                    if sender.send((at, played)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (n_played, (at, played)) in receiver.into_iter().enumerate() {
            let names = runs[at].setup().players.iter().map(ToString::to_string);
            summary.add(&names.collect::<Vec<_>>(), &played, stages[at].play_clock());
            if let Err(error) = runs[at].add(vec![played.record]) {
                lock(&queue).clear();
                return Err(error);
            }
            notice(n_played + 1);
        }
        Ok(summary)
    })
}

/// All matches that are to be played, those of different games in turn.
fn due(events: &[Event]) -> VecDeque<(usize, Encounter)> {
    let lists = events.iter().map(|event| event.run.setup().schedule.due(event.run.records()));
    let mut lists: Vec<VecDeque<Encounter>> = lists.map(VecDeque::from).collect();
    let mut due = VecDeque::new();
    while lists.iter().any(|list| !list.is_empty()) {
        for (at, list) in lists.iter_mut().enumerate() {
            due.extend(list.pop_front().map(|encounter| (at, encounter)));
        }
    }
    due
}
