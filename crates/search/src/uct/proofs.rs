//! Proof searches beside the tree: forced wins near the root.
//!
//! Means of playouts see a forced win only after many visits of each reply. Proof-number
//! search follows forced lines, so a small share of the time goes into claims along the
//! line that the tree expects: that the role to move there wins. What is proven enters
//! the tree as the certain value of a move. So a good move whose refutation is deep is
//! given up for another, on whose line the searches go on.

use std::sync::Arc;
use std::time::Duration;

use ludex_game::{Goal, Playable, RoleId};
use rustc_hash::FxHashMap;

use super::node::Kind;
use super::search::Uct;
use crate::{Clock, Limits, ProofSearch, Verdict};

/// The proof searches of a tree.
pub(super) struct Proofs<G: Playable> {
    search: ProofSearch<G>,
    /// Positions searched for the claim of each position, by key; `u64::MAX` once it is
    /// settled.
    spent: FxHashMap<u64, u64>,
    /// The time of all proof searches of the present search.
    time: Duration,
    /// Seconds of all proof searches so far, and their positions.
    seconds: f64,
    n_nodes: f64,
    /// Whether the game turned out to be outside the method.
    is_unfit: bool,
}

/// Positions of one proof search, at least and at most. The next one goes on from its table.
const N_NODES_MIN: u64 = 16;
const N_NODES_MAX: u64 = 256;

/// Positions of the expected line whose claims are searched.
const DEPTH: usize = 5;

/// How much more the claim of a position has to be searched than that of the next one.
const WEIGHT: f64 = 1.5;

const TABLE_BYTES: usize = 16 << 20;

impl<G: Playable> Proofs<G> {
    /// Proof searches of a game, if it has two players and no chance.
    fn new(game: &Arc<G>) -> Option<Self> {
        let is_fit = game.roles().len() == 2 && game.roles().iter().all(|role| !role.is_chance());
        is_fit.then(|| Self {
            search: ProofSearch::new(Arc::clone(game), TABLE_BYTES),
            spent: FxHashMap::default(),
            time: Duration::ZERO,
            seconds: 0.0,
            n_nodes: 0.0,
            is_unfit: false,
        })
    }

    /// The positions that can be searched in some seconds; few before their cost is known.
    fn n_nodes_within(&self, seconds: f64) -> u64 {
        match self.seconds > 0.0 {
            true => (seconds * self.n_nodes / self.seconds) as u64,
            false => N_NODES_MIN,
        }
    }
}

impl<G: Playable> Uct<G> {
    /// Prepares the proof searches of one search.
    pub(super) fn begin_proofs(&mut self, limits: &Limits) {
        if limits.clock.is_none() || self.options.proofs <= 0.0 {
            return;
        }
        if self.proofs.is_none() {
            self.proofs = Proofs::new(&self.game);
        }
        if let Some(proofs) = &mut self.proofs {
            proofs.spent.clear();
            proofs.time = Duration::ZERO;
        }
    }

    /// Searches for a proof, with as many positions as the share of the time that goes into
    /// proofs allows so far.
    pub(super) fn search_proof(&mut self, clock: Clock, begun: Duration, limits: &Limits) {
        let now = clock();
        let share = self.options.proofs * (now - begun).as_secs_f64();
        let n_nodes = |proofs: &Proofs<G>| {
            let n_nodes = proofs.n_nodes_within(share - proofs.time.as_secs_f64());
            if proofs.is_unfit { 0 } else { n_nodes.min(N_NODES_MAX) }
        };
        let n_nodes = self.proofs.as_ref().map_or(0, n_nodes);
        let Some(mut proofs) = self.proofs.take_if(|_| n_nodes >= N_NODES_MIN) else { return };
        let line = self.expected_line();
        let cost = |&depth: &usize| {
            let spent = proofs.spent_at(self.key_of(line[depth]));
            (spent.saturating_add(N_NODES_MAX)) as f64 * WEIGHT.powi(depth as i32)
        };
        let is_open = |&depth: &usize| proofs.spent_at(self.key_of(line[depth])) < u64::MAX;
        let depths = (0..line.len()).filter(is_open);
        if let Some(depth) = depths.min_by(|one, other| cost(one).total_cmp(&cost(other))) {
            let (nodes, stop) = (Some(n_nodes), limits.stop.clone());
            let limits = Limits { nodes, stop, ..Limits::default() };
            self.try_claim(&mut proofs, &line[..=depth], &limits);
        }
        let time = clock() - now;
        proofs.time += time;
        proofs.seconds += time.as_secs_f64();
        self.proofs = Some(proofs);
    }

    fn key_of(&self, at: u32) -> u64 {
        self.tree.node(at).key
    }

    /// The nodes along the moves that the tree expects, as far as one role chooses and the
    /// value is open.
    fn expected_line(&self) -> Vec<u32> {
        let (mut line, mut at) = (Vec::new(), self.tree.root.at);
        while line.len() < DEPTH {
            let node = self.tree.node(at);
            if node.is_proven || !matches!(node.kind, Kind::Choice(_)) {
                break;
            }
            line.push(at);
            let edges = self.tree.choices_of(at).iter().filter(|edge| edge.is_open());
            let Some(best) = edges.max_by_key(|edge| edge.visits) else { break };
            if best.visits == 0 || !self.tree.is_alive(best.child) {
                break;
            }
            at = best.child.at;
        }
        line
    }

    /// Searches for a proof that the role which chooses in the last node of a line wins.
    fn try_claim(&mut self, proofs: &mut Proofs<G>, line: &[u32], limits: &Limits) {
        let &at = line.last().expect("a line has a node");
        let Kind::Choice(role) = self.tree.node(at).kind else { return };
        let (key, state) = (self.key_of(at), self.tree.node(at).state.clone());
        let verdict = proofs.search.prove(&state, role, Goal::MAX, limits);
        let n_nodes = proofs.search.n_nodes();
        proofs.n_nodes += n_nodes as f64;
        let spent = proofs.spent.entry(key).or_default();
        match verdict {
            // A win may leave something to the opponent: then its value to both is not known.
            Verdict::Proven if !proofs.search.wins_leave_nothing() => proofs.is_unfit = true,
            Verdict::Proven => {
                *spent = u64::MAX;
                if let Some(mv) = proofs.search.easiest(&state, role) {
                    self.enter_win(line, role, mv);
                }
            }
            Verdict::Refuted | Verdict::Endless => *spent = u64::MAX,
            Verdict::Unknown => {
                *spent = spent.saturating_add(n_nodes.max(1));
                let is_short = limits.nodes.is_some_and(|n_max| n_nodes < n_max);
                proofs.is_unfit = is_short && !limits.stop.is_due();
            }
        }
    }

    /// Makes the value of a winning move in the last node of a line certain, and passes it
    /// on to the root.
    fn enter_win(&mut self, line: &[u32], role: RoleId, mv: G::Move) {
        let &at = line.last().expect("a line has a node");
        let (game, tree) = (&*self.game, &mut self.tree);
        let edges = tree.choices_of(at);
        let Some(place) = edges.iter().position(|edge| edge.mv == mv) else { return };
        let edge = tree.node(at).first_choice + place as u32;
        let mut joint = Vec::new();
        tree.joint(at, edge, &mut joint);
        let mut state = tree.node(at).state.clone();
        game.apply(&mut state, &joint);
        let child = self.grower.node(game, tree, &state);
        if !tree.is_alive(tree.id(at)) {
            return;
        }
        tree.edges.list[edge as usize].child = child;
        if !tree.node(child.at).is_proven {
            let value = |other: usize| if other == role.index() { 1.0 } else { 0.0 };
            let values: Vec<f64> = (0..game.roles().len()).map(value).collect();
            tree.settle(child.at, &values);
        }
        for &at in line.iter().rev() {
            if !self.grower.roles.prove(game, &mut self.tree, at) {
                break;
            }
        }
    }
}

impl<G: Playable> Proofs<G> {
    fn spent_at(&self, key: u64) -> u64 {
        self.spent.get(&key).copied().unwrap_or(0)
    }
}
