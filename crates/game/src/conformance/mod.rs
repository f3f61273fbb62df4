//! Tests of the contracts of [`Game`] and [`Playable`](crate::Playable), for any game.
//!
//! [`check`] plays random games twice, step by step, and calls every method of
//! `Game` twice in each state: results must not depend on earlier calls, equal
//! states must be equal and have equal hashes, every role must have a move, and
//! legal moves and their names must be distinct. [`check_capabilities`] checks the
//! rest.

mod capabilities;

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use crate::{Game, Rng, RoleId, random_joint};

pub use capabilities::check_capabilities;

/// A contract that a game breaks, and the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("after {n_plies} plies: {what}")]
pub struct Violation {
    /// The number of plies from the initial state.
    pub n_plies: u32,
    /// The contract, and the values that break it.
    pub what: String,
}

/// Plays `n_playouts` random games of at most `n_plies_max` plies and checks
/// every state on the way. Returns the number of states checked.
///
/// ```
/// use ludex_game::{conformance, examples::Nim, rng};
///
/// let n_states = conformance::check(&mut rng(1, 0), &Nim::new(&[3, 4, 5]), 10, 100).unwrap();
/// assert!(n_states > 20);
/// ```
pub fn check<G: Game>(
    rng: &mut Rng,
    game: &G,
    n_playouts: u32,
    n_plies_max: u32,
) -> Result<u64, Violation> {
    let mut n_states = 0;
    for _ in 0..n_playouts {
        let mut state = game.initial();
        let mut joints: Vec<Vec<G::Move>> = Vec::new();
        loop {
            let n_plies = joints.len() as u32;
            check_state(game, &state).map_err(|what| Violation { n_plies, what })?;
            n_states += 1;
            if game.is_terminal(&state) || n_plies == n_plies_max {
                break;
            }
            let mut joint = Vec::new();
            random_joint(rng, game, &state, &mut joint)
                .ok_or_else(|| Violation { n_plies, what: "a role has no legal move".into() })?;
            game.apply(&mut state, &joint);
            joints.push(joint);
        }
        check_replay(game, &state, &joints)?;
    }
    match game.fault() {
        Some(what) => Err(Violation { n_plies: 0, what }),
        None => Ok(n_states),
    }
}

/// The same moves from the start lead to the same state.
fn check_replay<G: Game>(
    game: &G,
    last: &G::State,
    joints: &[Vec<G::Move>],
) -> Result<(), Violation> {
    let mut state = game.initial();
    for joint in joints {
        game.apply(&mut state, joint);
    }
    if state != *last || hash(&state) != hash(last) {
        let what = "replaying the same moves leads to another state".into();
        return Err(Violation { n_plies: joints.len() as u32, what });
    }
    Ok(())
}

fn check_state<G: Game>(game: &G, state: &G::State) -> Result<(), String> {
    let copy = state.clone();
    if copy != *state || hash(&copy) != hash(state) {
        return Err("a state differs from its copy".into());
    }
    let terminal = game.is_terminal(state);
    let goals = goals(game, state);
    if !terminal {
        for role in 0..game.roles().len() {
            check_moves(game, state, RoleId::new(role))?;
        }
    }
    if terminal != game.is_terminal(&copy) || goals != self::goals(game, &copy) {
        return Err("a second call has another result".into());
    }
    Ok(())
}

fn check_moves<G: Game>(game: &G, state: &G::State, role: RoleId) -> Result<(), String> {
    let name = &game.roles()[role.index()].name;
    let (mut moves, mut again) = (Vec::new(), Vec::new());
    game.legal_moves(state, role, &mut moves);
    game.legal_moves(state, role, &mut again);
    if moves != again {
        return Err(format!("the legal moves of {name} change when generated again"));
    }
    if moves.is_empty() {
        return Err(format!("{name} has no legal move"));
    }
    let distinct: HashSet<G::Move> = moves.iter().copied().collect();
    let names: HashSet<String> = moves.iter().map(|&mv| game.move_name(mv)).collect();
    if distinct.len() != moves.len() || names.len() != moves.len() {
        return Err(format!("{name} has the same legal move twice"));
    }
    let is_chance = game.roles()[role.index()].is_chance();
    if is_chance && moves.iter().any(|&mv| game.chance_weight(state, role, mv) == 0) {
        return Err(format!("{name} has a legal move of weight zero"));
    }
    Ok(())
}

fn goals<G: Game>(game: &G, state: &G::State) -> Vec<u8> {
    (0..game.roles().len()).map(|role| game.goal(state, RoleId::new(role)).value()).collect()
}

fn hash<T: std::hash::Hash>(value: &T) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}
