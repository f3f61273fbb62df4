//! Positions that a probe knows: their best end is offered, and they are not searched.

use std::sync::Arc;

use ludex_game::{Goal, Playable};

use super::{ROLE, Record};
use crate::Probe;

/// The exactly known positions of a puzzle, if there are any.
pub(super) struct Known<G>(Option<Arc<dyn Probe<G>>>);

impl<G: Playable> Known<G> {
    pub(super) fn new(probe: Option<Arc<dyn Probe<G>>>) -> Self {
        Self(probe)
    }

    /// Offers the best end below a position at a cost from the root. Returns whether its goal
    /// and distance are known, so that the position need not be searched.
    #[inline]
    pub(super) fn settles(
        &self,
        game: &G,
        state: &G::State,
        cost: u32,
        record: &mut Record<G::Move>,
        line: impl FnOnce() -> Vec<G::Move>,
    ) -> bool {
        let Some(probe) = &self.0 else { return false };
        let Some((goal, distance)) = best_end(&**probe, game, state) else { return false };
        let cost = cost.saturating_add(distance);
        if !record.would_keep(goal, cost) {
            return true;
        }
        let Some(rest) = walk(&**probe, game, state, goal, distance) else { return false };
        record.offer(goal, cost, || [line(), rest].concat());
        true
    }
}

/// The goal of the best end and the least cost to it, if both are known.
fn best_end<G: Playable>(probe: &dyn Probe<G>, game: &G, state: &G::State) -> Option<(Goal, u32)> {
    let known = probe.probe(game, state, ROLE)?;
    let value = known.value().filter(|value| value.fract() == 0.0 && *value >= 0.0)?;
    Some((Goal::new(value as u8)?, known.distance?))
}

/// The moves to the best end. Each reduces the distance by its cost.
fn walk<G: Playable>(
    probe: &dyn Probe<G>,
    game: &G,
    state: &G::State,
    goal: Goal,
    mut distance: u32,
) -> Option<Vec<G::Move>> {
    let (mut state, mut line, mut moves) = (state.clone(), Vec::new(), Vec::new());
    while !game.is_terminal(&state) {
        game.legal_moves(&state, ROLE, &mut moves);
        let step = moves.iter().find_map(|&mv| {
            let left = distance.checked_sub(game.move_cost(&state, &[mv]))?;
            let mut next = state.clone();
            game.apply(&mut next, &[mv]);
            let found = match game.is_terminal(&next) {
                true => (game.goal(&next, ROLE), 0),
                false => best_end(probe, game, &next)?,
            };
            (found == (goal, left)).then_some((mv, next, left))
        });
        let (mv, next, left) = step?;
        line.push(mv);
        (state, distance) = (next, left);
    }
    Some(line)
}
