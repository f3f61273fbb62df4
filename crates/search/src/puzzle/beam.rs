//! Beam search: breadth-first, with a bounded number of positions per layer.

use std::sync::Arc;

use ludex_game::{Evaluator, Heuristic, Playable, Rng, rng};
use rand::Rng as _;
use rustc_hash::FxHashSet;

use super::rollout::{N_PLIES_MAX, Rollout, Score};
use super::trail::{ROOT, Trail};
use super::{Meter, Progress, ROLE, Record, Search};

/// Beam search in passes of growing width.
///
/// Positions are ranked by an [`Evaluator`], less the cost ahead by a [`Heuristic`] if there is
/// one. Every other pass also makes a playout from each position, since many rules have no goal
/// values before the end. Ties are broken at random.
pub struct Beam<G: Playable> {
    game: Arc<G>,
    root: G::State,
    evaluator: Box<dyn Evaluator<G>>,
    heuristic: Option<Heuristic<G>>,
    rollout: Rollout<G::Move>,
    rng: Rng,
    n_passes: u32,
    width_max: usize,
    /// The positions of the current layer, and the number expanded.
    layer: Vec<Member<G::State>>,
    n_expanded: usize,
    next: Vec<Candidate<G::State>>,
    /// Whether the pass has dropped any position.
    has_dropped: bool,
    depth: usize,
    seen: FxHashSet<u64>,
    trail: Trail<G::Move>,
}

/// A position of a layer.
struct Member<S> {
    id: u32,
    /// The cost from the root.
    cost: u32,
    state: S,
}

struct Candidate<S> {
    value: f64,
    lot: u32,
    member: Member<S>,
}

/// The width of the first pass.
const WIDTH_MIN: usize = 16;

impl<G: Playable> Beam<G> {
    /// A search from a position that is not terminal.
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
            heuristic: None,
            rollout: Rollout::new(rng(seed, 3)),
            rng: rng(seed, 4),
            n_passes: 0,
            // A layer, the next one (up to twice its width), and the trail of the earlier
            // layers.
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

    /// Subtracts the cost ahead from the rank of positions.
    pub fn with_heuristic(self, heuristic: Option<Heuristic<G>>) -> Self {
        Self { heuristic, ..self }
    }

    /// Number of positions of a layer that this pass expands.
    fn width(&self) -> usize {
        let n_doubled = (self.n_passes / 2).min(30);
        (WIDTH_MIN << n_doubled).min(self.width_max)
    }

    fn has_rollouts(&self) -> bool {
        self.n_passes.is_multiple_of(2)
    }

    fn begin(&mut self) {
        self.layer = vec![Member { id: ROOT, cost: 0, state: self.root.clone() }];
        self.n_expanded = 0;
        self.has_dropped = false;
        self.depth = 0;
        self.seen.clear();
        self.seen.insert(self.game.key(&self.root));
        self.trail.clear();
    }

    fn expand(&mut self, at: usize, meter: &mut Meter<'_>, record: &mut Record<G::Move>) {
        let game = Arc::clone(&self.game);
        let member = &self.layer[at];
        let (id, state, mut moves) = (member.id, member.state.clone(), Vec::new());
        let cost = member.cost;
        game.legal_moves(&state, ROLE, &mut moves);
        for &mv in &moves {
            meter.spend();
            let mut next = state.clone();
            game.apply(&mut next, &[mv]);
            if !self.seen.insert(game.key(&next)) {
                continue;
            }
            let cost = cost.saturating_add(game.move_cost(&state, &[mv]));
            let member = Member { id: self.trail.push(id, mv), cost, state: next };
            if game.is_terminal(&member.state) {
                let moves = || self.trail.moves(member.id);
                record.offer(game.goal(&member.state, ROLE), cost, moves);
                continue;
            }
            let value = self.value(&member, meter, record);
            let lot = self.rng.random();
            self.next.push(Candidate { value, lot, member });
        }
        if self.next.len() > 2 * self.width() {
            self.prune();
        }
    }

    fn value(
        &mut self,
        member: &Member<G::State>,
        meter: &mut Meter<'_>,
        record: &mut Record<G::Move>,
    ) -> f64 {
        let Member { id, cost, state } = member;
        let mut value = self.evaluator.evaluate(&self.game, state, ROLE);
        if let Some(heuristic) = &mut self.heuristic {
            value -= f64::from(heuristic.cost(&self.game, state));
        }
        if self.has_rollouts() {
            let (mut state, mut line) = (state.clone(), self.trail.moves(*id));
            let score = self.rollout.play(&*self.game, &mut state, *cost, &mut line, meter, record);
            value += score.map_or(0.0, Score::value);
        }
        value
    }

    /// Drops all candidates but the best.
    fn prune(&mut self) {
        self.next.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.lot.cmp(&b.lot)));
        let width = self.width();
        self.has_dropped |= self.next.len() > width;
        self.next.truncate(width);
    }

    /// Makes the next layer the current one, or ends the pass.
    fn descend(&mut self, record: &mut Record<G::Move>) {
        self.prune();
        self.layer.clear();
        self.layer.extend(self.next.drain(..).map(|candidate| candidate.member));
        self.n_expanded = 0;
        self.depth += 1;
        self.has_dropped |= self.depth == N_PLIES_MAX && !self.layer.is_empty();
        if self.depth == N_PLIES_MAX {
            self.layer.clear();
        }
        if self.layer.is_empty() {
            self.n_passes += 1;
            match self.has_dropped {
                true => {}
                // Layers are in the order of plies, so costs are least where plies are.
                false if self.game.has_unit_costs() => record.has_seen_all(),
                false => record.has_seen_all_goals(),
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
