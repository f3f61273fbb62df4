//! IDA*: depth-first search with a limit that rises, in little memory.

use std::sync::Arc;

use ludex_game::{Bound, Heuristic, Playable};

use super::known::Known;
use super::table::{COST_MAX, Table};
use super::{Meter, Progress, ROLE, Record, Search};
use crate::Probe;

/// Iterative deepening with a [`Heuristic`], after Korf (1985), and a table of
/// positions, after Reinefeld and Marsland (1994).
///
/// A bound prunes positions above the limit; an estimate only orders moves. The table has the
/// cost for which a position has been searched, or is being searched, without success. A
/// position reached again with no more left to spend is not searched, which covers both
/// transpositions and cycles. Positions that the table has lost are searched once more. Costs
/// above 65,534 do not fit into it.
pub struct Ida<G: Playable> {
    game: Arc<G>,
    bound: Option<Box<dyn Bound<G>>>,
    /// Move ordering.
    order: Option<Heuristic<G>>,
    root: G::State,
    /// The path of the search: `n_open` positions, one per ply. Frames beyond are kept for
    /// their buffers.
    stack: Vec<Frame<G>>,
    n_open: usize,
    /// The maximum cost of solutions in the current iteration.
    limit: u32,
    /// The least limit under which the next iteration searches more.
    limit_next: Option<u32>,
    table: Table,
    is_dive: bool,
    known: Known<G>,
}

struct Frame<G: Playable> {
    state: G::State,
    /// The cost from the root.
    cost: u32,
    moves: Vec<G::Move>,
    /// Number of moves tried.
    n_tried: usize,
}

impl<G: Playable> Ida<G> {
    /// A search from a position that is not terminal.
    pub fn new(
        game: &Arc<G>,
        state: &G::State,
        heuristic: Option<Heuristic<G>>,
        memory_bytes_max: usize,
    ) -> Self {
        let (mut bound, order) = match heuristic {
            Some(Heuristic::Bound(bound)) => (Some(bound), None),
            estimate => (None, estimate),
        };
        let limit = match bound.as_mut().map_or(0, |bound| bound.cost_min(game, state)) {
            u32::MAX => COST_MAX,
            cost => cost.max(1),
        };
        Self { limit, bound, ..Self::unbounded(game, state, order, memory_bytes_max) }
    }

    /// A depth-first search without a limit: it soon finds some solution where all paths end,
    /// as when queens are placed on a board. Bounds and estimates both order moves.
    pub fn dive(
        game: &Arc<G>,
        state: &G::State,
        order: Option<Heuristic<G>>,
        memory_bytes_max: usize,
    ) -> Self {
        Self { is_dive: true, ..Self::unbounded(game, state, order, memory_bytes_max) }
    }

    /// Excludes the positions that a probe knows from the search.
    pub fn with_probe(self, probe: Option<Arc<dyn Probe<G>>>) -> Self {
        Self { known: Known::new(probe), ..self }
    }

    fn unbounded(
        game: &Arc<G>,
        state: &G::State,
        order: Option<Heuristic<G>>,
        memory_bytes_max: usize,
    ) -> Self {
        let mut ida = Self {
            game: Arc::clone(game),
            bound: None,
            order,
            root: state.clone(),
            stack: Vec::new(),
            n_open: 0,
            limit: COST_MAX,
            limit_next: None,
            table: Table::new(memory_bytes_max),
            is_dive: false,
            known: Known::new(None),
        };
        ida.open(state, 0);
        ida
    }

    /// The maximum cost of solutions in the current iteration.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Pushes a position onto the path.
    fn open(&mut self, state: &G::State, cost: u32) {
        if self.n_open == self.stack.len() {
            self.stack.push(Frame { state: state.clone(), cost, moves: Vec::new(), n_tried: 0 });
        }
        let (game, frame) = (&*self.game, &mut self.stack[self.n_open]);
        frame.state.clone_from(state);
        frame.cost = cost;
        frame.n_tried = 0;
        game.legal_moves(state, ROLE, &mut frame.moves);
        frame.moves.sort_by_key(|&mv| -game.move_order(state, ROLE, mv));
        if let Some(order) = &mut self.order {
            frame.moves.sort_by_cached_key(|&mv| {
                let mut next = state.clone();
                game.apply(&mut next, &[mv]);
                order.cost(game, &next)
            });
        }
        self.n_open += 1;
    }

    /// Makes a move in the last position of the path. Returns the successor if it must be
    /// searched.
    fn step(&mut self, mv: G::Move, record: &mut Record<G::Move>) -> Option<(G::State, u32)> {
        let game = &*self.game;
        let frame = &self.stack[self.n_open - 1];
        let cost = frame.cost.saturating_add(game.move_cost(&frame.state, &[mv]));
        let mut state = frame.state.clone();
        game.apply(&mut state, &[mv]);
        if game.is_terminal(&state) {
            record.offer(game.goal(&state, ROLE), cost, || self.line());
            return None;
        }
        if self.known.settles(game, &state, cost, record, || self.line()) {
            return None;
        }
        // Step 1. Was the position searched before? This test comes first: otherwise a search
        // with cycles up to the limit would never be complete.
        let key = game.key(&state);
        let left = self.limit.saturating_sub(cost);
        let is_known = |searched| self.is_dive || searched >= left;
        if self.table.get(key).is_some_and(is_known) {
            return None;
        }
        // Step 2. Is the estimated cost above the limit? Positions without a path to goal value
        // 100 are searched in the last iteration, since they may lead to ends worth less.
        let ahead = self.bound.as_mut().map_or(0, |bound| bound.cost_min(game, &state));
        let estimate = cost.saturating_add(ahead).min(COST_MAX).max(cost.saturating_add(1));
        if estimate > self.limit {
            self.limit_next = Some(self.limit_next.map_or(estimate, |next| next.min(estimate)));
            return None;
        }
        self.table.put(key, left);
        Some((state, cost))
    }

    /// The moves from the root, including the current one.
    fn line(&self) -> Vec<G::Move> {
        self.stack[..self.n_open].iter().map(|frame| frame.moves[frame.n_tried - 1]).collect()
    }

    /// Records what an iteration has ruled out, and starts the next.
    fn deepen(&mut self, record: &mut Record<G::Move>) {
        match self.limit_next.take() {
            // A dive does not search known positions again on shorter paths.
            None if self.is_dive => record.has_seen_all_goals(),
            None => record.has_seen_all(),
            Some(limit) => {
                match self.bound {
                    _ if self.is_dive => {}
                    Some(_) => record.has_seen_won(limit - 1),
                    None => record.has_seen(limit - 1),
                }
                if limit <= COST_MAX {
                    self.limit = limit;
                    let root = self.root.clone();
                    self.open(&root, 0);
                }
            }
        }
    }
}

impl<G: Playable> Search<G> for Ida<G> {
    fn run(&mut self, meter: &mut Meter<'_>, record: &mut Record<G::Move>) -> Progress {
        while !(record.is_settled() || self.is_dive && record.is_won()) {
            if self.n_open == 0 {
                self.deepen(record);
                if self.n_open == 0 {
                    break;
                }
            }
            let frame = &mut self.stack[self.n_open - 1];
            let Some(&mv) = frame.moves.get(frame.n_tried) else {
                self.n_open -= 1;
                continue;
            };
            if !meter.spend() {
                return Progress::Paused;
            }
            frame.n_tried += 1;
            if let Some((state, cost)) = self.step(mv, record) {
                self.open(&state, cost);
            }
        }
        Progress::Done
    }
}
