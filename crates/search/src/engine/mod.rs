//! Engines: players that are external programs, connected by pipes.
//!
//! [`Process`](ludex_bridge::Process) runs the program, with a time limit for every wait;
//! [`Uci`] and [`Gtp`] implement the protocols. Every failure becomes one sentence with the
//! name of the program and its last output.

mod gtp;
mod uci;

use std::sync::Arc;
use std::time::Duration;

use ludex_game::{Game, Playable, RoleId};

pub(crate) use gtp::Gtp;
pub(crate) use ludex_bridge::Command;
pub(crate) use uci::{TIME as UCI_TIME, Uci, UciLimits};
pub use uci::{UciAnswers, read_uci};

use crate::{Player, Report, Stop};

/// Maximum silence of an engine where no other limit applies.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A program that chooses moves, independent of its protocol.
pub(crate) trait Program<G: Playable>: Send {
    /// Requests a move. The error names the program and the failure.
    fn ask_move(
        &mut self,
        state: &G::State,
        role: RoleId,
        stop: &Stop,
    ) -> Result<Report<G::Move>, String>;
}

/// A player that requests moves from a program, and plays any legal move after a failure.
pub(crate) struct Engine<G, P> {
    game: Arc<G>,
    program: P,
    fault: Option<String>,
}

impl<G: Playable, P: Program<G>> Engine<G, P> {
    pub fn new(game: &Arc<G>, program: P) -> Self {
        Self { game: Arc::clone(game), program, fault: None }
    }
}

impl<G: Playable, P: Program<G>> Player<G> for Engine<G, P> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        let has_choice = legal_moves(&*self.game, state, role).len() > 1;
        if has_choice && self.fault.is_none() {
            match self.program.ask_move(state, role, stop) {
                Ok(report) => return report,
                Err(fault) => self.fault = Some(fault),
            }
        }
        any_move(&*self.game, state, role)
    }

    fn is_program(&self) -> bool {
        true
    }

    fn fault(&self) -> Option<String> {
        self.fault.clone()
    }
}

/// The report after a failure: any legal move.
fn any_move<G: Game>(game: &G, state: &G::State, role: RoleId) -> Report<G::Move> {
    Report::of_move(legal_moves(game, state, role)[0])
}

fn legal_moves<G: Game>(game: &G, state: &G::State, role: RoleId) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(state, role, &mut moves);
    moves
}

/// The joint move in which one role moves and all others wait. `None` where another role has a
/// choice.
fn joint_of<G: Game>(
    game: &G,
    state: &G::State,
    role: RoleId,
    mv: G::Move,
) -> Option<Vec<G::Move>> {
    let one = |other: usize| match legal_moves(game, state, RoleId::new(other))[..] {
        _ if other == role.index() => Some(mv),
        [only] => Some(only),
        _ => None,
    };
    (0..game.roles().len()).map(one).collect()
}
