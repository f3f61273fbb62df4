//! What the rules say of states, changed ones included.

use std::sync::Arc;

use game::RoleId;
use gdl::single::{BitState, CircuitGame, MoveId, Single};

/// Asks the rules.
pub(super) struct Probe {
    game: Arc<CircuitGame>,
    single: Single,
}

impl Probe {
    pub(super) fn new(game: &Arc<CircuitGame>) -> Self {
        Self { game: Arc::clone(game), single: game.single() }
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

    /// How many facts there are.
    pub(super) fn n_facts(&self) -> usize {
        self.game.grounded().bases.len()
    }

    /// The state without some facts that hold in it, or with some that do not.
    pub(super) fn flipped(&self, state: &BitState, facts: &[usize]) -> BitState {
        let mut state = state.clone();
        facts.iter().for_each(|&fact| self.game.flip(&mut state, fact));
        state
    }
}
