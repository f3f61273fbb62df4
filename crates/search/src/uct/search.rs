//! The search: batches selected, played and applied.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use ludex_game::playouts::{Job, Playouts, Start};
use ludex_game::{ALWAYS, Guide, Hints, Playable, RoleId};

use super::batch::{Batch, Leaf, Scores, Step};
use super::grow::{Arrival, Grower, Way};
use super::mast::Mast;
use super::node::{Edge, Kind};
use super::options::Options;
use super::prove::prove;
use super::rave;
use super::tree::{Tree, Values};
use super::workers::{PlayoutQueue, QueueFeed};
use crate::{Assumption, Candidate, Limits, Probe, Report, Seen};

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
    game: Arc<G>,
    options: Options,
    seed: u64,
    tree: Tree<G::State, G::Move>,
    grower: Grower<G>,
    mast: Option<Mast<G::Move>>,
    /// What playouts follow, and in how many of 256 steps opponents do.
    hints: Option<(Arc<Hints<G::Move>>, u16)>,
    /// What makes playouts, one for each thread.
    workers: Vec<Box<dyn Playouts<G>>>,
    /// Playouts made so far in all searches: each has its own number.
    next_playout: u64,
    n_players: usize,
    /// Ends of random games from the initial position, once they were asked for.
    ends: OnceLock<Seen>,
}

/// More threads are not worth starting for fewer playouts.
const N_PLAYOUTS_FOR_THREADS: u64 = 4096;

/// Batches in flight once there are many playouts: one is played while the next
/// is selected.
const N_BATCHES: usize = 2;

impl<G: Playable> Uct<G> {
    /// Prepares to search on some threads. What is found depends on the seed,
    /// not on their number.
    pub fn new(game: &Arc<G>, options: Options, seed: u64, n_threads: usize) -> Self {
        let n_roles = game.roles().len();
        Self {
            tree: Tree::new(n_roles, &options),
            mast: options.mast.map(|temperature| Mast::new(n_roles, temperature)),
            hints: None,
            grower: Grower::new(&**game, seed),
            workers: (0..n_threads.max(1)).map(|_| game.playouts()).collect(),
            n_players: game.roles().iter().filter(|role| !role.is_chance()).count(),
            next_playout: 0,
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
        if self.n_players <= 2 {
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
    /// that each role plays for itself. Positions in which several roles choose
    /// at once, or a role cannot move, have no certain value.
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
        self.report(role, made)
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
        }
        let root = self.grower.node(&self.game, &mut self.tree, state);
        self.tree.root = root;
        if self.tree.node(root.at).kind == Kind::Unexpanded {
            // The value of a probed node does not say which move has it.
            self.tree.node_mut(root.at).is_proven = false;
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
        loop {
            // Step 1. Select what may be in flight.
            while let Some(starts) = self.next(&mut progress) {
                let batch = progress.in_flight.back().expect("the batch just selected");
                queue.push(batch, starts);
            }
            // Step 2. Play until the oldest batch is complete.
            if progress.in_flight.is_empty() {
                return progress.made;
            }
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
            if let Some(scores) = queue.pop() {
                self.apply_next(&mut progress, &scores);
            }
            if let Some(weights) = self.mast.as_mut().and_then(Mast::weights) {
                queue.prefer(weights);
            }
        }
    }

    /// Begins a search within limits.
    pub(super) fn begin(&self, limits: &Limits) -> Progress<G> {
        let (in_flight, made) = (VecDeque::new(), Made::default());
        Progress { in_flight, made, n_nodes_before: self.tree.n_made, limits: limits.clone() }
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
            let mut batch = self.select(n_left, limits, &mut progress.made)?;
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
    fn select(&mut self, n_left: u64, limits: &Limits, made: &mut Made) -> Option<Batch<G>> {
        let root = self.tree.node(self.tree.root.at);
        if root.is_proven || root.kind == Kind::Stuck {
            return None;
        }
        let (n_wanted, repeats) = self.options.batch(u64::from(root.visits), limits.playouts);
        let n_wanted = n_wanted.min(n_left) as u32;
        let mut batch = Batch::new(self.next_playout);
        let mut n_exact = 0;
        let mut n_descents = 0u32;
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
                Arrival::Exact(node) => {
                    let values = self.tree.means(node);
                    self.back_up(node, &batch.steps[first_step..], count, count, values);
                    batch.steps.truncate(first_step);
                    n_exact += count;
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

    /// Counts `n_made` visits of those `n_pending` that were under way, with
    /// their mean value for each role, in all nodes on the way.
    fn back_up(
        &mut self,
        leaf: u32,
        steps: &[Step],
        n_pending: u32,
        n_made: u32,
        mut values: Values,
    ) {
        self.visit(leaf, n_pending, n_made, &mut values);
        let mut child = leaf;
        for (at, step) in steps.iter().enumerate().rev() {
            let is_joint = self.tree.node(step.node).kind == Kind::Simultaneous;
            self.visit_edge(*step, (!is_joint).then_some(child), n_pending, n_made, &values);
            if at > 0 && steps[at - 1].node == step.node {
                continue;
            }
            self.visit(step.node, n_pending, n_made, &mut values);
            if self.tree.node(child).is_proven
                && !self.tree.node(step.node).is_proven
                && prove(&*self.game, &mut self.tree, step.node, self.n_players)
            {
                values = self.tree.means(step.node);
            }
            child = step.node;
        }
    }

    fn visit(&mut self, at: u32, n_pending: u32, n_made: u32, values: &mut Values) {
        if self.tree.node(at).is_proven {
            *values = self.tree.means(at);
        }
        let node = self.tree.node_mut(at);
        node.pending = node.pending.saturating_sub(n_pending);
        node.visits = node.visits.saturating_add(n_made);
        let sums = self.tree.sums_mut(at).iter_mut();
        sums.zip(&*values).for_each(|(sum, value)| *sum += value * f64::from(n_made));
    }

    fn visit_edge(
        &mut self,
        step: Step,
        child: Option<u32>,
        n_pending: u32,
        n_made: u32,
        values: &[f64],
    ) {
        let edge = &mut self.tree.edges.list[step.edge as usize];
        edge.end(n_pending);
        edge.visits = edge.visits.saturating_add(n_made);
        if n_made == 0 {
            return;
        }
        let (role, visits) = (usize::from(edge.role), edge.visits);
        let child = child.filter(|&child| self.tree.node(child).visits >= visits);
        match child {
            // The child may have been visited on other ways as well.
            Some(child) => {
                let mean = self.tree.mean(child, role) as f32;
                let is_proven = self.tree.node(child).is_proven;
                let edge = &mut self.tree.edges.list[step.edge as usize];
                (edge.value, edge.is_proven) = (mean, is_proven);
            }
            None => {
                let edge = &mut self.tree.edges.list[step.edge as usize];
                let share = n_made as f32 / visits as f32;
                edge.value += (values[role] as f32 - edge.value) * share;
            }
        }
    }

    pub(super) fn report(&self, role: RoleId, made: Made) -> Report<G::Move> {
        let root = self.tree.root.at;
        let mut edges: Vec<&Edge<G::Move>> =
            self.tree.edges_of(root).iter().filter(|edge| edge.role == role.0).collect();
        // Certain wins first, certain losses last, the others by visits.
        let merit = |edge: &Edge<G::Move>| match (edge.is_proven, edge.value) {
            (true, value) if value >= 1.0 => 2,
            (true, value) if value <= 0.0 => 0,
            _ => 1,
        };
        let is_settled = edges.iter().all(|edge| edge.is_proven);
        edges.sort_by(|one, other| {
            let by_visits = other.visits.cmp(&one.visits);
            let by_value = other.value.total_cmp(&one.value);
            let by_worth = if is_settled { by_value } else { by_visits.then(by_value) };
            merit(other).cmp(&merit(one)).then(by_worth)
        });
        // A move by which a role has all is proven before the others are looked at.
        let is_proof = self.grower.seen.is_all_or_nothing()
            && (!edges.iter().any(|edge| edge.is_proven) || self.ends().is_all_or_nothing());
        let candidates: Vec<Candidate<G::Move>> = edges
            .iter()
            .map(|edge| Candidate {
                mv: edge.mv,
                value: 100.0 * f64::from(edge.value),
                visits: u64::from(edge.visits),
                is_proven: edge.is_proven && is_proof,
            })
            .collect();
        let Some(best) = candidates.first().cloned() else {
            // Some other role cannot move, so that play ends here.
            let mut moves = Vec::new();
            self.game.legal_moves(&self.tree.node(root).state, role, &mut moves);
            let mv = moves.first().expect("the role has a legal move: see `check_root`");
            return Report::of_move(*mv);
        };
        let is_certain = self.tree.node(root).is_proven;
        let line = self.line();
        Report {
            mv: best.mv,
            value: Some(match is_certain {
                true => 100.0 * self.tree.mean(root, role.index()),
                false => best.value,
            }),
            is_proven: is_certain && is_proof,
            assumption: (is_certain && !is_proof).then_some(Assumption::EachForItself),
            depth: line.len() as u32,
            line,
            nodes: self.tree.n_nodes() as u64,
            playouts: made.n_played,
            candidates,
        }
    }

    /// Ends of random games.
    fn ends(&self) -> &Seen {
        let game = &*self.game;
        self.ends.get_or_init(|| Seen::new(game).with_random_ends(game, &game.initial()))
    }

    /// The most visited way down, until nature or several roles decide.
    fn line(&self) -> Vec<Vec<G::Move>> {
        let mut line = Vec::new();
        let mut at = self.tree.root.at;
        while let Kind::Choice(_) = self.tree.node(at).kind {
            let choices = self.tree.choices_of(at);
            let merit = |edge: &Edge<G::Move>| (edge.is_proven && edge.value >= 1.0, edge.visits);
            let best = choices.iter().enumerate().max_by_key(|(_, edge)| merit(edge));
            let Some((place, best)) = best else { break };
            if best.visits == 0 || line.len() >= 200 {
                break;
            }
            let mut joint = Vec::new();
            self.tree.joint(at, self.tree.node(at).first_choice + place as u32, &mut joint);
            line.push(joint);
            if !self.tree.is_alive(best.child) {
                break;
            }
            at = best.child.at;
        }
        line
    }
}

/// A search under way.
pub(super) struct Progress<G: Playable> {
    /// The oldest first.
    pub(super) in_flight: VecDeque<Batch<G>>,
    pub(super) made: Made,
    n_nodes_before: u64,
    limits: Limits,
}

/// What one search has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Made {
    /// Playouts made.
    n_played: u64,
    /// Visits that needed none, since the value was certain.
    n_exact: u64,
}
