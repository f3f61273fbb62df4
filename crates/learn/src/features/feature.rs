//! What is learned.

use game::Condition;
use gdl::single::{BitState, MoveId};

/// Where some facts hold and others do not, a move helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Whether it helps to win, rather than not to lose.
    pub is_offensive: bool,
    /// Whose move it is, as a place among the roles.
    pub role: usize,
    /// The move.
    pub mv: MoveId,
    /// What must hold and what must not, in rising order.
    pub when: Vec<Condition>,
    /// From 0 to 100; 100 at the end of the game.
    pub value: u8,
    /// How often it was learned.
    pub n_learned: u32,
    /// How often it applied in random games.
    pub n_met: u32,
    /// How many of these games were won.
    pub n_met_won: u32,
    /// How often the move was then made.
    pub n_made: u32,
    /// How many of these games were won.
    pub n_worked: u32,
}

impl Feature {
    /// Whether all that it asks for is so in a state.
    pub fn is_met(&self, state: &BitState) -> bool {
        self.when.iter().all(|one| one.is_met(|fact| state.contains(fact)))
    }

    /// How much more often random games are won with the move than without
    /// knowing which move is made, from -1 to 1. Few games count little.
    pub fn gain(&self) -> f64 {
        let rate = |won: u32, all: u32| f64::from(won) / f64::from(all.max(1));
        let base = rate(self.n_met_won, self.n_met);
        // As if there were some more games in which the move made no difference.
        let n_made = f64::from(self.n_made);
        (rate(self.n_worked, self.n_made) - base) * n_made / (n_made + 10.0)
    }
}
