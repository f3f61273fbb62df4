//! The player service: answers the messages of the protocol.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ludex_search::Spec;
use tracing::{debug, info, warn};

use super::blackboard::{Answer, NO_MOVE, Thought};
use super::latency::Latency;
use super::library::Library;
use super::match_seat::{MatchSeat, MatchSettings};
use super::quota::Quotas;
use crate::http::{Request, Response};
use crate::lock;
use crate::message::Message;

/// The name of a player service and its limits.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name in replies to INFO.
    pub name: String,
    /// The player; if not given, the one that suits the game.
    pub player: Option<Spec>,
    /// Threads that search, in all matches together.
    pub n_threads: usize,
    /// Memory for all matches together, in bytes.
    pub memory_bytes: usize,
    /// The number of matches at a time.
    pub n_matches_max: usize,
    /// The folder with knowledge of games.
    pub knowledge: Option<PathBuf>,
    /// A match without messages is over after three times both clocks and this time.
    pub patience: Duration,
    /// The seed of all randomness.
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

/// Answers messages about any number of matches.
///
/// ```
/// use std::time::Instant;
/// use ludex_server::player::{PlayerService, Settings};
///
/// let service = PlayerService::new(Settings { name: "Anna".into(), ..Settings::default() });
/// let reply = service.answer(&"( INFO )".parse().unwrap(), Instant::now());
/// assert_eq!(reply.text, "( ( name Anna ) ( status available ) )");
/// let reply = service.answer(&"( PLAY m1 NIL )".parse().unwrap(), Instant::now());
/// assert_eq!(reply.text, "busy");
/// ```
pub struct PlayerService {
    settings: Settings,
    matches: Mutex<HashMap<String, Arc<MatchSeat>>>,
    quotas: Arc<Quotas>,
    library: Arc<Library>,
    latency: Latency,
    n_started: AtomicU64,
}

/// The reply to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The text of the protocol.
    pub text: String,
    /// The origin of a move, if the reply is one.
    pub thought: Option<Thought>,
}

/// The time to wait for the quota of a match that ends.
const ROOM_PATIENCE: Duration = Duration::from_secs(2);

/// The longest name of a match; no manager has longer ones.
const ID_BYTES_MAX: usize = 1024;

impl PlayerService {
    /// A player without matches.
    pub fn new(settings: Settings) -> Self {
        let Settings { n_matches_max, n_threads, memory_bytes, .. } = settings;
        Self {
            quotas: Arc::new(Quotas::new(n_matches_max.max(1), n_threads, memory_bytes)),
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
                info!(%error, "not a message of the protocol");
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

    /// Answers a message that arrived at the given time: clocks run from there.
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

    /// Whether a match is played with knowledge of its game.
    pub fn is_taught(&self, id: &str) -> bool {
        lock(&self.matches).get(id).is_some_and(|seat| seat.blackboard.is_taught())
    }

    /// The number of games that this service has learned.
    pub fn n_learned(&self) -> usize {
        self.library.n_recent()
    }

    fn info(&self) -> Reply {
        self.tidy_up();
        let status = if self.quotas.is_free() { "available" } else { "busy" };
        say(format!("( ( name {} ) ( status {status} ) )", self.settings.name))
    }

    /// Drops matches without messages.
    fn tidy_up(&self) {
        lock(&self.matches).retain(|id, seat| {
            let is_over = seat.blackboard.is_over();
            if is_over {
                warn!(id, "no message for too long: the match is dropped");
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
                warn!(id, "another match has this name");
                return say("busy");
            }
            None => {
                let patience = (*start_clock / 2).min(ROOM_PATIENCE);
                let Some(quota) = self.quotas.take_before(arrived + patience) else {
                    warn!(id, "all matches are taken");
                    return say("busy");
                };
                info!(id, role, ?start_clock, ?play_clock, "a match begins");
                let settings = MatchSettings {
                    id: id.clone(),
                    role: role.clone(),
                    rules: rules.clone(),
                    play_clock: *play_clock,
                    start: until,
                    spec: self.settings.player.clone(),
                    library: Arc::clone(&self.library),
                    quota,
                    seed: self.settings.seed ^ self.n_started.fetch_add(1, Relaxed) << 32,
                    patience: 3 * (*start_clock + *play_clock) + self.settings.patience,
                };
                let Ok(seat) = MatchSeat::begin(settings).map(Arc::new) else { return say("busy") };
                lock(&self.matches).insert(id.clone(), Arc::clone(&seat));
                seat
            }
        };
        match seat.blackboard.prepare(until) {
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
            warn!(id, "no such match");
            return say("busy");
        };
        let clock = seat.play_clock;
        let (due, end) = (arrived + clock - self.latency.margin(clock), arrived + clock);
        match seat.blackboard.ask(moves, due, end) {
            Answer::Move(held) => {
                let (late, spare) = (due.elapsed(), end.saturating_duration_since(Instant::now()));
                if held.thought == Thought::Searched {
                    self.latency.note_late(late);
                }
                let (ply, thought, spare_ms) =
                    (seat.blackboard.ply(), held.thought.word(), spare.as_millis() as u64);
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
                info!(id, plies = seat.blackboard.ply(), word, "a match ends");
                match moves {
                    Some(moves) => seat.blackboard.finish(moves),
                    None => seat.blackboard.close(),
                }
                say(word)
            }
            None => {
                warn!(id, "no such match");
                say("busy")
            }
        }
    }
}

fn say(text: impl Into<String>) -> Reply {
    Reply { text: text.into(), thought: None }
}
