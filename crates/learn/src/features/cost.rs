//! What it costs to follow features.

use std::sync::Arc;

use game::playouts::{FromState, Job};
use game::{ALWAYS, Game, Guide, Hints, Playable};
use gdl::single::{CircuitGame, MoveId};

/// So many playouts tell their length.
const N_PLAYOUTS: u32 = 1024;

/// The greatest number of joint moves of a playout.
const LENGTH_MAX: u32 = 1000;

/// How many times as long a playout takes if all roles follow hints, roughly: the
/// work of a step and the number of steps are counted, so that it is the same on
/// any machine.
pub fn cost(game: &Arc<CircuitGame>, hints: &Arc<Hints<MoveId>>, seed: u64) -> f64 {
    let guide = Guide { hints: Arc::clone(hints), uses: vec![ALWAYS; game.roles().len()] };
    game.work_of_hints(hints) * length(game, Some(&guide), seed) / length(game, None, seed)
}

/// How many steps playouts from the initial state have in the mean.
pub fn length(game: &Arc<CircuitGame>, guide: Option<&Guide<MoveId>>, seed: u64) -> f64 {
    let mut playouts = game.playouts();
    playouts.guide(guide);
    playouts.begin(Job { seed, length_max: LENGTH_MAX, log_moves: true });
    let mut feed = FromState::new(game.initial(), 0, N_PLAYOUTS);
    while playouts.advance(&mut feed) {}
    feed.n_moves.max(1) as f64 / f64::from(N_PLAYOUTS) / game.roles().len() as f64
}
