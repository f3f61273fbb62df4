//! The rules evaluated on states, changed ones included.

use std::sync::Arc;

use ludex_game::RoleId;
use ludex_gdl::single::{BitState, CircuitGame, MoveId, Single};

/// The limit of facts that may be in the way. Where there are more, as in chess, trying
/// them all would take minutes, and none is tried.
const N_HINDRANCES_MAX: usize = 300;

/// Evaluates legality, transitions, ends and goals of any set of facts.
pub(super) struct Probe {
    game: Arc<CircuitGame>,
    single: Single,
    hindrances: Vec<usize>,
}

impl Probe {
    pub(super) fn new(game: &Arc<CircuitGame>) -> Self {
        let mut hindrances = game.grounded().circuit.hindrances();
        if hindrances.len() > N_HINDRANCES_MAX {
            hindrances.clear();
        }
        Self { game: Arc::clone(game), single: game.single(), hindrances }
    }

    pub(super) fn is_legal(&mut self, state: &BitState, role: usize, mv: MoveId) -> bool {
        self.single.turn_to(state);
        let at = mv.index() - self.game.grounded().circuit.moves_of(role).start;
        self.single.legal_words(RoleId::new(role))[at / 64] >> (at % 64) & 1 == 1
    }

    pub(super) fn legal(&mut self, state: &BitState, role: usize) -> Vec<MoveId> {
        self.single.turn_to(state);
        self.single.legal_moves(RoleId::new(role)).collect()
    }

    pub(super) fn after(&mut self, state: &BitState, joint: &[MoveId]) -> BitState {
        self.single.turn_to(state);
        self.single.play(joint);
        self.single.state().clone()
    }

    pub(super) fn is_terminal(&mut self, state: &BitState) -> bool {
        self.single.turn_to(state);
        self.single.is_terminal()
    }

    pub(super) fn goal(&mut self, state: &BitState, role: usize) -> u8 {
        self.single.turn_to(state);
        self.single.goal(RoleId::new(role)).value()
    }

    /// The facts that can be in the way of something.
    pub(super) fn hindrances(&self) -> &[usize] {
        &self.hindrances
    }

    /// The state without some facts that hold in it, or with some that do not.
    pub(super) fn flipped(&self, state: &BitState, facts: &[usize]) -> BitState {
        let mut state = state.clone();
        facts.iter().for_each(|&fact| self.game.flip(&mut state, fact));
        state
    }
}
