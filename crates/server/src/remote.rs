//! Remote players in local matches: `remote:http://127.0.0.1:9147`.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use ludex_search::players::RemoteConnection;

use crate::http::{Address, post};
use crate::message::{Message, tidy};

/// Opens a connection to the player at an address, for the
/// [context](ludex_search::Context) of players whose specs name remote players.
///
/// ```
/// use ludex_search::{Context, Spec};
///
/// let context = Context { connect: Some(ludex_server::connect), ..Context::default() };
/// let spec = Spec::parse("remote:http://127.0.0.1:9147").unwrap();
/// let nim = std::sync::Arc::new(ludex_game::examples::Nim::new(&[1]));
/// let why = spec.seat(&nim, &context).err().unwrap().to_string();
/// assert!(why.contains("this game has no rule sheet"));
/// ```
pub fn connect(address: &str) -> Result<Box<dyn RemoteConnection>, String> {
    let address = address.parse::<Address>().map_err(|error| error.to_string())?;
    let number = N_MATCHES.fetch_add(1, Relaxed);
    let id = format!("ludex.{}.{number}", std::process::id());
    Ok(Box::new(HttpConnection { address, id, play_clock: Duration::ZERO }))
}

static N_MATCHES: AtomicU64 = AtomicU64::new(0);

/// The time that an answer may be late.
const GRACE: Duration = Duration::from_secs(1);

struct HttpConnection {
    address: Address,
    id: String,
    play_clock: Duration,
}

impl HttpConnection {
    fn tell(&self, message: &Message, time_max: Duration) -> Result<String, String> {
        let reply = post(&self.address, &message.to_string(), time_max);
        reply.map(|reply| reply.body).map_err(|error| format!("{}: {error}", self.address))
    }
}

impl RemoteConnection for HttpConnection {
    fn start(
        &mut self,
        role: &str,
        rules: &str,
        start_clock: Duration,
        play_clock: Duration,
    ) -> Result<(), String> {
        self.play_clock = play_clock;
        let (id, role, rules) = (self.id.clone(), role.into(), tidy(rules));
        let message = Message::Start { id, role, rules, start_clock, play_clock };
        let answer = self.tell(&message, start_clock + GRACE)?;
        match answer.eq_ignore_ascii_case("ready") {
            true => Ok(()),
            false => Err(format!("{} answers `{answer}` and does not play", self.address)),
        }
    }

    fn play(&mut self, joint: Option<&[String]>) -> Result<String, String> {
        let message = Message::Play { id: self.id.clone(), moves: joint.map(<[String]>::to_vec) };
        self.tell(&message, self.play_clock + GRACE).map(|answer| tidy(&answer))
    }

    fn stop(&mut self, joint: Option<&[String]>) {
        let id = self.id.clone();
        let message = match joint {
            Some(joint) => Message::Stop { id, moves: Some(joint.to_vec()) },
            None => Message::Abort { id },
        };
        // The answer does not matter.
        let _ = self.tell(&message, GRACE);
    }
}
