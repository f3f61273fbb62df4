//! Players on other machines, which receive the rules and all moves as messages.
//!
//! This crate does not implement the transport: the [context](crate::Context) of a player has a
//! [`Connect`] that opens a connection.

use std::sync::Arc;
use std::time::Duration;

use ludex_game::{Playable, RoleId};

use super::{PlayerMaker, PlayerOptions};
use crate::options::{Options, PositiveTime, Text, Time};
use crate::{Context, Player, Report, Stop};

/// A connection to a remote player, for one game.
pub trait RemoteConnection: Send {
    /// Sends the role, the rules and the clocks. The error describes the failure.
    fn start(
        &mut self,
        role: &str,
        rules: &str,
        start_clock: Duration,
        play_clock: Duration,
    ) -> Result<(), String>;

    /// Sends the joint move made, `None` at the beginning, and returns the remote player's next
    /// move.
    fn play(&mut self, joint: Option<&[String]>) -> Result<String, String>;

    /// Ends the game with its last joint move; `None` aborts the game.
    fn stop(&mut self, joint: Option<&[String]>);
}

/// Opens a connection to the player at an address. The error describes the problem with the
/// address.
pub type Connect = fn(&str) -> Result<Box<dyn RemoteConnection>, String>;

const START_CLOCK: Duration = Duration::from_secs(10);
const PLAY_CLOCK: Duration = Duration::from_secs(1);

pub(super) struct RemoteOptions {
    address: String,
    start_clock: Duration,
    play_clock: Duration,
}

impl PlayerOptions for RemoteOptions {
    fn read(options: &mut Options) -> Result<Self, String> {
        let address = options.declare("address", Text, "its address; the first word is enough");
        let missing = "the address comes first, as in `remote:http://127.0.0.1:9147`";
        let address = address.leading().needed(missing)?;
        let start_clock = options.declare("start", Time, "the start clock").or(START_CLOCK)?;
        let play_clock = options.declare("time", PositiveTime, "the play clock").or(PLAY_CLOCK)?;
        Ok(Self { address, start_clock, play_clock })
    }
}

impl<G: Playable> PlayerMaker<G> for RemoteOptions {
    fn player(self, game: &Arc<G>, context: &Context) -> Result<Box<dyn Player<G>>, String> {
        if game.rules().is_none() {
            return Err("it needs the rules; this game has no rule sheet".into());
        }
        let connect = context.connect.ok_or("remote players cannot be reached from here")?;
        Ok(Box::new(RemotePlayer {
            game: Arc::clone(game),
            connection: connect(&self.address)?,
            start_clock: self.start_clock,
            play_clock: self.play_clock,
            state: game.initial(),
            joints: Vec::new(),
            n_asked: None,
            answer: String::new(),
            fault: None,
        }))
    }
}

struct RemotePlayer<G: Playable> {
    game: Arc<G>,
    connection: Box<dyn RemoteConnection>,
    start_clock: Duration,
    play_clock: Duration,
    /// The position after all joint moves made.
    state: G::State,
    joints: Vec<Vec<String>>,
    /// Number of requests for a move, once the remote player has started the game.
    n_asked: Option<usize>,
    /// The last answer.
    answer: String,
    fault: Option<String>,
}

impl<G: Playable> RemotePlayer<G> {
    /// Starts the game at the remote player, once.
    fn begin(&mut self, role: RoleId) -> Result<(), String> {
        if self.n_asked.is_none() {
            let role = &self.game.roles()[role.index()].name;
            let rules = self.game.rules().unwrap_or_default();
            self.connection.start(role, rules, self.start_clock, self.play_clock)?;
            self.n_asked = Some(0);
        }
        Ok(())
    }

    /// Requests a move. The protocol has one request per turn, so turns without a request of
    /// the caller are made up for.
    fn ask(&mut self, state: &G::State, role: RoleId) -> Result<G::Move, String> {
        if self.state != *state {
            return Err("a remote player must see a game from its beginning".into());
        }
        self.begin(role)?;
        for turn in self.n_asked.unwrap_or(0)..=self.joints.len() {
            let joint = turn.checked_sub(1).map(|last| self.joints[last].as_slice());
            self.answer = self.connection.play(joint)?;
            self.n_asked = Some(turn + 1);
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

impl<G: Playable> Player<G> for RemotePlayer<G> {
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

    /// The start clock runs while other players search.
    fn ponder(&mut self, _state: &G::State, role: RoleId, _stop: &Stop) {
        if self.fault.is_none() {
            self.fault = self.begin(role).err();
        }
    }

    fn observe(&mut self, state: &G::State, joint: &[G::Move]) {
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

impl<G: Playable> Drop for RemotePlayer<G> {
    fn drop(&mut self) {
        if self.n_asked.is_some() {
            let is_over = self.fault.is_none() && self.game.is_terminal(&self.state);
            let last = self.joints.last().filter(|_| is_over);
            self.connection.stop(last.map(Vec::as_slice));
        }
    }
}
