//! Positions of a game shortly before one of the players has a forced win.
//!
//! There a wrong move costs the result, and the refutation is some plies deep: means of
//! random games see it late. Which moves keep the result is found by proof search.

use std::ops::RangeInclusive;
use std::sync::Arc;

use ludex_game::{Choices, Goal, Playable, RoleId, Turn};
use ludex_search::{Limits, ProofSearch, Verdict};

use super::accuracy::Choice;

/// Memory of the table of proofs.
const TABLE_BYTES: usize = 64 << 20;

/// What proofs tell of a position, for one of the players. Better ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Lost,
    /// No forced win was found for either player.
    Open,
    Won,
}

/// A judge of positions by proof search, with a limit of positions for each claim.
pub(super) struct ForcedWins<G: Playable> {
    game: Arc<G>,
    proofs: ProofSearch<G>,
    n_nodes: u64,
    /// Who may win.
    players: Vec<RoleId>,
}

impl<G: Playable> ForcedWins<G> {
    pub(super) fn new(game: &Arc<G>, players: Vec<RoleId>, n_nodes: u64) -> Self {
        let proofs = ProofSearch::new(Arc::clone(game), TABLE_BYTES);
        Self { game: Arc::clone(game), proofs, n_nodes, players }
    }

    /// A position some plies before the first one with a forced win from which on each
    /// position of the game has one; `None` if the game has no such position.
    pub(super) fn position_before(
        &mut self,
        choices: &[Choice<G>],
        plies: &RangeInclusive<u32>,
        draw: impl FnOnce(RangeInclusive<u32>) -> u32,
    ) -> Option<Choice<G>> {
        let mut is_open = |(state, _): &&Choice<G>| self.winner(state).is_none();
        let n_open = choices.len() - choices.iter().rev().take_while(|at| !is_open(at)).count();
        let longest = u32::try_from(n_open).unwrap_or(u32::MAX).min(*plies.end());
        if n_open == choices.len() || longest < *plies.start() {
            return None;
        }
        let back = draw(*plies.start()..=longest) as usize;
        Some(choices[n_open - back].clone())
    }

    /// The moves that lead to the best outcome; `None` if all do, or if not one role alone
    /// has a choice.
    pub(super) fn best_moves(&mut self, (state, role): &Choice<G>) -> Option<Vec<G::Move>> {
        let mut choices = Choices::default();
        if choices.read(&*self.game, state) != Turn::Player(*role) {
            return None;
        }
        let mut judged = Vec::new();
        for (at, &mv) in choices.of(*role).iter().enumerate() {
            let mut joint = Vec::new();
            choices.joint(*role, at, &mut joint);
            let mut next = state.clone();
            self.game.apply(&mut next, &joint);
            judged.push((self.outcome(&next, *role), mv));
        }
        let best = judged.iter().map(|&(outcome, _)| outcome).max()?;
        let n_moves = judged.len();
        let right: Vec<_> =
            judged.into_iter().filter(|(found, _)| *found == best).map(|(_, mv)| mv).collect();
        (right.len() < n_moves).then_some(right)
    }

    fn outcome(&mut self, state: &G::State, role: RoleId) -> Outcome {
        match self.winner(state) {
            None => Outcome::Open,
            Some(winner) if winner == role => Outcome::Won,
            Some(_) => Outcome::Lost,
        }
    }

    /// Who wins by force, as far as proofs tell.
    fn winner(&mut self, state: &G::State) -> Option<RoleId> {
        let limits = Limits { nodes: Some(self.n_nodes), ..Limits::default() };
        for at in 0..self.players.len() {
            let role = self.players[at];
            let is_won = match self.game.is_terminal(state) {
                true => self.game.goal(state, role) == Goal::MAX,
                false => self.proofs.prove(state, role, Goal::MAX, &limits) == Verdict::Proven,
            };
            if is_won {
                return Some(role);
            }
        }
        None
    }
}
