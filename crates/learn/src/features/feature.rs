//! Features: a move that helps where some facts hold and others do not.

use ludex_game::Condition;
use ludex_gdl::single::{BitState, MoveId};

/// Where some facts hold and others do not, a move helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Whether it helps to win, rather than to avoid a loss.
    pub is_offensive: bool,
    /// The number of the role that moves.
    pub role: usize,
    /// The move.
    pub mv: MoveId,
    /// The facts that must hold and those that must not, in rising order.
    pub when: Vec<Condition>,
    /// From 0 to 100; 100 at the end of the game.
    pub value: u8,
    /// Number of times it was learned.
    pub n_learned: u32,
    /// Number of times it applied in random games.
    pub n_met: u32,
    /// Number of these games that were won.
    pub n_met_won: u32,
    /// Number of times the move was then made.
    pub n_made: u32,
    /// Number of these games that were won.
    pub n_worked: u32,
}

impl Feature {
    /// Whether a state meets all conditions.
    pub fn is_met(&self, state: &BitState) -> bool {
        self.when.iter().all(|one| one.is_met(|fact| state.contains(fact)))
    }

    /// The gain of the move: the share of random games won with it less the share of all
    /// games in which it applied, from -1 to 1. Few games count little.
    pub fn gain(&self) -> f64 {
        let rate = |won: u32, all: u32| f64::from(won) / f64::from(all.max(1));
        let base = rate(self.n_met_won, self.n_met);
        // A prior of some games in which the move made no difference.
        let n_made = f64::from(self.n_made);
        (rate(self.n_worked, self.n_made) - base) * n_made / (n_made + 10.0)
    }
}
