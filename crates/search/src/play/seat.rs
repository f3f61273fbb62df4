//! A player with its clock.

use std::time::Duration;

use ludex_game::{Playable, RoleId};

use super::stop_after;
use crate::{Player, Report, Stop};

/// A player, the time limit of its moves and the name that messages give it.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Game, RoleId, examples::Nim};
/// use ludex_search::{Context, Spec};
///
/// let nim = Arc::new(Nim::new(&[3, 4, 5]));
/// let mut seat = Spec::parse("uct:time=1ms").unwrap().seat(&nim, &Context::default()).unwrap();
/// assert!(seat.choose(&nim.initial(), RoleId(0)).is_ok());
/// ```
pub struct Seat<G: Playable> {
    /// The player.
    pub player: Box<dyn Player<G>>,
    /// The time limit of a move, if the spec has one.
    pub time_max: Option<Duration>,
    /// The player's name in messages: its spec.
    pub name: String,
}

/// A player that can no longer choose.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("player `{player}` failed: {what}")]
pub struct PlayerFault {
    /// The name of the player's seat.
    pub player: String,
    /// What went wrong.
    pub what: String,
}

impl<G: Playable> Seat<G> {
    /// A seat for a player without a time limit.
    pub fn untimed(player: impl Player<G> + 'static, name: &str) -> Self {
        Self { player: Box::new(player), time_max: None, name: name.into() }
    }

    /// Asks the player for a move under the seat's time limit. `state` is not terminal
    /// and `role` has a legal move in it.
    pub fn choose(
        &mut self,
        state: &G::State,
        role: RoleId,
    ) -> Result<Report<G::Move>, PlayerFault> {
        self.choose_until(state, role, &stop_after(self.time_max))
    }

    /// Asks the player for a move until `stop` is due, regardless of the seat's time limit.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ludex_game::{Game, RoleId, examples::Nim};
    /// use ludex_search::{Context, Spec, Stop};
    ///
    /// let nim = Arc::new(Nim::new(&[3, 4, 5]));
    /// let mut seat = Spec::parse("uct").unwrap().seat(&nim, &Context::default()).unwrap();
    /// assert!(seat.choose_until(&nim.initial(), RoleId(0), &Stop::when(|| true)).is_ok());
    /// ```
    pub fn choose_until(
        &mut self,
        state: &G::State,
        role: RoleId,
        stop: &Stop,
    ) -> Result<Report<G::Move>, PlayerFault> {
        let report = self.player.choose(state, role, stop);
        match self.player.fault() {
            None => Ok(report),
            Some(what) => Err(PlayerFault { player: self.name.clone(), what }),
        }
    }

    /// Reports the joint move made in `state` to the player.
    pub fn observe(&mut self, state: &G::State, joint: &[G::Move]) {
        self.player.observe(state, joint);
    }
}
