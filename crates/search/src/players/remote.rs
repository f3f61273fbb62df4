//! Players far away, to whom games are told by messages.
//!
//! How messages travel is none of search's business: whoever knows registers a
//! way with [`connect_with`], once in a process.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use game::{Playable, RoleId};

use super::Kind;
use crate::{Player, Report, Stop};

/// Someone far away who plays one game, by texts.
pub trait Correspondent: Send {
    /// Tells the role, the rules and the clocks. The error says what went wrong.
    fn start(
        &mut self,
        role: &str,
        rules: &str,
        start_clock: Duration,
        play_clock: Duration,
    ) -> Result<(), String>;

    /// Tells the joint move that was made, none at the beginning, and asks for
    /// the next move.
    fn play(&mut self, joint: Option<&[String]>) -> Result<String, String>;

    /// Tells that the game is over, with the joint move that ended it; without
    /// one, it is given up.
    fn stop(&mut self, joint: Option<&[String]>);
}

/// Makes a correspondent from an address.
pub type Connect = fn(&str) -> Result<Box<dyn Correspondent>, String>;

static CONNECT: OnceLock<Connect> = OnceLock::new();

/// Says how players far away are reached. Only the first one counts.
pub fn connect_with(connect: Connect) {
    let _ = CONNECT.set(connect);
}

/// The clocks if nothing is said.
const START_CLOCK: Duration = Duration::from_secs(10);
const PLAY_CLOCK: Duration = Duration::from_secs(1);

pub(super) fn kind<G: Playable>() -> Kind<G> {
    Kind {
        name: "remote",
        about: "a player on the GGP protocol, such as `remote:http://127.0.0.1:9147,time=5s`",
        options: &[
            ("address", "where it listens; the first word is enough", "needed"),
            ("start", "the start clock", "10s"),
            ("time", "the play clock", "1s"),
        ],
        make: |game, _, options| {
            let address = options.leading("address");
            let address =
                address.ok_or("the address comes first, as in `remote:http://127.0.0.1:9147`")?;
            if game.rules().is_none() {
                return Err("it must be told the rules; this game has no rule sheet".into());
            }
            let connect = CONNECT.get().ok_or("there is no way to players far away here")?;
            Ok(Box::new(Far {
                game: Arc::clone(game),
                correspondent: connect(&address)?,
                start_clock: options.time("start")?.unwrap_or(START_CLOCK),
                play_clock: options.time_max().unwrap_or(PLAY_CLOCK),
                state: game.initial(),
                joints: Vec::new(),
                n_told: None,
                answer: String::new(),
                fault: None,
            }))
        },
    }
}

struct Far<G: Playable> {
    game: Arc<G>,
    correspondent: Box<dyn Correspondent>,
    start_clock: Duration,
    play_clock: Duration,
    /// The position after all joint moves that were made.
    state: G::State,
    joints: Vec<Vec<String>>,
    /// How often it was asked for a move, once it knows of the game.
    n_told: Option<usize>,
    /// What it answered last.
    answer: String,
    fault: Option<String>,
}

impl<G: Playable> Far<G> {
    /// Tells it of the game, unless it knows.
    fn begin(&mut self, role: RoleId) -> Result<(), String> {
        if self.n_told.is_none() {
            let role = &self.game.roles()[role.index()].name;
            let rules = self.game.rules().unwrap_or_default();
            self.correspondent.start(role, rules, self.start_clock, self.play_clock)?;
            self.n_told = Some(0);
        }
        Ok(())
    }

    /// Asks for a move. It is also asked in turns that nobody thought it
    /// necessary to ask in, since it must hear of each; but once in each.
    fn ask(&mut self, state: &G::State, role: RoleId) -> Result<G::Move, String> {
        if self.state != *state {
            return Err("a player far away must see a game from its beginning".into());
        }
        self.begin(role)?;
        for turn in self.n_told.unwrap_or(0)..=self.joints.len() {
            let joint = turn.checked_sub(1).map(|last| self.joints[last].as_slice());
            self.answer = self.correspondent.play(joint)?;
            self.n_told = Some(turn + 1);
        }
        let name = &self.answer;
        let mut moves = Vec::new();
        self.game.legal_moves(state, role, &mut moves);
        let is_it = |mv: &G::Move| self.game.move_name(*mv).eq_ignore_ascii_case(name);
        moves
            .into_iter()
            .find(is_it)
            .ok_or_else(|| format!("it answers `{name}`, which is not legal"))
    }
}

impl<G: Playable> Player<G> for Far<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, _stop: &Stop) -> Report<G::Move> {
        if self.fault.is_none() {
            match self.ask(state, role) {
                Ok(mv) => return Report::of_move(mv),
                Err(fault) => self.fault = Some(fault),
            }
        }
        let mut moves = Vec::new();
        self.game.legal_moves(state, role, &mut moves);
        Report::of_move(moves[0])
    }

    /// Its start clock runs while others think.
    fn ponder(&mut self, _state: &G::State, role: RoleId, _stop: &Stop) {
        if self.fault.is_none() {
            self.fault = self.begin(role).err();
        }
    }

    fn hear(&mut self, state: &G::State, joint: &[G::Move]) {
        self.state = state.clone();
        self.game.apply(&mut self.state, joint);
        self.joints.push(joint.iter().map(|&mv| self.game.move_name(mv)).collect());
    }

    fn is_program(&self) -> bool {
        true
    }

    fn fault(&self) -> Option<String> {
        self.fault.clone()
    }
}

impl<G: Playable> Drop for Far<G> {
    fn drop(&mut self) {
        if self.n_told.is_some() {
            let is_over = self.fault.is_none() && self.game.is_terminal(&self.state);
            let last = self.joints.last().filter(|_| is_over);
            self.correspondent.stop(last.map(Vec::as_slice));
        }
    }
}
