//! The search: batches selected, played and applied.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use ludex_game::playouts::{Job, Playouts, Start};
use ludex_game::{ALWAYS, Guide, Hints, Playable, RoleId};

use super::batch::{Batch, Leaf, Scores, Step};
use super::bound::Bound;
use super::grow::{Arrival, Grower, Way};
use super::mast::Mast;
use super::node::{Kind, Standing};
use super::options::{Joint, Options};
use super::pace::Pace;
use super::proofs::Proofs;
use super::rave;
use super::tree::{Tree, Values};
use super::workers::{PlayoutQueue, QueueFeed};
use crate::equilibrium::Matrix;
use crate::{Limits, Probe, Report, Seen};

/// A UCT search of one game, which keeps its tree from one move to the next.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Game, RoleId, examples::Nim};
/// use ludex_search::{Limits, uct::{Options, Uct}};
///
/// let nim = Arc::new(Nim::new(&[1, 2]));
/// let mut uct = Uct::new(&nim, Options::default(), 1, 1);
/// let limits = Limits { playouts: Some(1000), ..Limits::default() };
/// let report = uct.search(&nim.initial(), RoleId(0), &limits);
/// // One of the larger heap leaves two equal ones, and wins.
/// assert_eq!(nim.move_name(report.mv), "(take 1 1)");
/// assert_eq!((report.value, report.is_proven), (Some(100.0), true));
/// ```
pub struct Uct<G: Playable> {
    pub(super) game: Arc<G>,
    pub(super) options: Options,
    pub(super) seed: u64,
    pub(super) tree: Tree<G::State, G::Move>,
    pub(super) grower: Grower<G>,
    mast: Option<Mast<G::Move>>,
    /// The hints that playouts follow, and the number of 256 steps in which opponents do.
    hints: Option<(Arc<Hints<G::Move>>, u16)>,
    /// The engines that make playouts, one for each thread.
    workers: Vec<Box<dyn Playouts<G>>>,
    /// The number of the next playout: each of all searches has its own.
    next_playout: u64,
    pub(super) proofs: Option<Proofs<G>>,
    /// Ends of random games from the initial position, once they were needed.
    pub(super) ends: OnceLock<Seen>,
}

/// More threads are not worth starting for fewer playouts.
const N_PLAYOUTS_FOR_THREADS: u64 = 4096;

/// Batches in flight once there are many playouts: one is played while the next
/// is selected.
const N_BATCHES: usize = 2;

impl<G: Playable> Uct<G> {
    /// Prepares to search on some threads. The result depends on the seed, not on their
    /// number.
    pub fn new(game: &Arc<G>, options: Options, seed: u64, n_threads: usize) -> Self {
        let n_roles = game.roles().len();
        Self {
            tree: Tree::new(n_roles, &options),
            mast: options.mast.map(|temperature| Mast::new(n_roles, temperature)),
            hints: None,
            grower: Grower::new(&**game, seed),
            workers: (0..n_threads.max(1)).map(|_| game.playouts()).collect(),
            next_playout: 0,
            proofs: None,
            ends: OnceLock::new(),
            game: Arc::clone(game),
            options,
            seed,
        }
    }

    /// Has playouts follow hints: the role that is searched for always, others
    /// with a probability. `false` if this game's playouts cannot.
    pub fn follow(&mut self, hints: Arc<Hints<G::Move>>, others: f64) -> bool {
        self.hints = Some((hints, (others * f64::from(ALWAYS)).round() as u16));
        let guide = self.guide(RoleId(0));
        let can = self.workers[0].guide(guide.as_ref());
        if !can {
            self.hints = None;
        }
        let hints = self.hints.as_ref().filter(|_| self.options.prior > 0.0);
        self.grower.heed(hints.map(|(hints, _)| Arc::clone(hints)));
        can
    }

    /// Takes values below the root from exactly known positions, in games with at
    /// most two players: with more, best play for one role is not defined by its own
    /// value alone.
    pub fn with_probe(mut self, probe: Arc<dyn Probe<G>>) -> Self {
        if self.grower.roles.n_players <= 2 {
            self.grower.use_probe(probe);
        }
        self
    }

    /// What its playouts follow in a search for a role.
    pub(super) fn guide(&self, role: RoleId) -> Option<Guide<G::Move>> {
        let (hints, others) = self.hints.as_ref()?;
        Some(Guide::new(Arc::clone(hints), self.n_roles(), role.index(), *others))
    }

    /// Searches for the move that a role should make in a state, within limits.
    /// The role has a legal move.
    ///
    /// A value is proven with two players whose goals add up to the same in all
    /// ends of the game that were seen; elsewhere it [presupposes](Report::assumption)
    /// that each role plays for itself. Where two players choose at once, the value is
    /// that of mixed strategies, and the move is drawn by such a strategy. Positions
    /// with more choices at once, or in which a role cannot move, have no certain value.
    pub fn search(&mut self, state: &G::State, role: RoleId, limits: &Limits) -> Report<G::Move> {
        self.set_root(state);
        let mut workers = std::mem::take(&mut self.workers);
        let job = self.job();
        let queue = PlayoutQueue::new(self.game.roles().len(), job.log_moves);
        let guide = self.guide(role);
        for playouts in &mut workers {
            playouts.guide(guide.as_ref());
            playouts.begin(job);
        }
        let is_short = limits.playouts.is_some_and(|n| n < N_PLAYOUTS_FOR_THREADS);
        let (first, others) = workers.split_first_mut().expect("there is at least one thread");
        let others = if is_short { &mut [] } else { others };
        let made = std::thread::scope(|scope| {
            for playouts in others {
                let queue = &queue;
                scope.spawn(move || queue.serve(&mut **playouts));
            }
            let made = self.run(limits, &queue, &mut **first);
            queue.close();
            made
        });
        self.workers = workers;
        debug_assert!(self.tree.is_settled(), "a visit is still under way");
        self.report(role, made, &limits.stop)
    }

    /// Numbers playouts from here on, so that searches which share what makes
    /// playouts make different ones.
    pub(super) fn number_from(&mut self, playout: u64) {
        self.next_playout = playout;
    }

    /// How its playouts are made.
    pub(super) fn job(&self) -> Job {
        let log_moves = self.options.rave.is_some() || self.options.mast.is_some();
        Job { seed: self.seed, length_max: self.options.length_max, log_moves }
    }

    /// Whether its playouts may be made along with those of others: they are
    /// when it draws moves evenly.
    pub fn can_share_lanes(&self) -> bool {
        self.mast.is_none()
    }

    pub(super) fn n_roles(&self) -> usize {
        self.game.roles().len()
    }

    /// The number of the next playout.
    pub(super) fn next_number(&self) -> u64 {
        self.next_playout
    }

    /// How many nodes the tree has.
    pub fn n_nodes(&self) -> usize {
        self.tree.n_nodes()
    }

    pub(super) fn set_root(&mut self, state: &G::State) {
        if !self.options.reuse {
            self.tree = Tree::new(self.game.roles().len(), &self.options);
            self.grower.seen = Seen::new(&*self.game);
            self.grower.roles.sum = None;
        }
        let root = self.grower.node(&self.game, &mut self.tree, state);
        self.tree.root = root;
        if self.tree.node(root.at).kind == Kind::Unexpanded {
            // The value of a probed node does not tell which move has it.
            self.tree.node_mut(root.at).is_proven = false;
            self.tree.bounds_mut(root.at).fill(Bound::OPEN);
            self.grower.expand(&self.game, &mut self.tree, root.at);
        }
    }

    /// Selects, plays and applies batches until a limit is reached.
    fn run(
        &mut self,
        limits: &Limits,
        queue: &PlayoutQueue<G>,
        playouts: &mut dyn Playouts<G>,
    ) -> Made {
        let mut feed = QueueFeed::new(queue);
        let mut progress = self.begin(limits);
        let clock = || limits.clock.map(|clock| clock());
        self.begin_proofs(limits);
        let beginning = clock();
        loop {
            // Step 1. Select what may be in flight.
            let begun = clock();
            while let Some(starts) = self.next(&mut progress) {
                let batch = progress.in_flight.back().expect("the batch just selected");
                queue.push(batch, starts);
            }
            // Step 2. Play until the oldest batch is complete.
            if progress.in_flight.is_empty() {
                return progress.made;
            }
            let selected = clock();
            while !queue.is_complete() {
                if limits.stop.is_due() {
                    self.give_up(&mut progress, queue);
                    return progress.made;
                }
                if !feed.advance(playouts) {
                    std::thread::yield_now();
                }
            }
            // Step 3. Apply it.
            let played = clock();
            let costs =
                progress.in_flight.front().map(|batch| (batch.leaves.len(), batch.n_playouts));
            if let Some(scores) = queue.pop() {
                self.apply_next(&mut progress, &scores);
            }
            if let (Some(begun), Some(selected), Some(played), Some(applied), Some(costs)) =
                (begun, selected, played, clock(), costs)
            {
                let selecting = (selected - begun) + (applied - played);
                progress.pace.add(selecting, costs.0, played - selected, costs.1);
            }
            if let Some((clock, beginning)) = limits.clock.zip(beginning) {
                self.search_proof(clock, beginning, limits);
            }
            if let Some(weights) = self.mast.as_mut().and_then(Mast::weights) {
                queue.prefer(weights);
            }
        }
    }

    /// Begins a search within limits.
    pub(super) fn begin(&self, limits: &Limits) -> Progress<G> {
        let (in_flight, made) = (VecDeque::new(), Made::default());
        let (n_nodes_before, limits) = (self.tree.n_made, limits.clone());
        let pace = Pace::new(f64::from(self.options.pace), limits.stop.time_max());
        Progress { in_flight, made, n_nodes_before, limits, pace }
    }

    /// Puts the next batch in flight and tells which playouts it wants; `None`
    /// while no other may be, or if the search is over.
    pub(super) fn next(&mut self, progress: &mut Progress<G>) -> Option<Vec<Start<G>>> {
        // Preferences change between batches, when nothing is under way. While
        // batches are of one playout, they come one after another.
        let is_steady = self.options.batch_max > 1 && self.mast.is_none();
        let n_batches = match progress.in_flight.back() {
            Some(batch) if batch.n_playouts > 1 && is_steady => N_BATCHES,
            _ => 1,
        };
        let limits = &progress.limits;
        while progress.in_flight.len() < n_batches {
            let n_selected = progress.made.n_played + progress.made.n_exact;
            let n_left = limits.playouts.unwrap_or(u64::MAX).saturating_sub(n_selected);
            let n_nodes = self.tree.n_made - progress.n_nodes_before;
            if n_left == 0 || limits.nodes.is_some_and(|n_max| n_nodes >= n_max) {
                return None;
            }
            let mut batch = self.select(n_left, &progress.pace, limits, &mut progress.made)?;
            // A batch without playouts met nothing but certain values.
            if batch.n_playouts > 0 {
                let starts = std::mem::take(&mut batch.starts);
                progress.in_flight.push_back(batch);
                return Some(starts);
            }
            if limits.stop.is_due() {
                return None;
            }
        }
        None
    }

    /// Applies the results of the oldest batch in flight.
    pub(super) fn apply_next(&mut self, progress: &mut Progress<G>, scores: &Scores<G::Move>) {
        if let Some(batch) = progress.in_flight.pop_front() {
            self.apply(&batch, scores);
        }
    }

    /// Selects a batch; `None` if there is nothing left to find out.
    fn select(
        &mut self,
        n_left: u64,
        pace: &Pace,
        limits: &Limits,
        made: &mut Made,
    ) -> Option<Batch<G>> {
        let root = self.tree.node(self.tree.root.at);
        if root.is_proven || root.kind == Kind::Stuck {
            return None;
        }
        let (n_wanted, repeats) = self.options.batch(u64::from(root.visits), pace, limits.playouts);
        let n_wanted = n_wanted.min(n_left) as u32;
        let mut batch = Batch::new(self.next_playout);
        let (mut n_exact, mut n_descents) = (0u32, 0u32);
        while batch.n_playouts + n_exact < n_wanted {
            // The rules may take long for the successors of all these positions.
            n_descents += 1;
            if n_descents.is_multiple_of(4) && limits.stop.is_due() {
                break;
            }
            let count = repeats.min(n_wanted - batch.n_playouts - n_exact);
            let first_step = batch.steps.len();
            let (game, tree, options) = (&*self.game, &mut self.tree, &self.options);
            let mut way = Way { game, tree, options, count, steps: &mut batch.steps };
            match self.grower.descend(&mut way) {
                Arrival::Leaf(node) => {
                    batch.starts.push(Start {
                        playout: self.next_playout,
                        count,
                        state: self.tree.node(node).state.clone(),
                    });
                    let steps_end = batch.steps.len() as u32;
                    batch.leaves.push(Leaf { node, steps_end, count });
                    batch.n_playouts += count;
                    self.next_playout += u64::from(count);
                }
                // The bounds of the nodes on the way become closer, which keeps later
                // descents away from here. Only where several roles choose without a
                // stage does nothing do so: there, the value counts as that of a playout.
                Arrival::Exact(node) => {
                    let steps = &batch.steps[first_step..];
                    let is_sample = steps
                        .iter()
                        .any(|step| self.tree.node(step.node).kind == Kind::Simultaneous);
                    let n_made = u32::from(is_sample);
                    let values = self.tree.values(node);
                    self.back_up(node, steps, count, n_made, values);
                    batch.steps.truncate(first_step);
                    n_exact += n_made;
                    if self.tree.node(self.tree.root.at).is_proven {
                        break;
                    }
                }
            }
        }
        made.n_exact += u64::from(n_exact);
        made.n_played += u64::from(batch.n_playouts);
        Some(batch)
    }

    fn apply(&mut self, batch: &Batch<G>, scores: &Scores<G::Move>) {
        let n_roles = self.game.roles().len();
        for (at, (leaf, steps)) in batch.descents().enumerate() {
            let n_ended = scores.n_ended[at];
            let sums = &scores.sums[at * n_roles..][..n_roles];
            let divisor = 100.0 * f64::from(n_ended.max(1));
            let values = sums.iter().map(|&sum| f64::from(sum) / divisor).collect();
            self.back_up(leaf.node, steps, leaf.count, n_ended, values);
        }
        self.learn(batch, scores);
    }

    /// Learns from the moves of playouts, in the order of their numbers.
    fn learn(&mut self, batch: &Batch<G>, scores: &Scores<G::Move>) {
        let n_roles = self.game.roles().len();
        let mut games = scores.moves.iter().zip(scores.goals.chunks(n_roles));
        for (leaf, steps) in batch.descents() {
            for (moves, goals) in games.by_ref().take(leaf.count as usize) {
                if let Some(mast) = &mut self.mast {
                    mast.add(moves, goals);
                }
                if self.options.rave.is_some() {
                    rave::add(&mut self.tree, steps, moves, goals);
                }
            }
        }
    }

    /// Takes what there is of the batches in flight.
    fn give_up(&mut self, progress: &mut Progress<G>, queue: &PlayoutQueue<G>) {
        while let (Some(batch), Some(scores)) = (progress.in_flight.pop_front(), queue.pop()) {
            let n_ended: u32 = scores.n_ended.iter().sum();
            progress.made.n_played -= u64::from(batch.n_playouts - n_ended);
            self.apply(&batch, &scores);
        }
    }

    /// Adds `n_made` of the `n_pending` visits that were under way to all nodes on the
    /// way, with their mean value for each role, and passes on what is certain.
    fn back_up(
        &mut self,
        leaf: u32,
        steps: &[Step],
        n_pending: u32,
        n_made: u32,
        mut values: Values,
    ) {
        self.visit(leaf, n_pending, n_made, true, &values);
        let mut is_closer = self.tree.node(leaf).is_proven;
        let (mut child, mut end) = (leaf, steps.len());
        while let Some(last) = end.checked_sub(1) {
            // The steps of one node: several where several roles choose.
            let at = steps[last].node;
            let first = steps[..last].iter().rposition(|step| step.node != at).map_or(0, |n| n + 1);
            let kind = self.tree.node(at).kind;
            // The strategies of a solved stage are optimal: visits under way when it was solved
            // teach it nothing.
            if kind == Kind::Stage && n_made > 0 && !self.tree.node(at).is_proven {
                self.learn_stage(at, &steps[first..end], child, n_made, &mut values);
            }
            if kind == Kind::Chance {
                self.mix(at, &mut values);
            }
            let follows = (kind != Kind::Simultaneous && kind != Kind::Stage).then_some(child);
            let mut counts = true;
            for step in &steps[first..end] {
                counts &= self.visit_edge(*step, follows, n_pending, n_made, &values);
            }
            self.visit(at, n_pending, n_made, counts || kind == Kind::Chance, &values);
            let is_news = is_closer || (counts && self.tree.node(child).is_proven);
            is_closer = is_news && self.grower.roles.prove(&*self.game, &mut self.tree, at);
            self.confine(at, &mut values);
            (child, end) = (at, first);
        }
    }

    /// Replaces the values of visits where the mean of the node is outside its bounds.
    fn confine(&self, at: u32, values: &mut Values) {
        let node = self.tree.node(at);
        let bounds = self.tree.bounds(at);
        for (role, (value, bound)) in values.iter_mut().zip(bounds).enumerate() {
            if *bound == Bound::OPEN {
                continue;
            }
            let mean = self.tree.mean(at, role);
            if node.is_proven || mean.is_none_or(|mean| bound.clamp(mean) != mean) {
                *value = self.tree.value(at, role);
            }
        }
    }

    /// Mixes the value of an outcome of chance with the values of those outcomes that are
    /// certain and not visited any more.
    fn mix(&self, at: u32, values: &mut Values) {
        let (game, tree) = (&*self.game, &self.tree);
        let node = tree.node(at);
        if !node.has_retired {
            return;
        }
        let mut mixed: Values = values.iter().map(|_| 0.0).collect();
        let (mut total, mut open) = (0.0, 0.0);
        for edge in tree.choices_of(at) {
            let weight = edge.chance_weight(game, &node.state);
            total += weight;
            if edge.is_open() {
                open += weight;
                continue;
            }
            for (role, sum) in mixed.iter_mut().enumerate() {
                let is_alive = tree.is_alive(edge.child);
                let at = if is_alive { edge.child.at } else { at };
                *sum += weight * tree.value(at, role);
            }
        }
        let all = values.iter_mut().zip(mixed);
        all.for_each(|(value, sum)| *value = (sum + open * *value) / total);
    }

    /// Has the players of a stage learn from a visit: how much more other moves would have
    /// been worth against the move that the other player drew. Where the descent went on
    /// in another cell than the drawn one, `values` becomes that of the drawn one.
    fn learn_stage(
        &mut self,
        at: u32,
        steps: &[Step],
        child: u32,
        n_made: u32,
        values: &mut Values,
    ) {
        let node = self.tree.node(at);
        let (place, weight) = (node.first_choice, (node.visits + 1) as f32 * n_made as f32);
        let stage = self.tree.stages.get(place);
        let drawn = [0, 1].map(|side: usize| {
            let step = steps[side.min(steps.len() - 1)];
            (step.edge - stage.sides[side].first_edge) as usize
        });
        let cell = stage.cell(drawn);
        if self.tree.is_alive(cell) && cell.at != child {
            *values = self.tree.values(cell.at);
        }
        let value = |pair: [usize; 2], role: usize| {
            let cell = stage.cell(pair);
            let is_known = self.tree.is_alive(cell) && {
                let node = self.tree.node(cell.at);
                node.is_proven || node.visits > 0
            };
            is_known.then(|| self.tree.value(cell.at, role) as f32)
        };
        let mut learned: [(f32, Vec<f32>); 2] = Default::default();
        for (side, (had, others)) in learned.iter_mut().enumerate() {
            let role = usize::from(stage.sides[side].role);
            *had = value(drawn, role).unwrap_or(values[role] as f32);
            let mean = self.tree.value(at, role) as f32;
            *others = (0..stage.sides[side].n_moves())
                .map(|mv| {
                    let pair = if side == 0 { [mv, drawn[1]] } else { [drawn[0], mv] };
                    value(pair, role).unwrap_or(mean)
                })
                .collect();
        }
        let stage = self.tree.stages.get_mut(place);
        for (side, (had, others)) in stage.sides.iter_mut().zip(learned) {
            side.learn(had, others.into_iter(), weight);
        }
        let n_visits = self.tree.node(at).visits;
        if self.options.joint == Joint::Mixed
            && self.tree.stages.get(place).is_look_due(n_visits)
            && let Some(estimates) = self.estimates(at)
        {
            self.tree.stages.get_mut(place).look(&estimates, n_visits);
        }
    }

    /// The estimated values of the cells of a stage, row by row, with their visits unless the
    /// value is certain; `None` if goals have no constant sum.
    fn estimates(&self, at: u32) -> Option<Vec<(f64, Option<u32>)>> {
        self.grower.roles.sum?;
        let stage = self.tree.stages.get(self.tree.node(at).first_choice);
        let role = usize::from(stage.sides[0].role);
        let estimate = |pair: [usize; 2]| {
            let cell = stage.cell(pair);
            if !self.tree.is_alive(cell) {
                return (self.tree.value(at, role), Some(0));
            }
            let node = self.tree.node(cell.at);
            (self.tree.value(cell.at, role), (!node.is_proven).then_some(node.visits))
        };
        Some(stage.pairs().map(estimate).collect())
    }

    /// The matrix of the estimates of a stage; `None` if goals have no constant sum.
    pub(super) fn estimated_matrix(&self, at: u32) -> Option<Matrix> {
        let values = self.estimates(at)?.into_iter().map(|(value, _)| value).collect();
        let stage = self.tree.stages.get(self.tree.node(at).first_choice);
        let [n_rows, n_columns] = [0, 1].map(|side: usize| stage.sides[side].n_moves());
        Some(Matrix::new(n_rows, n_columns, values))
    }

    /// Adds visits to a node, and their values to its mean if they count.
    fn visit(&mut self, at: u32, n_pending: u32, n_made: u32, counts: bool, values: &Values) {
        let node = self.tree.node_mut(at);
        node.pending = node.pending.saturating_sub(n_pending);
        node.visits = node.visits.saturating_add(n_made);
        if !counts {
            node.retired = node.retired.saturating_add(n_made);
            return;
        }
        let sums = self.tree.sums_mut(at).iter_mut();
        sums.zip(values).for_each(|(sum, value)| *sum += value * f64::from(n_made));
    }

    /// Adds visits to an edge, and returns whether it is in the selection.
    fn visit_edge(
        &mut self,
        step: Step,
        child: Option<u32>,
        n_pending: u32,
        n_made: u32,
        values: &[f64],
    ) -> bool {
        let edge = &mut self.tree.edges.list[step.edge as usize];
        edge.end(n_pending);
        edge.visits = edge.visits.saturating_add(n_made);
        if n_made == 0 || edge.standing != Standing::Open {
            return edge.is_open();
        }
        let (role, visits) = (usize::from(edge.role), edge.visits);
        // The child may have been visited on other ways as well.
        let child = child.filter(|&child| self.tree.node(child).visits >= visits);
        let value = match child {
            Some(child) => self.tree.value(child, role) as f32,
            None => {
                let share = n_made as f32 / visits as f32;
                let old = self.tree.edges.list[step.edge as usize].value;
                old + (values[role] as f32 - old) * share
            }
        };
        self.tree.edges.list[step.edge as usize].value = value;
        true
    }
}

/// A search under way.
pub(super) struct Progress<G: Playable> {
    /// The oldest first.
    pub(super) in_flight: VecDeque<Batch<G>>,
    pub(super) made: Made,
    n_nodes_before: u64,
    limits: Limits,
    pace: Pace,
}

/// The work of one search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Made {
    /// Playouts made.
    pub(super) n_played: u64,
    /// Visits that needed none: values of ends after choices of several roles.
    n_exact: u64,
}
