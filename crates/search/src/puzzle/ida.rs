//! IDA*: depth-first search with a limit that rises, in little memory.

use std::sync::Arc;

use game::Playable;

use super::table::{N_PLIES_MAX, Table};
use super::{Heuristic, Meter, Progress, ROLE, Record, Search};

/// Iterative deepening with a [`Heuristic`], after Korf (1985), and a table of
/// positions, after Reinefeld and Marsland (1994).
///
/// The table says for how many plies a position has been searched, or is being
/// searched, without success. Meeting it again with no more plies to go is
/// pointless, which covers both transpositions and going in circles. What the
/// table forgets is only searched once more.
pub struct Ida<G: Playable, H> {
    game: Arc<G>,
    heuristic: H,
    root: G::State,
    /// Where the search is: `n_open` positions, one per ply. What lies beyond is
    /// kept for its memory.
    stack: Vec<Frame<G>>,
    n_open: usize,
    /// How many plies solutions may have in the present iteration.
    limit: u32,
    /// The smallest limit under which there is more to be seen.
    limit_next: Option<u32>,
    table: Table,
    is_dive: bool,
}

struct Frame<G: Playable> {
    state: G::State,
    moves: Vec<G::Move>,
    /// How many of the moves have been tried.
    n_tried: usize,
}

impl<G: Playable, H: Heuristic<G>> Ida<G, H> {
    /// From a position that is not terminal.
    pub fn new(game: &Arc<G>, state: &G::State, mut heuristic: H, memory_bytes_max: usize) -> Self {
        let limit = match heuristic.n_plies_min(game, state) {
            u32::MAX => N_PLIES_MAX,
            n_plies => n_plies.max(1),
        };
        let mut ida = Self {
            game: Arc::clone(game),
            heuristic,
            root: state.clone(),
            stack: Vec::new(),
            n_open: 0,
            limit,
            limit_next: None,
            table: Table::new(memory_bytes_max),
            is_dive: false,
        };
        ida.open(state);
        ida
    }

    /// A depth-first search without a limit: it soon has some solution where
    /// all ways come to an end, as when queens are placed on a board.
    pub fn dive(game: &Arc<G>, state: &G::State, heuristic: H, memory_bytes_max: usize) -> Self {
        let ida = Self::new(game, state, heuristic, memory_bytes_max);
        Self { limit: N_PLIES_MAX, is_dive: true, ..ida }
    }

    /// How many plies solutions may have at present.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Steps into a position.
    fn open(&mut self, state: &G::State) {
        if self.n_open == self.stack.len() {
            self.stack.push(Frame { state: state.clone(), moves: Vec::new(), n_tried: 0 });
        }
        let (game, frame) = (&*self.game, &mut self.stack[self.n_open]);
        frame.state.clone_from(state);
        frame.n_tried = 0;
        game.legal_moves(state, ROLE, &mut frame.moves);
        frame.moves.sort_by_key(|&mv| -game.promise(state, ROLE, mv));
        self.n_open += 1;
    }

    /// Makes a move in the position on top, and says what is to be searched next.
    fn step(&mut self, mv: G::Move, record: &mut Record<G::Move>) -> Option<G::State> {
        let game = &*self.game;
        let n_plies = self.n_open as u32;
        let mut state = self.stack[self.n_open - 1].state.clone();
        game.apply(&mut state, &[mv]);
        if game.is_terminal(&state) {
            record.offer(game.goal(&state, ROLE), n_plies as usize, || self.line());
            return None;
        }
        // Step 1. Has it been searched before? This comes first: a search that
        // went in circles up to the limit would never find itself complete.
        let key = game.key(&state);
        let n_left = self.limit - n_plies;
        let is_known = |n_searched| self.is_dive || n_searched >= n_left;
        if self.table.get(key).is_some_and(is_known) {
            return None;
        }
        // Step 2. Is the end too far away? What seems hopeless is searched in
        // the last iteration, for there may be ends worth less than 100.
        let n_plies_min = self.heuristic.n_plies_min(game, &state);
        let estimate = n_plies.saturating_add(n_plies_min).min(N_PLIES_MAX).max(n_plies + 1);
        if estimate > self.limit {
            self.limit_next = Some(self.limit_next.map_or(estimate, |next| next.min(estimate)));
            return None;
        }
        self.table.put(key, n_left);
        Some(state)
    }

    /// The moves from the root, the one being tried included.
    fn line(&self) -> Vec<G::Move> {
        self.stack[..self.n_open].iter().map(|frame| frame.moves[frame.n_tried - 1]).collect()
    }

    /// An iteration is over: what has it shown?
    fn deepen(&mut self, record: &mut Record<G::Move>) {
        match self.limit_next.take() {
            // A dive leaves out shorter ways to what it knows.
            None if self.is_dive => record.has_seen_all_goals(),
            None => record.has_seen_all(),
            Some(limit) => {
                if !self.is_dive && self.heuristic.is_admissible() {
                    record.has_seen_won(limit - 1);
                }
                if self.heuristic.is_blind() && !self.is_dive {
                    record.has_seen(limit - 1);
                }
                if limit <= N_PLIES_MAX {
                    self.limit = limit;
                    let root = self.root.clone();
                    self.open(&root);
                }
            }
        }
    }
}

impl<G: Playable, H: Heuristic<G>> Search<G> for Ida<G, H> {
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
            if let Some(state) = self.step(mv, record) {
                self.open(&state);
            }
        }
        Progress::Done
    }
}
