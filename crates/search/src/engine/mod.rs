//! Engines: players that are other programs, spoken to over pipes.
//!
//! [`Process`](process::Process) keeps the program and never waits without end;
//! [`Uci`] and [`Gtp`] speak its language. Whatever goes wrong becomes one
//! sentence that names the program and what it said last.

mod gtp;
mod process;
mod uci;

use std::time::Duration;

use game::{Game, RoleId};

pub(crate) use gtp::Gtp;
pub(crate) use process::Command;
pub(crate) use uci::{Uci, UciLimits};

use crate::Report;

/// How long an engine may be silent where nothing else limits it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// What a player answers when it has nothing to say: a legal move.
fn any_move<G: Game>(game: &G, state: &G::State, role: RoleId) -> Report<G::Move> {
    Report::of_move(legal_moves(game, state, role)[0])
}

fn legal_moves<G: Game>(game: &G, state: &G::State, role: RoleId) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(state, role, &mut moves);
    moves
}

/// The joint move in which one role moves and all others wait. `None` where
/// another role has a choice.
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
