//! Random playouts of the only role.

use ludex_game::{Game, Goal, Playable, Rng};
use rand::Rng as _;

use super::{Meter, ROLE, Record};

/// Plays random moves to the end of the game, and offers the end to the record.
pub(super) struct Rollout<M> {
    rng: Rng,
    legal: Vec<M>,
}

/// The length at which a playout is given up. The longest known puzzle has a step
/// limit of 500.
pub(super) const N_PLIES_MAX: usize = 1_000;

/// The score of a line of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    /// Whether the line ends in a terminal position.
    is_end: bool,
    goal: Goal,
    /// Higher is better: fewer plies of a solution, more plies of a failure.
    progress: i64,
}

impl Score {
    /// The score of the position at the end of a line.
    pub(super) fn new<G: Game>(game: &G, state: &G::State, is_end: bool, n_plies: usize) -> Self {
        let goal = game.goal(state, ROLE);
        // A solution should be short. A late failure is often closer to a solution, as when
        // numbers are filled in until none fits.
        let progress = if goal == Goal::MAX { -(n_plies as i64) } else { n_plies as i64 };
        Self { is_end, goal, progress }
    }
}

impl Score {
    /// As one number: goal values first, then progress.
    pub(super) fn value(self) -> f64 {
        f64::from(self.goal.value()) + self.progress as f64 / (N_PLIES_MAX as f64 + 1.0)
    }
}

impl<M: Copy> Rollout<M> {
    pub(super) fn new(rng: Rng) -> Self {
        Self { rng, legal: Vec::new() }
    }

    /// Plays from a position that `line` has reached at a cost, and appends the moves to
    /// `line`. `None` if the meter runs out.
    pub(super) fn play<G: Playable<Move = M>>(
        &mut self,
        game: &G,
        state: &mut G::State,
        mut cost: u32,
        line: &mut Vec<M>,
        meter: &mut Meter<'_>,
        record: &mut Record<M>,
    ) -> Option<Score> {
        loop {
            if game.is_terminal(state) {
                record.offer(game.goal(state, ROLE), cost, || line.clone());
                return Some(Score::new(game, state, true, line.len()));
            }
            game.legal_moves(state, ROLE, &mut self.legal);
            if self.legal.is_empty() || line.len() >= N_PLIES_MAX {
                return Some(Score::new(game, state, false, line.len()));
            }
            if !meter.spend() {
                return None;
            }
            let mv = self.legal[self.rng.random_range(0..self.legal.len())];
            cost = cost.saturating_add(game.move_cost(state, &[mv]));
            game.apply(state, &[mv]);
            line.push(mv);
        }
    }
}
