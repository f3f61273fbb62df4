//! The cost of following features in playouts.

use std::sync::Arc;

use ludex_game::playouts::{FromState, Job};
use ludex_game::{ALWAYS, Game, Guide, Hints, Playable};
use ludex_gdl::single::{CircuitGame, MoveId};

/// The number of playouts in the measurement of their length.
const N_PLAYOUTS: u32 = 1024;

/// The greatest number of joint moves of a playout.
const LENGTH_MAX: u32 = 1000;

/// The cost of a playout in which all roles follow hints, in plain playouts. The work of
/// a step and the number of steps are counted, so that it is the same on any machine.
pub fn cost(game: &Arc<CircuitGame>, hints: &Arc<Hints<MoveId>>, seed: u64) -> f64 {
    let guide = Guide { hints: Arc::clone(hints), uses: vec![ALWAYS; game.roles().len()] };
    game.work_of_hints(hints) * length(game, Some(&guide), seed) / length(game, None, seed)
}

/// The mean number of steps of playouts from the initial state.
pub fn length(game: &Arc<CircuitGame>, guide: Option<&Guide<MoveId>>, seed: u64) -> f64 {
    let mut playouts = game.playouts();
    playouts.guide(guide);
    playouts.begin(Job { seed, length_max: LENGTH_MAX, log_moves: true });
    let mut feed = FromState::new(game.initial(), 0, N_PLAYOUTS);
    while playouts.advance(&mut feed) {}
    feed.n_moves.max(1) as f64 / f64::from(N_PLAYOUTS) / game.roles().len() as f64
}
