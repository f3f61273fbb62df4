//! Beam search: breadth-first, but only the most promising of each layer go on.

use std::sync::Arc;

use game::{Evaluator, Playable, Rng, rng};
use rand::Rng as _;
use rustc_hash::FxHashSet;

use super::rollout::{N_PLIES_MAX, Rollout, Score};
use super::trail::{ROOT, Trail};
use super::{Meter, Progress, ROLE, Record, Search};

/// Beam search in passes of growing width.
///
/// A pass is guided by an [`Evaluator`], and every other pass by a random game
/// from each position as well, for many rules say nothing before the end.
/// Equally good positions are chosen by lot.
pub struct Beam<G: Playable> {
    game: Arc<G>,
    root: G::State,
    evaluator: Box<dyn Evaluator<G>>,
    rollout: Rollout<G::Move>,
    rng: Rng,
    n_passes: u32,
    width_max: usize,
    /// The positions of the present layer, and how many have been expanded.
    layer: Vec<(u32, G::State)>,
    n_expanded: usize,
    next: Vec<Candidate<G::State>>,
    /// Whether the pass has left out anything.
    has_dropped: bool,
    depth: usize,
    seen: FxHashSet<u64>,
    trail: Trail<G::Move>,
}

struct Candidate<S> {
    value: f64,
    lot: u32,
    id: u32,
    state: S,
}

/// The width of the first pass.
const WIDTH_MIN: usize = 16;

impl<G: Playable> Beam<G> {
    /// From a position that is not terminal.
    pub fn new(
        game: &Arc<G>,
        state: &G::State,
        evaluator: Box<dyn Evaluator<G>>,
        seed: u64,
        memory_bytes_max: usize,
    ) -> Self {
        let candidate = size_of::<Candidate<G::State>>() + 128;
        Self {
            game: Arc::clone(game),
            root: state.clone(),
            evaluator,
            rollout: Rollout::new(rng(seed, 3)),
            rng: rng(seed, 4),
            n_passes: 0,
            // A layer, the next one (up to twice over), and what is known of
            // the layers before.
            width_max: (memory_bytes_max / 8 / candidate).max(WIDTH_MIN),
            layer: Vec::new(),
            n_expanded: 0,
            next: Vec::new(),
            has_dropped: false,
            depth: 0,
            seen: FxHashSet::default(),
            trail: Trail::new(),
        }
    }

    /// How many positions of a layer go on in this pass.
    fn width(&self) -> usize {
        let n_doubled = (self.n_passes / 2).min(30);
        (WIDTH_MIN << n_doubled).min(self.width_max)
    }

    fn has_rollouts(&self) -> bool {
        self.n_passes.is_multiple_of(2)
    }

    fn begin(&mut self) {
        self.layer = vec![(ROOT, self.root.clone())];
        self.n_expanded = 0;
        self.has_dropped = false;
        self.depth = 0;
        self.seen.clear();
        self.seen.insert(self.game.key(&self.root));
        self.trail.clear();
    }

    fn expand(&mut self, at: usize, meter: &mut Meter<'_>, record: &mut Record<G::Move>) {
        let game = Arc::clone(&self.game);
        let (id, state) = &self.layer[at];
        let (id, state, mut moves) = (*id, state.clone(), Vec::new());
        game.legal_moves(&state, ROLE, &mut moves);
        for &mv in &moves {
            meter.spend();
            let mut next = state.clone();
            game.apply(&mut next, &[mv]);
            if !self.seen.insert(game.key(&next)) {
                continue;
            }
            let next_id = self.trail.push(id, mv);
            if game.is_terminal(&next) {
                let moves = || self.trail.moves(next_id);
                record.offer(game.goal(&next, ROLE), self.depth + 1, moves);
                continue;
            }
            let value = self.value(&next, next_id, meter, record);
            let lot = self.rng.random();
            self.next.push(Candidate { value, lot, id: next_id, state: next });
        }
        if self.next.len() > 2 * self.width() {
            self.prune();
        }
    }

    fn value(
        &mut self,
        state: &G::State,
        id: u32,
        meter: &mut Meter<'_>,
        record: &mut Record<G::Move>,
    ) -> f64 {
        let mut value = self.evaluator.evaluate(&self.game, state, ROLE);
        if self.has_rollouts() {
            let (mut state, mut line) = (state.clone(), self.trail.moves(id));
            let score = self.rollout.play(&*self.game, &mut state, &mut line, meter, record);
            value += score.map_or(0.0, Score::value);
        }
        value
    }

    /// Drops whatever is not among the best.
    fn prune(&mut self) {
        self.next.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.lot.cmp(&b.lot)));
        let width = self.width();
        self.has_dropped |= self.next.len() > width;
        self.next.truncate(width);
    }

    /// The next layer becomes the present one; a pass may be over.
    fn descend(&mut self, record: &mut Record<G::Move>) {
        self.prune();
        self.layer.clear();
        self.layer.extend(self.next.drain(..).map(|candidate| (candidate.id, candidate.state)));
        self.n_expanded = 0;
        self.depth += 1;
        self.has_dropped |= self.depth == N_PLIES_MAX && !self.layer.is_empty();
        if self.depth == N_PLIES_MAX {
            self.layer.clear();
        }
        if self.layer.is_empty() {
            self.n_passes += 1;
            if !self.has_dropped {
                record.has_seen_all();
            }
        }
    }
}

impl<G: Playable> Search<G> for Beam<G> {
    fn run(&mut self, meter: &mut Meter<'_>, record: &mut Record<G::Move>) -> Progress {
        while !record.is_best() {
            if meter.is_over() {
                return Progress::Paused;
            }
            if self.layer.is_empty() {
                self.begin();
            }
            self.expand(self.n_expanded, meter, record);
            self.n_expanded += 1;
            if self.n_expanded == self.layer.len() {
                self.descend(record);
            }
        }
        Progress::Done
    }
}
