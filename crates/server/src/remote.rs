//! Players far away in local matches: `remote:http://127.0.0.1:9147`.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use search::players::{Correspondent, connect_with};

use crate::http::{Address, post};
use crate::message::{Message, tidy};

/// Has player specs reach players far away.
///
/// ```
/// use search::{Context, Spec};
///
/// server::connect_remote_players();
/// let spec = Spec::parse("remote:http://127.0.0.1:9147").unwrap();
/// let nim = std::sync::Arc::new(game::examples::Nim::new(&[1]));
/// let why = spec.seat(&nim, &Context::default()).err().unwrap().to_string();
/// assert!(why.contains("this game has no rule sheet"));
/// ```
pub fn connect_remote_players() {
    connect_with(|address| {
        let address = address.parse::<Address>().map_err(|error| error.to_string())?;
        let number = N_MATCHES.fetch_add(1, Relaxed);
        let id = format!("ludex.{}.{number}", std::process::id());
        Ok(Box::new(Remote { address, id, play_clock: Duration::ZERO }))
    });
}

static N_MATCHES: AtomicU64 = AtomicU64::new(0);

/// How much longer than its clock a player may take.
const GRACE: Duration = Duration::from_secs(1);

struct Remote {
    address: Address,
    id: String,
    play_clock: Duration,
}

impl Remote {
    fn tell(&self, message: &Message, time_max: Duration) -> Result<String, String> {
        let reply = post(&self.address, &message.to_string(), time_max);
        reply.map(|reply| reply.body).map_err(|error| format!("{}: {error}", self.address))
    }
}

impl Correspondent for Remote {
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
        // Nobody waits for it.
        let _ = self.tell(&message, GRACE);
    }
}
