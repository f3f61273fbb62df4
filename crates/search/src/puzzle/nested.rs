//! Nested Monte Carlo search: playouts whose moves are chosen by playouts.

use std::sync::Arc;

use ludex_game::{Playable, rng};

use super::rollout::{N_PLIES_MAX, Rollout, Score};
use super::{Meter, Progress, ROLE, Record, Search};

/// Nested Monte Carlo search, after Cazenave (2009).
///
/// A game of level 0 is random. A game of level `n` tries every move with a game of level `n -
/// 1` after it, and follows the best line so far. Games are repeated on the highest level for
/// which the meter has enough positions left. It uses neither heuristics nor probes.
pub struct Nested<G: Playable> {
    game: Arc<G>,
    root: G::State,
    rollout: Rollout<G::Move>,
    /// Number of positions of the last game of each level.
    costs: Vec<u64>,
    /// The moves from the root to the current position.
    line: Vec<G::Move>,
}

/// A higher level would rarely be completed.
const LEVEL_MAX: usize = 6;

/// A level is chosen if this multiple of its expected cost is left. A guess that allows for
/// games longer than expected.
const ROOM: u64 = 2;

type Line<M> = (Score, Vec<M>);

impl<G: Playable> Nested<G> {
    /// A search from a position that is not terminal.
    pub fn new(game: &Arc<G>, state: &G::State, seed: u64) -> Self {
        Self {
            game: Arc::clone(game),
            root: state.clone(),
            // A separate stream: 0 is for random moves, 1 for random values.
            rollout: Rollout::new(rng(seed, 2)),
            costs: Vec::new(),
            line: Vec::new(),
        }
    }

    /// The highest level whose games are expected to fit into the positions left.
    fn level(&self, nodes_left: u64) -> usize {
        let n_known = self.costs.len();
        match &self.costs[..] {
            [] => 0,
            // The ratio of the costs of two levels is about that of the levels before.
            [cost] if cost.saturating_mul(10 * ROOM) > nodes_left => 0,
            [_] => 1,
            [.., before, last] => {
                let next = last.saturating_mul((last / (*before).max(1)).max(2));
                let fits = |cost: u64| cost.saturating_mul(ROOM) <= nodes_left;
                match n_known <= LEVEL_MAX && fits(next) {
                    true => n_known,
                    false => self.costs.iter().rposition(|&cost| fits(cost)).unwrap_or(0),
                }
            }
        }
    }

    /// Plays a game of a level. Returns the best line, counted from the position.
    fn search(
        &mut self,
        level: usize,
        mut state: G::State,
        mut cost: u32,
        meter: &mut Meter<'_>,
        record: &mut Record<G::Move>,
    ) -> Option<Line<G::Move>> {
        let game = Arc::clone(&self.game);
        let from = self.line.len();
        if level == 0 {
            let score = self.rollout.play(&*game, &mut state, cost, &mut self.line, meter, record);
            let moves = self.line.split_off(from);
            return Some((score?, moves));
        }
        let (mut best, mut moves): (Option<Line<G::Move>>, _) = (None, Vec::new());
        while !game.is_terminal(&state) && self.line.len() < N_PLIES_MAX {
            game.legal_moves(&state, ROLE, &mut moves);
            for &mv in &moves {
                if !meter.spend() || record.is_won() {
                    self.line.truncate(from);
                    return best;
                }
                let mut next = state.clone();
                game.apply(&mut next, &[mv]);
                self.line.push(mv);
                let cost = cost.saturating_add(game.move_cost(&state, &[mv]));
                let found = self.search(level - 1, next, cost, meter, record);
                if let Some((score, rest)) = found
                    && best.as_ref().is_none_or(|(known, _)| score > *known)
                {
                    best = Some((score, [&self.line[from..], &rest].concat()));
                }
                self.line.pop();
            }
            let n_made = self.line.len() - from;
            let Some(&mv) = best.as_ref().and_then(|(_, line)| line.get(n_made)) else { break };
            cost = cost.saturating_add(game.move_cost(&state, &[mv]));
            game.apply(&mut state, &[mv]);
            self.line.push(mv);
        }
        // Without moves to try, the position itself is the end of the line.
        best.get_or_insert_with(|| self.end(&*game, &state, cost, record));
        self.line.truncate(from);
        best
    }

    fn end(
        &self,
        game: &G,
        state: &G::State,
        cost: u32,
        record: &mut Record<G::Move>,
    ) -> Line<G::Move> {
        let is_end = game.is_terminal(state);
        if is_end {
            record.offer(game.goal(state, ROLE), cost, || self.line.clone());
        }
        (Score::new(game, state, is_end, self.line.len()), Vec::new())
    }
}

impl<G: Playable> Search<G> for Nested<G> {
    fn run(&mut self, meter: &mut Meter<'_>, record: &mut Record<G::Move>) -> Progress {
        while !record.is_won() {
            if meter.is_over() {
                return Progress::Paused;
            }
            let (level, before) = (self.level(meter.nodes_left()), meter.nodes());
            let root = self.root.clone();
            self.search(level, root, 0, meter, record);
            if meter.is_over() {
                return Progress::Paused;
            }
            let cost = meter.nodes() - before;
            if cost == 0 {
                // There are no moves to try.
                return Progress::Done;
            }
            match self.costs.get_mut(level) {
                Some(known) => *known = cost,
                None => self.costs.push(cost),
            }
        }
        Progress::Done
    }
}
