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
/// Of a position that has been expanded only its [key](Playable::key) is kept,
/// and the step that led to it. So two positions with the same key of 64 bits
/// are taken for one: among a hundred million positions, the chance that there
/// is any such pair is 1 in 3,700.
///
/// The order is that of plies, not of costs: where moves have [other
/// costs](Playable::has_unit_costs) than 1, it finds every end but proves nothing
/// about costs.
pub struct Bfs<G: Playable> {
    game: Arc<G>,
    queue: VecDeque<Queued<G::State>>,
    /// How many positions of the current layer are still in the queue.
    n_layer_left: usize,
    /// How many plies the current layer is away.
    depth: u32,
    seen: FxHashSet<u64>,
    /// Whether positions are taken for the same that differ in the time alone.
    is_timeless: bool,
    /// All ends up to this depth are seen, given time and memory.
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

/// What a position in the queue may hold on the heap. A guess: positions do
/// not tell. Those of the largest bundled game need 200 bytes.
const STATE_HEAP_BYTES: usize = 128;

impl<G: Playable> Bfs<G> {
    /// From a position that is not terminal.
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

    /// Does not search positions that a probe knows.
    pub fn with_probe(self, probe: Option<Arc<dyn Probe<G>>>) -> Self {
        Self { known: Known::new(probe), ..self }
    }

    /// The same without regard to what changes by itself, where the game tells
    /// what that is: the same board after more steps is not looked at again.
    ///
    /// It sees all ends that come while the time [makes no
    /// difference](Playable::timeless_plies). It rules nothing out beyond, where
    /// the time ends the game: the same board counts by what came before.
    pub fn timeless(game: &Arc<G>, state: &G::State, memory_bytes_max: usize) -> Option<Self> {
        let seen = FxHashSet::from_iter([game.timeless_key(state)?]);
        let bfs = Self::new(game, state, memory_bytes_max);
        let n_plies_sound = game.timeless_plies(state).unwrap_or(0).min(bfs.n_plies_sound);
        Some(Self { seen, is_timeless: true, n_plies_sound, ..bfs })
    }

    /// How many plies away the positions are that it is looking at.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    fn memory_bytes(&self) -> usize {
        let step = size_of::<(u32, G::Move)>();
        let queued = size_of::<Queued<G::State>>() + STATE_HEAP_BYTES;
        // A hash set has up to twice the room it needs, and a byte per place.
        self.trail.len() * step + self.seen.capacity() * 9 + self.queue.len() * queued
    }

    /// Looks at all successors of a position.
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
            // A position once begun is finished, which may take a few more
            // nodes than allowed.
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
