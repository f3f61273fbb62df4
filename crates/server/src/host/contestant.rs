//! The players of hosted matches.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_search::Spec;

use super::hosted_match::Fault;
use crate::http::{self, Address};
use crate::message::Message;
use crate::player::{PlayerService, Settings};

/// A player that receives messages of the protocol.
#[derive(Clone)]
pub enum Contestant {
    /// A player at an address.
    Far(Address),
    /// A player in this process, which receives the same messages.
    Near(Arc<PlayerService>),
}

/// An answer and the time that it took.
pub(super) struct Answered {
    pub(super) text: Result<String, Fault>,
    /// The origin of a move, if the player sends one.
    pub(super) thought: Option<String>,
    pub(super) time: Duration,
}

/// The memory of a built-in player in one match.
const MEMORY_BYTES: usize = 256 << 20;

impl Contestant {
    /// The contestant of a spec: `remote:ADDRESS` is at an address, all others play in this
    /// process, in up to `n_matches_max` matches at a time.
    ///
    /// ```
    /// use ludex_server::host::Contestant;
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
        Ok(Self::Near(Arc::new(PlayerService::new(settings))))
    }

    /// Sends a message and waits for the answer.
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
            Self::Near(service) => {
                let reply = service.answer(message, started);
                (Ok(reply.text), reply.thought.map(|thought| thought.word().into()))
            }
        };
        let time = started.elapsed();
        let text = if time > time_max { Err(Fault::Late) } else { text };
        Answered { text, thought, time }
    }
}
