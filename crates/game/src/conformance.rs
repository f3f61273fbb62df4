//! What every implementation of [`Game`] must keep to, as a test to run on it.
//!
//! Random games are played twice, step by step, and whatever may be asked of a
//! state is asked twice: answers must not depend on what was asked before, equal
//! states must be equal and hash alike, every role must have a move, moves must
//! be distinct, and names must tell them apart.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use crate::{Game, Rng, RoleId, random_joint};

/// A broken promise, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("after {n_plies} plies: {what}")]
pub struct Violation {
    /// How far into the random game it showed.
    pub n_plies: u32,
    /// Which promise is broken.
    pub what: String,
}

/// Plays `n_playouts` random games of at most `n_plies_max` plies and checks
/// every state on the way. Returns how many states were checked.
///
/// ```
/// use game::{conformance, examples::Nim, rng};
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
        return Err("the same question has two answers".into());
    }
    Ok(())
}

fn check_moves<G: Game>(game: &G, state: &G::State, role: RoleId) -> Result<(), String> {
    let name = &game.roles()[role.index()].name;
    let (mut moves, mut again) = (Vec::new(), Vec::new());
    game.legal_moves(state, role, &mut moves);
    game.legal_moves(state, role, &mut again);
    if moves != again {
        return Err(format!("the legal moves of {name} change when asked again"));
    }
    if moves.is_empty() {
        return Err(format!("{name} has no legal move"));
    }
    let distinct: HashSet<G::Move> = moves.iter().copied().collect();
    let names: HashSet<String> = moves.iter().map(|&mv| game.move_name(mv)).collect();
    if distinct.len() != moves.len() || names.len() != moves.len() {
        return Err(format!("{name} has the same legal move twice"));
    }
    Ok(())
}

fn goals<G: Game>(game: &G, state: &G::State) -> Vec<u8> {
    (0..game.roles().len()).map(|role| game.goal(state, RoleId::new(role)).value()).collect()
}

fn hash<T: std::hash::Hash>(value: &T) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}
