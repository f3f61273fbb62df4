//! Greedy best-first search: the position next that seems nearest to a win.

use std::collections::BTreeMap;
use std::sync::Arc;

use ludex_game::{Heuristic, Playable};
use rustc_hash::FxHashSet;

use super::trail::{ROOT, Trail};
use super::{Meter, Progress, ROLE, Record, Search};

/// Greedy best-first search with a [`Heuristic`]. Costs so far do not matter, so that
/// solutions are found soon and are longer than necessary. It proves nothing.
///
/// Of positions with the same estimate, the one found last comes first. Step counts are left
/// out of comparisons where the game [tells them apart](ludex_game::SearchSupport::timeless_key).
pub struct Greedy<G: Playable> {
    game: Arc<G>,
    heuristic: Heuristic<G>,
    /// What a position counts for on the meter: an estimate can take long.
    n_nodes_each: u64,
    /// Open positions by their estimate.
    open: BTreeMap<u32, Vec<Open<G::State>>>,
    n_open: usize,
    seen: FxHashSet<u64>,
    trail: Trail<G::Move>,
    memory_bytes_max: usize,
    moves: Vec<G::Move>,
}

struct Open<S> {
    id: u32,
    cost: u32,
    state: S,
}

/// Estimated heap memory of an open position, as for breadth-first search.
const STATE_HEAP_BYTES: usize = 128;

impl<G: Playable> Greedy<G> {
    /// A search from a position that is not terminal. Each position counts as so many nodes.
    pub fn new(
        game: &Arc<G>,
        state: &G::State,
        heuristic: Heuristic<G>,
        n_nodes_each: u64,
        memory_bytes_max: usize,
    ) -> Self {
        let mut greedy = Self {
            game: Arc::clone(game),
            heuristic,
            n_nodes_each,
            open: BTreeMap::new(),
            n_open: 0,
            seen: FxHashSet::default(),
            trail: Trail::new(),
            memory_bytes_max,
            moves: Vec::new(),
        };
        greedy.seen.insert(greedy.key(state));
        greedy.push(Open { id: ROOT, cost: 0, state: state.clone() });
        greedy
    }

    fn key(&self, state: &G::State) -> u64 {
        self.game.timeless_key(state).unwrap_or_else(|| self.game.key(state))
    }

    fn push(&mut self, open: Open<G::State>) {
        let estimate = self.heuristic.cost(&self.game, &open.state);
        // From positions that seem lost, no win is looked for.
        if estimate < u32::MAX {
            self.n_open += 1;
            self.open.entry(estimate).or_default().push(open);
        }
    }

    fn pop(&mut self) -> Option<Open<G::State>> {
        let mut list = self.open.first_entry()?;
        let open = list.get_mut().pop();
        if list.get().is_empty() {
            list.remove();
        }
        self.n_open -= 1;
        open
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
            meter.spend_many(self.n_nodes_each);
            let cost = open.cost.saturating_add(game.move_cost(&open.state, &[mv]));
            let mut state = open.state.clone();
            game.apply(&mut state, &[mv]);
            if !self.seen.insert(self.key(&state)) {
                continue;
            }
            let id = self.trail.push(open.id, mv);
            match game.is_terminal(&state) {
                true => record.offer(game.goal(&state, ROLE), cost, || self.trail.moves(id)),
                false => self.push(Open { id, cost, state }),
            }
        }
        self.moves = moves;
    }

    fn memory_bytes(&self) -> usize {
        let step = size_of::<(u32, G::Move)>();
        let opened = size_of::<Open<G::State>>() + STATE_HEAP_BYTES;
        self.trail.len() * step + self.seen.capacity() * 9 + self.n_open * opened
    }
}

impl<G: Playable> Search<G> for Greedy<G> {
    fn run(&mut self, meter: &mut Meter<'_>, record: &mut Record<G::Move>) -> Progress {
        while !record.is_best() {
            if meter.is_over() {
                return Progress::Paused;
            }
            if self.memory_bytes() >= self.memory_bytes_max {
                return Progress::Full;
            }
            let Some(open) = self.pop() else { break };
            self.expand(&open, meter, record);
        }
        Progress::Done
    }
}
