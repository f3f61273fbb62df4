//! A*: positions in the order of the cheapest solution that may lead through them.

use std::collections::BTreeMap;
use std::sync::Arc;

use ludex_game::{Heuristic, Playable};
use rustc_hash::FxHashMap;

use super::known::Known;
use super::trail::{ROOT, Trail};
use super::{Meter, Progress, ROLE, Record, Search};
use crate::Probe;

/// A* with a [`Heuristic`], after Hart, Nilsson and Raphael (1968); without one it is
/// uniform-cost search.
///
/// Open positions with the same estimated cost are a stack: of equal ones the deepest comes
/// first. Where the heuristic is not consistent, a position reached at a lower cost is expanded
/// again. A bound rules out cheaper solutions as the search proceeds; with an estimate, nothing
/// is ruled out before all positions are expanded. Positions with an infinite estimated cost
/// come last, since they may lead to ends worth less than 100.
pub struct Astar<G: Playable> {
    game: Arc<G>,
    heuristic: Option<Heuristic<G>>,
    /// Open positions by the cost of the cheapest solution through them.
    open: BTreeMap<u32, Vec<Open<G::State>>>,
    hopeless: Vec<Open<G::State>>,
    n_open: usize,
    /// The smallest estimate that may have open positions.
    estimate: u32,
    /// By key: the cost from the root, and the number in the trail.
    seen: FxHashMap<u64, (u32, u32)>,
    trail: Trail<G::Move>,
    memory_bytes_max: usize,
    moves: Vec<G::Move>,
    known: Known<G>,
}

struct Open<S> {
    id: u32,
    cost: u32,
    key: u64,
    state: S,
}

/// Estimated heap memory of an open position, as for breadth-first search.
const STATE_HEAP_BYTES: usize = 128;

impl<G: Playable> Astar<G> {
    /// A search from a position that is not terminal.
    pub fn new(
        game: &Arc<G>,
        state: &G::State,
        heuristic: Option<Heuristic<G>>,
        memory_bytes_max: usize,
    ) -> Self {
        let key = game.key(state);
        let mut astar = Self {
            game: Arc::clone(game),
            heuristic,
            open: BTreeMap::new(),
            hopeless: Vec::new(),
            n_open: 0,
            estimate: 0,
            seen: FxHashMap::from_iter([(key, (0, ROOT))]),
            trail: Trail::new(),
            memory_bytes_max,
            moves: Vec::new(),
            known: Known::new(None),
        };
        astar.push(Open { id: ROOT, cost: 0, key, state: state.clone() });
        astar
    }

    /// Excludes the positions that a probe knows from the search.
    pub fn with_probe(self, probe: Option<Arc<dyn Probe<G>>>) -> Self {
        Self { known: Known::new(probe), ..self }
    }

    fn push(&mut self, open: Open<G::State>) {
        self.n_open += 1;
        let ahead = match &mut self.heuristic {
            Some(heuristic) => heuristic.cost(&self.game, &open.state),
            None => 0,
        };
        if ahead == u32::MAX {
            return self.hopeless.push(open);
        }
        // The estimate of a successor is never smaller: the bound of its predecessor, less the
        // cost of the move, is valid for it. An estimate may order positions in any way,
        // but not before those already expanded.
        let estimate = open.cost.saturating_add(ahead).max(self.estimate);
        self.open.entry(estimate).or_default().push(open);
    }

    fn pop(&mut self, record: &mut Record<G::Move>) -> Option<Open<G::State>> {
        self.n_open = self.n_open.checked_sub(1)?;
        while let Some(mut list) = self.open.first_entry() {
            if *list.key() > self.estimate {
                self.estimate = *list.key();
                self.rule_out(self.estimate - 1, record);
                continue;
            }
            match list.get_mut().pop() {
                Some(open) => return Some(open),
                None => drop(list.remove()),
            }
        }
        self.rule_out(self.estimate, record);
        self.hopeless.pop()
    }

    /// Records that all positions up to an estimate have been expanded.
    fn rule_out(&self, estimate: u32, record: &mut Record<G::Move>) {
        match &self.heuristic {
            None => record.has_seen(estimate),
            Some(Heuristic::Bound(_)) => record.has_seen_won(estimate),
            Some(Heuristic::Estimate(_)) => {}
        }
    }

    fn expand(
        &mut self,
        open: &Open<G::State>,
        meter: &mut Meter<'_>,
        record: &mut Record<G::Move>,
    ) {
        let game = Arc::clone(&self.game);
        let mut moves = std::mem::take(&mut self.moves);
        game.legal_moves(&open.state, ROLE, &mut moves);
        for &mv in &moves {
            meter.spend();
            let cost = open.cost.saturating_add(game.move_cost(&open.state, &[mv]));
            let mut state = open.state.clone();
            game.apply(&mut state, &[mv]);
            let key = game.key(&state);
            let id = match self.seen.get(&key) {
                Some(&(known, _)) if known <= cost => continue,
                Some(&(_, id)) => {
                    self.trail.redirect(id, open.id, mv);
                    id
                }
                None => self.trail.push(open.id, mv),
            };
            self.seen.insert(key, (cost, id));
            let line = || self.trail.moves(id);
            if game.is_terminal(&state) {
                record.offer(game.goal(&state, ROLE), cost, line);
            } else if !self.known.settles(&game, &state, cost, record, line) {
                self.push(Open { id, cost, key, state });
            }
        }
        self.moves = moves;
    }

    fn memory_bytes(&self) -> usize {
        let step = size_of::<(u32, G::Move)>();
        let opened = size_of::<Open<G::State>>() + STATE_HEAP_BYTES;
        self.trail.len() * step + self.seen.capacity() * 17 + self.n_open * opened
    }
}

impl<G: Playable> Search<G> for Astar<G> {
    fn run(&mut self, meter: &mut Meter<'_>, record: &mut Record<G::Move>) -> Progress {
        while !record.is_settled() {
            if meter.is_over() {
                return Progress::Paused;
            }
            if self.memory_bytes() >= self.memory_bytes_max {
                return Progress::Full;
            }
            let Some(open) = self.pop(record) else {
                record.has_seen_all();
                break;
            };
            // The position may have been reached at a lower cost since.
            if self.seen[&open.key].0 == open.cost {
                self.expand(&open, meter, record);
            }
        }
        Progress::Done
    }
}
