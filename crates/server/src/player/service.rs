//! The player service: answers the messages of the protocol.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use ludex_search::Spec;
use tracing::{info, warn};

use super::blackboard::{Answer, Held, NO_MOVE, Thought};
use super::latency::Latency;
use super::library::Library;
use super::match_seat::{MatchSeat, MatchSettings};
use super::match_table::{Found, MatchTable, Start};
use super::quota::Quotas;
use super::turn_log::TurnLog;
use crate::http::{Channel, Request, Response};
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
    matches: MatchTable,
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
            matches: MatchTable::default(),
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
        let reply = self.answer_on(&request.channel, &message, request.arrived);
        let remark = reply.thought.map(|thought| (crate::http::REMARK, thought.word().to_string()));
        Response { remark, ..Response::text(reply.text) }
    }

    /// Answers a message that arrived at the given time: clocks run from there.
    pub fn answer(&self, message: &Message, arrived: Instant) -> Reply {
        self.answer_on(&Channel::default(), message, arrived)
    }

    /// The same for a message on a channel: a match may have one seat on each.
    ///
    /// ```
    /// use std::time::Instant;
    /// use ludex_server::http::Channel;
    /// use ludex_server::player::{PlayerService, Settings};
    ///
    /// let service = PlayerService::new(Settings::default());
    /// let channel = |name: &str| Channel { receiver: Some(name.into()), ..Channel::default() };
    /// let say = |name: &str, text: &str| {
    ///     service.answer_on(&channel(name), &text.parse().unwrap(), Instant::now()).text
    /// };
    /// let rules = "(role a) (role b) (<= (legal ?r (do ?r)) (role ?r)) (<= terminal (true x)) \
    ///              (<= (next x) (does a ?m)) (<= (goal ?r 50) (role ?r))";
    /// assert_eq!(say("Anna", &format!("(START m a ({rules}) 0 1)")), "ready");
    /// assert_eq!(say("Bert", &format!("(START m b ({rules}) 0 1)")), "ready");
    /// assert_eq!(say("Anna", "(PLAY m NIL)"), "(do a)");
    /// assert_eq!(say("Bert", "(PLAY m NIL)"), "(do b)");
    /// assert_eq!(say("Carl", "(PLAY m NIL)"), "busy");
    /// ```
    pub fn answer_on(&self, channel: &Channel, message: &Message, arrived: Instant) -> Reply {
        if message.id().is_some_and(|id| id.len() > ID_BYTES_MAX) {
            return say("busy");
        }
        match message {
            Message::Info => self.info(),
            Message::Start { .. } => self.start(channel, message, arrived),
            Message::Play { id, moves } => match self.matches.find(id, channel) {
                Some(seat) => self.play(&seat, id, moves.as_deref(), arrived),
                None => unknown(id),
            },
            Message::Stop { id, moves } => self.end(channel, id, "done", moves.as_deref()),
            Message::Abort { id } => self.end(channel, id, "aborted", None),
            Message::Preview { .. } => say("ready"),
        }
    }

    /// Whether a match is played with knowledge of its game.
    pub fn is_taught(&self, id: &str) -> bool {
        self.matches.find(id, &Channel::default()).is_some_and(|seat| seat.blackboard.is_taught())
    }

    /// The number of games that this service has learned.
    pub fn n_learned(&self) -> usize {
        self.library.n_recent()
    }

    fn info(&self) -> Reply {
        self.matches.tidy_up();
        let status = if self.quotas.is_free() { "available" } else { "busy" };
        say(format!("( ( name {} ) ( status {status} ) )", self.settings.name))
    }

    fn start(&self, channel: &Channel, message: &Message, arrived: Instant) -> Reply {
        let Message::Start { id, role, rules, start_clock, play_clock } = message else {
            return say("busy");
        };
        self.matches.tidy_up();
        let patience = 3 * (*start_clock + *play_clock) + self.settings.patience;
        let start = Start { id, channel, role, rules, patience };
        let margin = self.latency.margin(*start_clock);
        let until = arrived + start_clock.saturating_sub(2 * margin).max(*start_clock / 2);
        let found = match self.matches.look(&start) {
            Found::Nothing => {
                let patience = (*start_clock / 2).min(ROOM_PATIENCE);
                let Some(quota) = self.quotas.take_before(arrived + patience) else {
                    warn!(id, role, "all matches are taken");
                    self.matches.refuse(&start);
                    return say("busy");
                };
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
                    patience: start.patience,
                };
                self.matches.enter(&start, || {
                    info!(id, role, ?start_clock, ?play_clock, "a match begins");
                    MatchSeat::begin(settings).ok()
                })
            }
            found => found,
        };
        let Found::Same(seat) = found else { return say("busy") };
        match seat.blackboard.prepare(until) {
            Ok(()) if self.matches.has(&seat) => say("ready"),
            Ok(()) => say("busy"),
            Err(why) => {
                warn!(id, role, why, "the match cannot be played");
                self.matches.remove(&seat);
                say("busy")
            }
        }
    }

    fn play(
        &self,
        seat: &MatchSeat,
        id: &str,
        moves: Option<&[String]>,
        arrived: Instant,
    ) -> Reply {
        let (clock, role) = (seat.play_clock, &*seat.role);
        let (due, end) = (arrived + clock - self.latency.margin(clock), arrived + clock);
        match seat.blackboard.ask(moves, due, end) {
            Answer::Move(held) => {
                let (late, used) = (due.elapsed(), arrived.elapsed());
                if held.thought == Thought::Searched {
                    self.latency.note_late(late);
                }
                let (ply, mv, thought) = (seat.blackboard.ply(), &*held.mv, held.thought);
                let finding = &*held.finding;
                TurnLog { id, ply, role, mv, thought, finding, used, clock }.write();
                Reply::of(held)
            }
            Answer::Repeated(held) => Reply::of(held),
            Answer::Rejected(why) => {
                warn!(id, role, why, "a joint move that cannot be made");
                say(NO_MOVE)
            }
            Answer::Nothing => {
                warn!(id, role, ply = seat.blackboard.ply(), "no move was found in time");
                say(NO_MOVE)
            }
        }
    }

    fn end(&self, channel: &Channel, id: &str, word: &str, moves: Option<&[String]>) -> Reply {
        let Some(seat) = self.matches.take(id, channel) else { return unknown(id) };
        info!(id, role = seat.role, plies = seat.blackboard.ply(), word, "a match ends");
        match moves {
            Some(moves) => seat.blackboard.finish(moves),
            None => seat.blackboard.close(),
        }
        say(word)
    }
}

impl Reply {
    fn of(held: Held) -> Self {
        Self { text: held.mv, thought: Some(held.thought) }
    }
}

/// The reply to a message about an unknown match.
fn unknown(id: &str) -> Reply {
    warn!(id, "no such match");
    say("busy")
}

fn say(text: impl Into<String>) -> Reply {
    Reply { text: text.into(), thought: None }
}
