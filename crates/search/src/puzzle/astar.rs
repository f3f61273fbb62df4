//! A*: positions in the order of the shortest solution that may lead through them.

use std::sync::Arc;

use game::Playable;
use rustc_hash::FxHashMap;

use super::trail::{ROOT, Trail};
use super::{Heuristic, Meter, Progress, ROLE, Record, Search};

/// A* with a [`Heuristic`], after Hart, Nilsson and Raphael (1968).
///
/// Costs are plies, so open positions wait in one list per estimate, and the
/// list is a stack: among equals the deepest comes first. Where the heuristic is
/// not consistent, a position that is met again on a shorter way is expanded
/// again. Where it is not [admissible](Heuristic::is_admissible), nothing is known
/// of shorter solutions before all positions have been seen. Positions that the heuristic calls hopeless come last, for the game
/// may have ends worth less than 100 there.
pub struct Astar<G: Playable, H> {
    game: Arc<G>,
    heuristic: H,
    /// Open positions by the plies of the shortest solution through them.
    open: Vec<Vec<Open<G::State>>>,
    hopeless: Vec<Open<G::State>>,
    n_open: usize,
    /// The smallest estimate that may have open positions.
    estimate: usize,
    /// By key: how many plies away, and the number in the trail.
    known: FxHashMap<u64, (u32, u32)>,
    trail: Trail<G::Move>,
    memory_bytes_max: usize,
    moves: Vec<G::Move>,
}

struct Open<S> {
    id: u32,
    n_plies: u32,
    key: u64,
    state: S,
}

/// What an open position may hold on the heap, as for breadth-first search.
const STATE_HEAP_BYTES: usize = 128;

impl<G: Playable, H: Heuristic<G>> Astar<G, H> {
    /// From a position that is not terminal.
    pub fn new(game: &Arc<G>, state: &G::State, heuristic: H, memory_bytes_max: usize) -> Self {
        let key = game.key(state);
        let mut astar = Self {
            game: Arc::clone(game),
            heuristic,
            open: Vec::new(),
            hopeless: Vec::new(),
            n_open: 0,
            estimate: 0,
            known: FxHashMap::from_iter([(key, (0, ROOT))]),
            trail: Trail::new(),
            memory_bytes_max,
            moves: Vec::new(),
        };
        astar.push(Open { id: ROOT, n_plies: 0, key, state: state.clone() });
        astar
    }

    fn push(&mut self, open: Open<G::State>) {
        self.n_open += 1;
        let n_plies_min = self.heuristic.n_plies_min(&self.game, &open.state);
        if n_plies_min == u32::MAX {
            return self.hopeless.push(open);
        }
        // The estimate of a successor is never smaller: a bound of its
        // predecessor holds for it, less the ply that was made. What is no bound
        // may order positions as it likes, but never before those already left.
        let estimate = ((open.n_plies + n_plies_min) as usize).max(self.estimate);
        if self.open.len() <= estimate {
            self.open.resize_with(estimate + 1, Vec::new);
        }
        self.open[estimate].push(open);
    }

    fn pop(&mut self, record: &mut Record<G::Move>) -> Option<Open<G::State>> {
        self.n_open = self.n_open.checked_sub(1)?;
        while let Some(list) = self.open.get_mut(self.estimate) {
            if let Some(open) = list.pop() {
                return Some(open);
            }
            // Whatever wins within this estimate has been seen, if estimates
            // are bounds.
            if self.heuristic.is_blind() {
                record.has_seen(self.estimate as u32);
            } else if self.heuristic.is_admissible() {
                record.has_seen_won(self.estimate as u32);
            }
            self.estimate += 1;
        }
        self.hopeless.pop()
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
        let n_plies = open.n_plies + 1;
        for &mv in &moves {
            meter.spend();
            let mut state = open.state.clone();
            game.apply(&mut state, &[mv]);
            let key = game.key(&state);
            let id = match self.known.get(&key) {
                Some(&(known, _)) if known <= n_plies => continue,
                Some(&(_, id)) => {
                    self.trail.redirect(id, open.id, mv);
                    id
                }
                None => self.trail.push(open.id, mv),
            };
            self.known.insert(key, (n_plies, id));
            if game.is_terminal(&state) {
                record.offer(game.goal(&state, ROLE), n_plies as usize, || self.trail.moves(id));
            } else {
                self.push(Open { id, n_plies, key, state });
            }
        }
        self.moves = moves;
    }

    fn memory_bytes(&self) -> usize {
        let step = size_of::<(u32, G::Move)>();
        let opened = size_of::<Open<G::State>>() + STATE_HEAP_BYTES;
        self.trail.len() * step + self.known.capacity() * 17 + self.n_open * opened
    }
}

impl<G: Playable, H: Heuristic<G>> Search<G> for Astar<G, H> {
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
            // Another way to it may have been found since, and a shorter one.
            if self.known[&open.key].0 == open.n_plies {
                self.expand(&open, meter, record);
            }
        }
        Progress::Done
    }
}
