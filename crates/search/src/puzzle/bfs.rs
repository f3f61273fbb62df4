//! Breadth-first search: all positions, in the order of their distance.

use std::collections::VecDeque;
use std::sync::Arc;

use ludex_game::Playable;
use rustc_hash::FxHashSet;

use super::known::Known;
use super::trail::{ROOT, Trail};
use super::{Meter, Progress, ROLE, Record, Search};
use crate::Probe;

/// Breadth-first search with detection of duplicates.
///
/// Only the [key](Playable::key) of an expanded position is kept, and the step that led to it.
/// So two positions with the same key of 64 bits are confused: among a hundred million
/// positions, the probability of any such pair is 1 in 3,700.
///
/// The order is that of plies, not of costs: where moves have [other
/// costs](Playable::has_unit_costs) than 1, it finds every end but proves nothing
/// about costs.
pub struct Bfs<G: Playable> {
    game: Arc<G>,
    queue: VecDeque<Queued<G::State>>,
    /// Number of positions of the current layer that are still in the queue.
    n_layer_left: usize,
    /// Number of plies from the root to the current layer.
    depth: u32,
    seen: FxHashSet<u64>,
    /// Whether positions that differ in the step count alone are equal.
    is_timeless: bool,
    /// Depth up to which the search can see all ends.
    n_plies_sound: u32,
    trail: Trail<G::Move>,
    memory_bytes_max: usize,
    moves: Vec<G::Move>,
    known: Known<G>,
}

struct Queued<S> {
    id: u32,
    cost: u32,
    state: S,
}

/// Estimated heap memory of a position in the queue, since positions do not report it. Those of
/// the largest bundled game need 200 bytes.
const STATE_HEAP_BYTES: usize = 128;

impl<G: Playable> Bfs<G> {
    /// A search from a position that is not terminal.
    pub fn new(game: &Arc<G>, state: &G::State, memory_bytes_max: usize) -> Self {
        Self {
            game: Arc::clone(game),
            queue: VecDeque::from([Queued { id: ROOT, cost: 0, state: state.clone() }]),
            n_layer_left: 1,
            depth: 0,
            seen: FxHashSet::from_iter([game.key(state)]),
            is_timeless: false,
            n_plies_sound: if game.has_unit_costs() { u32::MAX } else { 0 },
            trail: Trail::new(),
            memory_bytes_max,
            moves: Vec::new(),
            known: Known::new(None),
        }
    }

    /// Excludes the positions that a probe knows from the search.
    pub fn with_probe(self, probe: Option<Arc<dyn Probe<G>>>) -> Self {
        Self { known: Known::new(probe), ..self }
    }

    /// A search that ignores the part of a position that changes by itself, such as a step
    /// count, where the game defines it: the same board after more steps is not searched again.
    ///
    /// It sees all ends within the plies for which that part [makes no
    /// difference](Playable::timeless_plies), and rules nothing out beyond, where the step
    /// count ends the game: a longer game on the same board may then have another result.
    pub fn timeless(game: &Arc<G>, state: &G::State, memory_bytes_max: usize) -> Option<Self> {
        let seen = FxHashSet::from_iter([game.timeless_key(state)?]);
        let bfs = Self::new(game, state, memory_bytes_max);
        let n_plies_sound = game.timeless_plies(state).unwrap_or(0).min(bfs.n_plies_sound);
        Some(Self { seen, is_timeless: true, n_plies_sound, ..bfs })
    }

    /// Number of plies from the root to the positions under search.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    fn memory_bytes(&self) -> usize {
        let step = size_of::<(u32, G::Move)>();
        let queued = size_of::<Queued<G::State>>() + STATE_HEAP_BYTES;
        // A hash set has up to twice the room it needs, and a byte per place.
        self.trail.len() * step + self.seen.capacity() * 9 + self.queue.len() * queued
    }

    /// Makes all moves in a position.
    fn expand(
        &mut self,
        from: &Queued<G::State>,
        meter: &mut Meter<'_>,
        record: &mut Record<G::Move>,
    ) {
        let game = &*self.game;
        let Queued { id, state, .. } = from;
        game.legal_moves(state, ROLE, &mut self.moves);
        for &mv in &self.moves {
            // The moves of a position are completed, which may take a few more nodes than
            // allowed.
            meter.spend();
            let mut next = state.clone();
            game.apply(&mut next, &[mv]);
            let key = match self.is_timeless {
                true => game.timeless_key(&next).unwrap_or_default(),
                false => game.key(&next),
            };
            if !self.seen.insert(key) {
                continue;
            }
            let next_id = self.trail.push(*id, mv);
            let cost = from.cost.saturating_add(game.move_cost(state, &[mv]));
            let line = || self.trail.moves(next_id);
            if game.is_terminal(&next) {
                record.offer(game.goal(&next, ROLE), cost, line);
            } else if !self.known.settles(game, &next, cost, record, line) {
                self.queue.push_back(Queued { id: next_id, cost, state: next });
            }
        }
    }
}

impl<G: Playable> Search<G> for Bfs<G> {
    fn run(&mut self, meter: &mut Meter<'_>, record: &mut Record<G::Move>) -> Progress {
        while !record.is_settled() && !self.queue.is_empty() {
            if self.n_layer_left == 0 {
                self.depth += 1;
                self.n_layer_left = self.queue.len();
                record.has_seen(self.depth.min(self.n_plies_sound));
                continue;
            }
            if meter.is_over() {
                return Progress::Paused;
            }
            if self.memory_bytes() >= self.memory_bytes_max {
                return Progress::Full;
            }
            let Some(from) = self.queue.pop_front() else { break };
            self.n_layer_left -= 1;
            self.expand(&from, meter, record);
        }
        if self.queue.is_empty() {
            match self.is_timeless {
                true => record.has_seen(self.n_plies_sound),
                false if self.game.has_unit_costs() => record.has_seen_all(),
                false => record.has_seen_all_goals(),
            }
        }
        Progress::Done
    }
}
