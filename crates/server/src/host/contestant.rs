//! Who plays in hosted matches.

use std::sync::Arc;
use std::time::{Duration, Instant};

use search::Spec;

use super::table::Fault;
use crate::http::{self, Address};
use crate::message::Message;
use crate::player::{Desk, Settings};

/// Someone who can be told messages.
#[derive(Clone)]
pub enum Contestant {
    /// A player that listens somewhere.
    Far(Address),
    /// A player in this process, spoken to in the same words.
    Near(Arc<Desk>),
}

/// What was answered, and how long it took.
pub(super) struct Answered {
    pub(super) text: Result<String, Fault>,
    /// How a move was found, where the player tells.
    pub(super) thought: Option<String>,
    pub(super) time: Duration,
}

/// Memory of a built-in player in one match.
const MEMORY_BYTES: usize = 256 << 20;

impl Contestant {
    /// The contestant that a spec names: `remote:ADDRESS` is far away, all others
    /// play here, in so many matches at a time.
    ///
    /// ```
    /// use server::host::Contestant;
    ///
    /// let far = Contestant::new(&"remote:http://127.0.0.1:9148".parse().unwrap(), 1, 1);
    /// assert!(matches!(far, Ok(Contestant::Far(address)) if address.port == 9148));
    /// assert!(Contestant::new(&"remote:nowhere at all".parse().unwrap(), 1, 1).is_err());
    /// ```
    pub fn new(spec: &Spec, n_matches_max: usize, seed: u64) -> Result<Self, http::AddressError> {
        let text = spec.to_string();
        if let Some(rest) = text.strip_prefix("remote:") {
            let address = rest.split(',').next().unwrap_or_default();
            let address = address.strip_prefix("address=").unwrap_or(address);
            return Ok(Self::Far(address.parse()?));
        }
        let settings = Settings {
            name: text,
            player: Some(spec.clone()),
            n_threads: 1,
            memory_bytes: n_matches_max * MEMORY_BYTES,
            n_matches_max,
            seed,
            ..Settings::default()
        };
        Ok(Self::Near(Arc::new(Desk::new(settings))))
    }

    /// Tells a message, and waits for the answer.
    pub(super) fn tell(&self, message: &Message, time_max: Duration) -> Answered {
        let started = Instant::now();
        let (text, thought) = match self {
            Self::Far(address) => match http::post(address, &message.to_string(), time_max) {
                Ok(reply) => (Ok(reply.body), reply.remark),
                Err(error) if error.kind() == std::io::ErrorKind::TimedOut => {
                    (Err(Fault::Late), None)
                }
                Err(error) => (Err(Fault::Lost(error.to_string())), None),
            },
            Self::Near(desk) => {
                let reply = desk.answer(message, started);
                (Ok(reply.text), reply.thought.map(|thought| thought.word().into()))
            }
        };
        let time = started.elapsed();
        let text = if time > time_max { Err(Fault::Late) } else { text };
        Answered { text, thought, time }
    }
}
