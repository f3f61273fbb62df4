//! Where messages are answered.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use search::Spec;
use tracing::{debug, info, warn};

use super::latency::Latency;
use super::library::Library;
use super::mind::{Answer, NO_MOVE, Thought};
use super::seat::{Brief, Seat};
use super::share::Shares;
use crate::http::{Request, Response};
use crate::lock;
use crate::message::Message;

/// What a player is and what it may take.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What it calls itself.
    pub name: String,
    /// Who plays; what suits the game if nothing is said.
    pub player: Option<Spec>,
    /// Threads that search, in all matches together.
    pub n_threads: usize,
    /// Memory for all matches together, in bytes.
    pub memory_bytes: usize,
    /// How many matches there may be at a time.
    pub n_matches_max: usize,
    /// Where knowledge of games is kept.
    pub knowledge: Option<PathBuf>,
    /// Managers may be silent for three times both clocks, and so much longer.
    pub patience: Duration,
    /// All randomness comes from it.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: "Ludex".into(),
            player: None,
            n_threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory_bytes: 4 << 30,
            n_matches_max: 12,
            knowledge: None,
            patience: Duration::from_secs(30),
            seed: 1,
        }
    }
}

/// A player: answers messages about any number of matches.
///
/// ```
/// use std::time::Instant;
/// use server::player::{Desk, Settings};
///
/// let desk = Desk::new(Settings { name: "Anna".into(), ..Settings::default() });
/// let reply = desk.answer(&"( INFO )".parse().unwrap(), Instant::now());
/// assert_eq!(reply.text, "( ( name Anna ) ( status available ) )");
/// let reply = desk.answer(&"( PLAY m1 NIL )".parse().unwrap(), Instant::now());
/// assert_eq!(reply.text, "busy");
/// ```
pub struct Desk {
    settings: Settings,
    matches: Mutex<HashMap<String, Arc<Seat>>>,
    shares: Arc<Shares>,
    library: Arc<Library>,
    latency: Latency,
    n_started: AtomicU64,
}

/// What is said to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// In the words of the protocol.
    pub text: String,
    /// How a move was found, if it is one.
    pub thought: Option<Thought>,
}

/// How long to wait for another match to make room.
const ROOM_PATIENCE: Duration = Duration::from_secs(2);

/// Longer names of matches are nobody's.
const ID_BYTES_MAX: usize = 1024;

impl Desk {
    /// A player without matches.
    pub fn new(settings: Settings) -> Self {
        let Settings { n_matches_max, n_threads, memory_bytes, .. } = settings;
        Self {
            shares: Arc::new(Shares::new(n_matches_max.max(1), n_threads, memory_bytes)),
            library: Arc::new(Library::new(settings.knowledge.clone())),
            matches: Mutex::default(),
            latency: Latency::default(),
            n_started: AtomicU64::new(0),
            settings,
        }
    }

    /// Answers a request.
    pub fn respond(&self, request: &Request) -> Response {
        let message: Message = match request.body.parse() {
            Ok(message) => message,
            Err(error) => {
                info!(%error, "no message");
                return Response::refusal(400, error.to_string());
            }
        };
        if let Message::Play { .. } = message {
            self.latency.note_receiving(request.receiving);
        }
        let reply = self.answer(&message, request.arrived);
        let remark = reply.thought.map(|thought| (crate::http::REMARK, thought.word().to_string()));
        Response { remark, ..Response::text(reply.text) }
    }

    /// Answers a message that arrived at a certain time.
    pub fn answer(&self, message: &Message, arrived: Instant) -> Reply {
        if message.id().is_some_and(|id| id.len() > ID_BYTES_MAX) {
            return say("busy");
        }
        match message {
            Message::Info => self.info(),
            Message::Start { .. } => self.start(message, arrived),
            Message::Play { id, moves } => self.play(id, moves.as_deref(), arrived),
            Message::Stop { id, moves } => self.end(id, "done", moves.as_deref()),
            Message::Abort { id } => self.end(id, "aborted", None),
            Message::Preview { .. } => say("ready"),
        }
    }

    /// Whether a match is played with what was learned of its game.
    pub fn is_taught(&self, id: &str) -> bool {
        lock(&self.matches).get(id).is_some_and(|seat| seat.mind.is_taught())
    }

    /// Of how many games something was learned since it began.
    pub fn n_learned(&self) -> usize {
        self.library.n_recent()
    }

    fn info(&self) -> Reply {
        self.tidy_up();
        let status = if self.shares.is_free() { "available" } else { "busy" };
        say(format!("( ( name {} ) ( status {status} ) )", self.settings.name))
    }

    /// Forgets matches whose managers are gone.
    fn tidy_up(&self) {
        lock(&self.matches).retain(|id, seat| {
            let is_over = seat.mind.is_over();
            if is_over {
                warn!(id, "nothing was heard of the match for long; it is given up");
            }
            !is_over
        });
    }

    fn start(&self, message: &Message, arrived: Instant) -> Reply {
        let Message::Start { id, role, rules, start_clock, play_clock } = message else {
            return say("busy");
        };
        self.tidy_up();
        let margin = self.latency.margin(*start_clock);
        let until = arrived + start_clock.saturating_sub(2 * margin).max(*start_clock / 2);
        let known = lock(&self.matches).get(id).cloned();
        let seat = match known {
            // The same message once more.
            Some(seat) if seat.role == *role && seat.rules == *rules => seat,
            Some(_) => {
                warn!(id, "there is another match of this name");
                return say("busy");
            }
            None => {
                let patience = (*start_clock / 2).min(ROOM_PATIENCE);
                let Some(share) = self.shares.take_before(arrived + patience) else {
                    warn!(id, "there is no room for another match");
                    return say("busy");
                };
                info!(id, role, ?start_clock, ?play_clock, "a match begins");
                let brief = Brief {
                    id: id.clone(),
                    role: role.clone(),
                    rules: rules.clone(),
                    play_clock: *play_clock,
                    start: until,
                    spec: self.settings.player.clone(),
                    library: Arc::clone(&self.library),
                    share,
                    seed: self.settings.seed ^ self.n_started.fetch_add(1, Relaxed) << 32,
                    patience: 3 * (*start_clock + *play_clock) + self.settings.patience,
                };
                let Ok(seat) = Seat::begin(brief).map(Arc::new) else { return say("busy") };
                lock(&self.matches).insert(id.clone(), Arc::clone(&seat));
                seat
            }
        };
        match seat.mind.prepare(until) {
            Ok(()) => say("ready"),
            Err(why) => {
                warn!(id, why, "the match cannot be played");
                lock(&self.matches).remove(id);
                say("busy")
            }
        }
    }

    fn play(&self, id: &str, moves: Option<&[String]>, arrived: Instant) -> Reply {
        let Some(seat) = lock(&self.matches).get(id).cloned() else {
            warn!(id, "there is no such match");
            return say("busy");
        };
        let clock = seat.play_clock;
        let (due, end) = (arrived + clock - self.latency.margin(clock), arrived + clock);
        match seat.mind.ask(moves, due, end) {
            Answer::Move(held) => {
                let (late, spare) = (due.elapsed(), end.saturating_duration_since(Instant::now()));
                if held.thought == Thought::Searched {
                    self.latency.note_late(late);
                }
                let (ply, thought, spare_ms) =
                    (seat.mind.ply(), held.thought.word(), spare.as_millis() as u64);
                debug!(id, ply, mv = held.mv, thought, spare_ms, "a move");
                Reply { text: held.mv, thought: Some(held.thought) }
            }
            Answer::Rejected(why) => {
                warn!(id, why, "a joint move that cannot be made");
                say(NO_MOVE)
            }
            Answer::Nothing => {
                warn!(id, "no move was found in time");
                say(NO_MOVE)
            }
        }
    }

    fn end(&self, id: &str, word: &str, moves: Option<&[String]>) -> Reply {
        match lock(&self.matches).remove(id) {
            Some(seat) => {
                info!(id, plies = seat.mind.ply(), word, "a match ends");
                match moves {
                    Some(moves) => seat.mind.finish(moves),
                    None => seat.mind.close(),
                }
                say(word)
            }
            None => {
                warn!(id, "there is no such match");
                say("busy")
            }
        }
    }
}

fn say(text: impl Into<String>) -> Reply {
    Reply { text: text.into(), thought: None }
}
