//! Random games with the role on turn in each state.

use std::collections::BTreeSet;
use std::sync::Arc;

use ludex_game::draw::{below, draw};
use ludex_game::{Game, RoleId};
use ludex_gdl::single::{BitState, CircuitGame, MoveId, Single};

/// A game that was played to its end.
pub(super) struct Trace {
    /// One state more than there are joint moves.
    pub(super) states: Vec<BitState>,
    pub(super) joints: Vec<Vec<MoveId>>,
    /// The role on turn in each state but the last.
    pub(super) movers: Vec<usize>,
    /// The goals at the end.
    pub(super) goals: Vec<u8>,
}

/// Plays random games.
pub(super) struct Tracer {
    game: Arc<CircuitGame>,
    single: Single,
    seed: u64,
    /// Moves that are the only ones of a role while another chooses.
    waiting: BTreeSet<MoveId>,
    knows_waiting: bool,
}

/// The number of games in which waiting moves are found.
const N_GAMES_BEFORE: u64 = 8;

/// Longer games are given up.
const LENGTH_MAX: u32 = 2000;

impl Tracer {
    pub(super) fn new(game: &Arc<CircuitGame>, seed: u64) -> Self {
        let (single, waiting) = (game.single(), BTreeSet::new());
        let game = Arc::clone(game);
        let mut tracer = Self { game, single, seed, waiting, knows_waiting: false };
        // Played in advance, so that a game does not depend on those before it.
        (0..N_GAMES_BEFORE).for_each(|number| drop(tracer.play(number)));
        tracer.knows_waiting = true;
        tracer
    }

    /// The random game of a number, unless roles move at the same time in it or
    /// it has no end.
    pub(super) fn play(&mut self, number: u64) -> Option<Trace> {
        let n_roles = self.game.roles().len();
        self.single.turn_to(&self.game.initial());
        let mut states = vec![self.single.state().clone()];
        let mut joints: Vec<Vec<MoveId>> = Vec::new();
        let mut choosers = Vec::new();
        while !self.single.is_terminal() {
            let ply = joints.len() as u32;
            let mut joint = Vec::new();
            let mut chooser = None;
            for role in 0..n_roles {
                let n_legal = self.single.count_legal(RoleId::new(role));
                let at = below(draw(self.seed, number, ply, role), n_legal);
                if n_legal == 0 || n_legal > 1 && chooser.replace(role).is_some() {
                    return None;
                }
                joint.push(self.single.nth_legal(RoleId::new(role), at));
            }
            if let (Some(chooser), false) = (chooser, self.knows_waiting) {
                let others = joint.iter().enumerate().filter(|&(role, _)| role != chooser);
                self.waiting.extend(others.map(|(_, &mv)| mv));
            }
            self.single.play(&joint);
            states.push(self.single.state().clone());
            joints.push(joint);
            choosers.push(chooser);
            if ply >= LENGTH_MAX {
                return None;
            }
        }
        let goals = (0..n_roles).map(|role| self.single.goal(RoleId::new(role)).value()).collect();
        let movers = joints.iter().zip(choosers).map(|(joint, chooser)| {
            // Where no role has a choice, the role that does not wait is on turn.
            chooser.or_else(|| joint.iter().position(|mv| !self.waiting.contains(mv)))
        });
        let movers = movers.map(|mover| mover.unwrap_or(0)).collect();
        Some(Trace { states, joints, movers, goals })
    }
}
