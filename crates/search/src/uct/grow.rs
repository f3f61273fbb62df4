//! One descent: from the root to a node from which playouts are made.

use std::sync::Arc;

use ludex_game::{Choices, FactSet, Game, Hints, Playable, RoleId, Turn, draw_weighted};

use super::batch::Step;
use super::edges::Later;
use super::node::{Edge, Kind, NOWHERE, NodeId};
use super::options::{Joint, Options};
use super::prove::{Roles, is_certain};
use super::rave;
use super::stage::{N_CELLS_MAX, Side, Stage};
use super::tree::{Tree, Values};
use crate::{Probe, Seen};

/// Grows the tree. Kept from one descent to the next for its memory.
pub(super) struct Grower<G: Game> {
    choices: Choices<G::Move>,
    edges: Vec<Edge<G::Move>>,
    joint: Vec<G::Move>,
    /// Hints on the moves to try first.
    hints: Option<Arc<Hints<G::Move>>>,
    n_descents: u32,
    seed: u64,
    /// As long as the tree is kept.
    pub(super) seen: Seen,
    pub(super) roles: Roles,
    probe: Option<Arc<dyn Probe<G>>>,
}

/// The surroundings of a descent.
pub(super) struct Way<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) tree: &'a mut Tree<G::State, G::Move>,
    pub(super) options: &'a Options,
    /// The number of visits that it counts for.
    pub(super) count: u32,
    /// Receives its steps.
    pub(super) steps: &'a mut Vec<Step>,
}

/// How a descent ended.
pub(super) enum Arrival {
    /// At a node from which playouts are to be made.
    Leaf(u32),
    /// At a node whose values are certain.
    Exact(u32),
}

/// No descent goes deeper: rules without a step counter may go round in circles.
const N_STEPS_MAX: usize = 10_000;

impl<G: Playable> Grower<G> {
    pub(super) fn new(game: &G, seed: u64) -> Self {
        let (choices, edges, joint) = (Choices::default(), Vec::new(), Vec::new());
        let (seen, roles) = (Seen::new(game), Roles::of(game));
        Self { choices, edges, joint, hints: None, n_descents: 0, seed, seen, roles, probe: None }
    }

    /// Tries moves with hints first.
    pub(super) fn heed(&mut self, hints: Option<Arc<Hints<G::Move>>>) {
        self.hints = hints;
    }

    /// Takes values of new nodes from exactly known positions.
    pub(super) fn use_probe(&mut self, probe: Arc<dyn Probe<G>>) {
        self.probe = Some(probe);
    }

    /// The values of a position to all roles, from 0 to 1, if a probe knows them.
    fn probed(&self, game: &G, state: &G::State) -> Option<Values> {
        let probe = self.probe.as_ref()?;
        let value = |role: usize| {
            if game.roles()[role].is_chance() {
                return Some(f64::from(game.goal(state, RoleId::new(role)).value()) / 100.0);
            }
            Some(probe.probe(game, state, RoleId::new(role))?.value()? / 100.0)
        };
        (0..game.roles().len()).map(value).collect()
    }

    /// Goes down, noting each step, and counts visits as under way.
    pub(super) fn descend(&mut self, way: &mut Way<'_, G>) -> Arrival {
        self.n_descents = self.n_descents.wrapping_add(1);
        let first_step = way.steps.len();
        let mut at = way.tree.root.at;
        loop {
            let (descent, count) = (self.n_descents, way.count);
            let node = way.tree.node_mut(at);
            let is_circle = node.descent == descent;
            node.descent = descent;
            node.pending += count;
            node.recency = if node.visits < 64 { 1 } else { 3 };
            if node.is_proven {
                return Arrival::Exact(at);
            }
            let is_new = node.visits == 0 && node.pending == count;
            if is_new || is_circle || way.steps.len() - first_step > N_STEPS_MAX {
                return Arrival::Leaf(at);
            }
            if node.kind == Kind::Unexpanded {
                self.expand(way.game, way.tree, at);
            }
            at = match way.tree.node(at).kind {
                // Playouts from it end at once.
                Kind::Stuck => return Arrival::Leaf(at),
                Kind::Simultaneous => self.step_all(way, at),
                Kind::Stage => self.step_stage(way, at),
                _ => self.step(way, at),
            };
        }
    }

    /// The node of a position.
    pub(super) fn node(
        &mut self,
        game: &G,
        tree: &mut Tree<G::State, G::Move>,
        state: &G::State,
    ) -> NodeId {
        let key = game.key(state);
        if let Some(id) = tree.find(key, state) {
            return id;
        }
        let id = tree.add(key, state.clone());
        if game.is_terminal(state) {
            self.see_end(game, tree, state);
            tree.node_mut(id.at).kind = Kind::End;
            tree.settle(id.at, &goals(game, state));
        }
        id
    }

    /// Records whether goals go on adding up to a constant. If they do no longer, the
    /// bounds that rest on it are withdrawn.
    fn see_end(&mut self, game: &G, tree: &mut Tree<G::State, G::Move>, state: &G::State) {
        self.seen.see_end(game, state);
        let sum = self.seen.sum().filter(|_| self.seen.is_all_or_nothing());
        if self.roles.n_players != 2 || sum == self.roles.sum {
            return;
        }
        if self.roles.sum.is_some() {
            tree.withdraw_bounds();
        }
        self.roles.sum = sum;
    }

    /// Finds the moves of a node.
    pub(super) fn expand(&mut self, game: &G, tree: &mut Tree<G::State, G::Move>, at: u32) {
        let turn = self.choices.read(game, &tree.node(at).state);
        if turn == Turn::Stuck {
            // Its goals are no result, and prove nothing.
            tree.node_mut(at).kind = Kind::Stuck;
            return;
        }
        let role = match turn {
            Turn::Player(role) | Turn::Chance(role) => role,
            _ => RoleId(0),
        };
        self.edges.clear();
        let (mut first_choice, mut n_choices) = (0, 0);
        for (other, moves) in self.choices.all().iter().enumerate() {
            let other = RoleId::new(other);
            let first = self.edges.len();
            self.edges.extend(moves.iter().map(|&mv| Edge::new(other, mv)));
            // Equal moves are tried in random order.
            let key = game.key(&tree.node(at).state) ^ self.seed;
            shuffle(key.wrapping_add(u64::from(other.0)), &mut self.edges[first..]);
            if other == role {
                (first_choice, n_choices) = (first as u32, moves.len() as u32);
            }
        }
        let n_hinted = match (turn, &self.hints) {
            (Turn::Player(role), Some(hints)) if n_choices > FEW => {
                let facts = FactSet::of(game, &tree.node(at).state);
                let band = |edge: &Edge<G::Move>| {
                    let band = hints.band_of(role.index(), edge.mv, &|fact| facts.contains(fact));
                    band.unwrap_or(usize::MAX)
                };
                let choices = &mut self.edges[first_choice as usize..][..n_choices as usize];
                choices.sort_by_cached_key(band);
                let is_hinted = |edge: &&Edge<G::Move>| band(edge) < usize::MAX;
                choices.iter().take_while(is_hinted).count()
            }
            _ => 0,
        };
        let first_edge = tree.edges.add(&self.edges);
        let n_edges = self.edges.len() as u32;
        let node = tree.node_mut(at);
        (node.first_edge, node.n_edges) = (first_edge, n_edges);
        (node.first_choice, node.n_choices) = (first_edge + first_choice, n_choices);
        node.n_hinted = n_hinted as u16;
        node.kind = match turn {
            Turn::Chance(_) => Kind::Chance,
            Turn::Simultaneous => Kind::Simultaneous,
            _ => Kind::Choice(role),
        };
        if turn == Turn::Simultaneous
            && let Some(stage) = self.stage(first_edge)
        {
            let place = tree.stages.add(stage);
            let node = tree.node_mut(at);
            (node.kind, node.first_choice, node.n_choices) = (Kind::Stage, place, 0);
        }
    }

    /// The stage of the moves just read, if two players have a choice and nobody else,
    /// and there are not too many pairs.
    fn stage(&self, first_edge: u32) -> Option<Stage> {
        let mut sides = Vec::new();
        let mut edge = first_edge;
        for (role, moves) in self.choices.all().iter().enumerate() {
            if moves.len() > 1 {
                sides.push(Side::new(role as u8, edge..edge + moves.len() as u32));
            }
            edge += moves.len() as u32;
        }
        let is_player = |side: &Side| self.roles.is_player(side.role.into());
        let sides: [Side; 2] = sides.try_into().ok()?;
        let n_cells = sides[0].n_moves() * sides[1].n_moves();
        (sides.iter().all(is_player) && n_cells <= N_CELLS_MAX).then(|| Stage::new(sides))
    }

    /// A step where at most one role has a choice.
    fn step(&mut self, way: &mut Way<'_, G>, at: u32) -> u32 {
        let Way { game, tree, options, count, steps } = way;
        let count = *count;
        let node = tree.node(at);
        let edges = tree.choices_of(at);
        let choice = match node.kind {
            Kind::Chance => {
                let weight = |edge: &Edge<G::Move>| edge.chance_weight(*game, &node.state);
                most_due(edges, |edge| edge.is_open(), weight)
            }
            _ => {
                let later = tree.later_of(node.first_choice, node.n_choices);
                let n_visits = node.visits + node.pending - count;
                best(edges, later, n_visits, node.n_hinted.into(), options)
            }
        };
        let edge = node.first_choice + choice as u32;
        let child = tree.edges.list[edge as usize].child;
        tree.edges.list[edge as usize].begin(count);
        steps.push(Step { node: at, edge });
        if tree.is_alive(child) {
            return child.at;
        }
        tree.joint(at, edge, &mut self.joint);
        let child = self.follow(game, tree, at);
        tree.edges.list[edge as usize].child = child;
        child.at
    }

    /// A step where two players choose at the same time.
    ///
    /// The pair of moves is drawn by the strategies of both. Where the value of its cell
    /// is certain, the descent goes on in another cell instead, the likeliest one whose
    /// value is not: the drawn pair is what the stage learns from, and the playout adds
    /// to what is known of the other.
    fn step_stage(&mut self, way: &mut Way<'_, G>, at: u32) -> u32 {
        let Way { game, tree, options, count, steps } = way;
        let count = *count;
        let node = tree.node(at);
        let (place, n_visits) = (node.first_choice, node.visits + node.pending - count);
        let stage = tree.stages.get(place);
        let draw = |side: &Side| side.draw(self.random(u64::from(side.role)) as f32 / DRAWS);
        let drawn = [0, 1].map(|at: usize| {
            let side = &stage.sides[at];
            match options.joint {
                Joint::Mixed if stage.is_mixed => draw(side),
                Joint::Regret => draw(side),
                Joint::Mixed | Joint::Ucb => {
                    let (first, n_moves) = (side.first_edge, side.n_moves());
                    let edges = &tree.edges.list[first as usize..][..n_moves];
                    best(edges, tree.later_of(first, n_moves as u32), n_visits, 0, options)
                }
            }
        });
        for (side, &choice) in stage.sides.iter().zip(&drawn) {
            let edge = side.first_edge + choice as u32;
            tree.edges.list[edge as usize].begin(count);
            steps.push(Step { node: at, edge });
        }
        let is_open = |cell: NodeId| !is_certain(tree, cell);
        let mut taken = drawn;
        if !is_open(stage.cell(drawn)) {
            taken = stage.likeliest(is_open).unwrap_or(drawn);
        }
        let child = stage.cell(taken);
        if tree.is_alive(child) {
            return child.at;
        }
        let edges = [0, 1].map(|at: usize| stage.sides[at].first_edge + taken[at] as u32);
        tree.joint_of_two(at, edges, &mut self.joint);
        let child = self.follow(game, tree, at);
        tree.stages.get_mut(place).set_cell(taken, child);
        child.at
    }

    /// A random number below [`DRAWS`] for a role in this descent.
    fn random(&self, role: u64) -> u32 {
        let bits = ludex_game::draw::mix(self.seed ^ u64::from(self.n_descents) << 8 | role);
        (bits >> 40) as u32
    }

    /// A step where several roles choose, each for itself.
    fn step_all(&mut self, way: &mut Way<'_, G>, at: u32) -> u32 {
        let Way { game, tree, options, count, steps } = way;
        let count = *count;
        let id = tree.id(at);
        let node = tree.node(at);
        let n_visits = node.visits + node.pending - count;
        let mut edge = node.first_edge;
        let end = node.first_edge + node.n_edges;
        self.joint.clear();
        let mut code = 0u64;
        while edge < end {
            let list = &tree.edges.list[edge as usize..end as usize];
            let role = list[0].role;
            let n_moves = list.iter().take_while(|edge| edge.role == role).count();
            let list = &list[..n_moves];
            let choice = if game.roles()[usize::from(role)].is_chance() {
                // At random, or else it would correlate with the others' choices.
                let random = ludex_game::draw::mix(
                    self.seed ^ u64::from(self.n_descents) << 8 | u64::from(role),
                );
                let state = &tree.node(at).state;
                let weight = |edge: &Edge<G::Move>| edge.chance_weight(*game, state) as u64;
                let below = |n| ludex_game::draw::below(random as u32, n);
                draw_weighted(list.iter().map(weight), below).unwrap_or(0)
            } else {
                best(list, tree.later_of(edge, n_moves as u32), n_visits, 0, options)
            };
            code = code.wrapping_mul(n_moves as u64 | 1).wrapping_add(choice as u64);
            code = code.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
            self.joint.push(list[choice].mv);
            let chosen = edge + choice as u32;
            tree.edges.list[chosen as usize].begin(count);
            steps.push(Step { node: at, edge: chosen });
            edge += n_moves as u32;
        }
        let child = tree.joint_child(id, code);
        if tree.is_alive(child) {
            return child.at;
        }
        let child = self.follow(game, tree, at);
        tree.set_joint_child(id, code, child);
        child.at
    }

    /// The node that the joint move leads to.
    fn follow(&mut self, game: &G, tree: &mut Tree<G::State, G::Move>, at: u32) -> NodeId {
        let mut state = tree.node(at).state.clone();
        game.apply(&mut state, &self.joint);
        let child = self.node(game, tree, &state);
        debug_assert!(child != NOWHERE);
        // Nodes below the root only: a search needs the moves of its root.
        if self.probe.is_some()
            && tree.node(child.at).kind == Kind::Unexpanded
            && !tree.node(child.at).is_proven
            && let Some(values) = self.probed(game, &state)
        {
            tree.settle(child.at, &values);
        }
        child
    }
}

/// One more than the largest random number of a draw.
const DRAWS: f32 = (1 << 24) as f32;

/// The goals of a position to each role, from 0 to 1.
fn goals<G: Game>(game: &G, state: &G::State) -> Values {
    let value = |role| f64::from(game.goal(state, RoleId::new(role)).value()) / 100.0;
    (0..game.roles().len()).map(value).collect()
}

/// The most moves without hints in the tree: all of them are tried soon anyway, and
/// hints only delay the others:
/// connect four scored 0.57 with them and 0.64 with hints in playouts alone.
const FEW: u32 = 8;

/// What a move that was not tried is taken to be worth beside moves with a hint.
const UNTRIED: f32 = 0.5;

/// The edge of those in the selection that UCB1 prefers. The first few have a hint.
fn best<M>(
    edges: &[Edge<M>],
    later: Option<&[Later]>,
    n_visits: u32,
    n_hinted: usize,
    options: &Options,
) -> usize {
    let explore = options.exploration * ((n_visits.max(1)) as f32).ln().sqrt();
    if let (Some(later), Some(equal)) = (later, options.rave) {
        return rave::best(edges, later, equal, explore, options.virtual_loss);
    }
    let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
    for (at, edge) in edges.iter().enumerate() {
        if !edge.is_open() {
            continue;
        }
        let (visits, pending) = (edge.visits as f32, f32::from(edge.pending));
        let n_tried = visits + pending;
        if n_tried == 0.0 && (n_hinted == 0 || at < n_hinted) {
            return at;
        }
        let mut score = match n_tried {
            0.0 => UNTRIED + explore,
            _ => {
                let lost = options.virtual_loss * pending;
                edge.value * visits / (visits + lost).max(1.0) + explore / n_tried.sqrt()
            }
        };
        if at < n_hinted {
            score += options.prior / (n_tried + 1.0);
        }
        if score > best_score {
            (best, best_score) = (at, score);
        }
    }
    best
}

/// The outcome of chance, of those in the selection, whose visits are furthest behind
/// its weight, by the method of Sainte-Laguë: with equal weights, the least visited.
fn most_due<M>(
    edges: &[Edge<M>],
    is_open: impl Fn(&Edge<M>) -> bool,
    weight: impl Fn(&Edge<M>) -> f64,
) -> usize {
    let due = |edge: &Edge<M>| {
        let n_visits = edge.visits + u32::from(edge.pending);
        (2.0 * f64::from(n_visits) + 1.0) / weight(edge)
    };
    let (mut first, mut least) = (0, f64::INFINITY);
    for (at, edge) in edges.iter().enumerate() {
        let due = due(edge);
        if is_open(edge) && due < least {
            (first, least) = (at, due);
        }
    }
    first
}

fn shuffle<T>(seed: u64, list: &mut [T]) {
    for last in (1..list.len()).rev() {
        let random = ludex_game::draw::mix(
            seed.wrapping_add((last as u64).wrapping_mul(ludex_game::draw::PLY)),
        );
        list.swap(last, ludex_game::draw::below(random as u32, last + 1));
    }
}
