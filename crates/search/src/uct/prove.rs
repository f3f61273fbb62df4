//! Bounds, and how they pass from children to parents.
//!
//! Score bounds as in Cazenave and Saffidine (2010): a role can have at least the
//! largest lower bound of its moves, and at most the largest upper bound. A move
//! leaves the selection when its value is certain, or when its upper bound is no
//! more than what another move is sure of. When no move is left, the value of the
//! node is certain.
//!
//! With two players whose goals add up to a constant, the bounds of one are those of
//! the other, mirrored. Elsewhere each role is taken to mind its own goal, which is an
//! [assumption](crate::Assumption).

use ludex_game::Game;
use smallvec::{SmallVec, smallvec};

use super::bound::{Bound, EPSILON};
use super::node::{Edge, Kind, NodeId, Standing};
use super::tree::{Tree, Values};
use crate::equilibrium::Matrix;

/// What proofs know of the game.
#[derive(Clone, Debug)]
pub(super) struct Roles {
    is_player: SmallVec<[bool; 8]>,
    pub(super) n_players: usize,
    /// The constant that the goals of two players add up to, from 0 to 1, as far as it
    /// was seen.
    pub(super) sum: Option<f64>,
}

type Bounds = SmallVec<[Bound; 4]>;

impl Roles {
    pub(super) fn of<G: Game>(game: &G) -> Self {
        let is_player: SmallVec<_> = game.roles().iter().map(|role| !role.is_chance()).collect();
        let n_players = is_player.iter().filter(|&&is_player| is_player).count();
        Self { is_player, n_players, sum: None }
    }

    pub(super) fn is_player(&self, role: usize) -> bool {
        self.is_player[role]
    }

    fn n(&self) -> usize {
        self.is_player.len()
    }

    /// The bounds of all roles, given those of one player in a constant-sum game.
    fn mirrored(&self, role: usize, bound: Bound, sum: f64) -> Bounds {
        let other = bound.mirrored(sum);
        let of = |at: usize| match at {
            _ if at == role => bound,
            _ if self.is_player[at] => other,
            _ => Bound::exact(0.0),
        };
        (0..self.n()).map(of).collect()
    }

    fn is_certain(&self, bounds: &[Bound]) -> bool {
        self.is_player.iter().zip(bounds).all(|(&is_player, bound)| !is_player || bound.is_exact())
    }

    /// Derives the bounds of a node from those of its children, and returns whether
    /// they are closer than before.
    pub(super) fn prove<G: Game>(
        &self,
        game: &G,
        tree: &mut Tree<G::State, G::Move>,
        at: u32,
    ) -> bool {
        if tree.node(at).is_proven {
            return false;
        }
        let (bounds, distance) = match tree.node(at).kind {
            Kind::Choice(role) => self.of_choice(tree, at, role.index()),
            Kind::Chance => self.of_chance(game, tree, at),
            Kind::Stage => self.of_stage(tree, at),
            _ => return false,
        };
        let mut has_changed = false;
        for (old, new) in tree.bounds_mut(at).iter_mut().zip(&bounds) {
            let better =
                Bound { low: old.low.max(new.low), high: old.high.min(new.high).max(new.low) };
            has_changed |= better != *old;
            *old = better;
        }
        if self.is_certain(tree.bounds(at)) {
            let node = tree.node_mut(at);
            (node.is_proven, node.distance) = (true, distance.saturating_add(1));
            has_changed = true;
        }
        has_changed
    }

    /// The bounds of a node in which one role chooses. Edges that cannot be better than
    /// others leave the selection.
    fn of_choice<S: Clone + Eq, M: Copy>(
        &self,
        tree: &mut Tree<S, M>,
        at: u32,
        role: usize,
    ) -> (Bounds, u16) {
        let node = tree.node(at);
        let range = node.first_choice..node.first_choice + node.n_choices;
        let (mut low, mut high) = (0f64, 0f64);
        let mut surest = None;
        for edge in range.clone() {
            let bound = bound_of(tree, &tree.edges.list[edge as usize], role);
            if surest.is_none() || bound.low > low {
                surest = Some(edge);
            }
            (low, high) = (low.max(bound.low), high.max(bound.high));
        }
        let mut is_open = false;
        for edge in range.clone() {
            let taken = &tree.edges.list[edge as usize];
            if !taken.is_open() {
                continue;
            }
            let bound = bound_of(tree, taken, role);
            // With more than two players, an equal move may leave others something else.
            let is_beaten = match self.n_players {
                ..=2 => bound.high <= low + EPSILON && surest != Some(edge),
                _ => bound.high < low - EPSILON,
            };
            let standing = match is_certain(tree, taken.child) {
                true => Standing::Proven,
                false if is_beaten => Standing::Beaten,
                false => Standing::Open,
            };
            is_open |= standing == Standing::Open;
            if standing != Standing::Open {
                self.retire(tree, at, edge, standing, bound);
            }
        }
        let own = Bound { low, high: if is_open { high } else { low } };
        let best = (!is_open).then(|| best_edge(tree, range.clone(), role, low)).flatten();
        let child = best.map(|edge| tree.edges.list[edge as usize].child);
        let distance = child
            .filter(|&child| tree.is_alive(child))
            .map_or(0, |child| tree.node(child.at).distance);
        if let Some(sum) = self.sum {
            return (self.mirrored(role, own, sum), distance);
        }
        let of_other = |other: usize| match child {
            _ if !self.is_player[other] => Bound::exact(0.0),
            Some(child) if is_certain(tree, child) => tree.bounds(child.at)[other],
            // The best child was evicted: what remains is an estimate.
            _ if !is_open => Bound::exact(tree.value(at, other)),
            _ => self.spread(tree, range.clone(), role, low, other),
        };
        let bounds = (0..self.n()).map(|at| if at == role { own } else { of_other(at) });
        (bounds.collect(), distance)
    }

    /// The bounds of another role's value, over the edges that the role may choose.
    fn spread<S: Clone + Eq, M: Copy>(
        &self,
        tree: &Tree<S, M>,
        range: std::ops::Range<u32>,
        role: usize,
        low: f64,
        other: usize,
    ) -> Bound {
        let edges = &tree.edges.list[range.start as usize..range.end as usize];
        let eligible = edges.iter().filter(|edge| bound_of(tree, edge, role).high >= low - EPSILON);
        let none = Bound { low: 1.0, high: 0.0 };
        let bound = eligible.fold(none, |all, edge| {
            let bound = match tree.is_alive(edge.child) {
                true => tree.bounds(edge.child.at)[other],
                false => Bound::OPEN,
            };
            Bound { low: all.low.min(bound.low), high: all.high.max(bound.high) }
        });
        if bound.low > bound.high { Bound::OPEN } else { bound }
    }

    /// Takes an edge out of the selection, and its playouts out of the mean of its
    /// node: the mean is that of moves which may still be chosen.
    fn retire<S: Clone + Eq, M: Copy>(
        &self,
        tree: &mut Tree<S, M>,
        at: u32,
        edge: u32,
        standing: Standing,
        bound: Bound,
    ) {
        let taken = tree.edges.list[edge as usize];
        let (own, visits) = (usize::from(taken.role), taken.visits);
        let values: Values = (0..self.n())
            .map(|role| match self.sum {
                _ if role == own => f64::from(taken.value),
                Some(sum) => sum - f64::from(taken.value),
                None if tree.is_alive(taken.child) => tree.value(taken.child.at, role),
                None => tree.value(at, role),
            })
            .collect();
        for (sum, value) in tree.sums_mut(at).iter_mut().zip(&values) {
            *sum = (*sum - value * f64::from(visits)).max(0.0);
        }
        let node = tree.node_mut(at);
        node.retired = (node.retired + visits).min(node.visits);
        node.has_retired = true;
        let edge = &mut tree.edges.list[edge as usize];
        edge.standing = standing;
        edge.value = match standing {
            Standing::Proven => bound.low as f32,
            _ => edge.value.min(bound.high as f32),
        };
    }

    /// The bounds of the expectation over the moves of chance.
    fn of_chance<G: Game>(
        &self,
        game: &G,
        tree: &mut Tree<G::State, G::Move>,
        at: u32,
    ) -> (Bounds, u16) {
        let node = tree.node(at);
        let range = node.first_choice..node.first_choice + node.n_choices;
        let weight = |edge: &Edge<G::Move>| edge.chance_weight(game, &node.state);
        let total: f64 = tree.choices_of(at).iter().map(weight).sum();
        let mut bounds: Bounds = smallvec![Bound::exact(0.0); self.n()];
        let mut distance = 0;
        for edge in tree.choices_of(at) {
            let share = weight(edge) / total;
            for (role, sum) in bounds.iter_mut().enumerate() {
                let bound = match tree.is_alive(edge.child) {
                    true => tree.bounds(edge.child.at)[role],
                    false => Bound::OPEN,
                };
                *sum =
                    Bound { low: sum.low + share * bound.low, high: sum.high + share * bound.high };
            }
            if tree.is_alive(edge.child) {
                distance = distance.max(tree.node(edge.child.at).distance);
            }
        }
        for edge in range {
            let taken = &tree.edges.list[edge as usize];
            if taken.is_open() && is_certain(tree, taken.child) {
                let role = usize::from(taken.role);
                let bound = tree.bounds(taken.child.at)[role];
                self.retire(tree, at, edge, Standing::Proven, bound);
            }
        }
        (bounds, distance)
    }

    /// The bounds of a stage: the values of the matrices of lower and of upper bounds.
    fn of_stage<S: Clone + Eq, M: Copy>(&self, tree: &mut Tree<S, M>, at: u32) -> (Bounds, u16) {
        let open = || -> Bounds { smallvec![Bound::OPEN; self.n()] };
        let place = tree.node(at).first_choice;
        let stage = tree.stages.get(place);
        let [rows, columns] = [0, 1].map(|side: usize| stage.sides[side].n_moves());
        let row_role = usize::from(stage.sides[0].role);
        let (mut lows, mut highs) = (Vec::new(), Vec::new());
        let (mut is_all_certain, mut distance) = (true, 0);
        for pair in stage.pairs() {
            let child = stage.cell(pair);
            let is_alive = tree.is_alive(child);
            let bound = if is_alive { tree.bounds(child.at)[row_role] } else { Bound::OPEN };
            lows.push(bound.low);
            highs.push(bound.high);
            is_all_certain &= is_certain(tree, child);
            if is_alive {
                distance = distance.max(tree.node(child.at).distance);
            }
        }
        let Some(sum) = self.sum else {
            // Without a constant sum there is no value; the average of play so far stands in
            // when there is nothing left to find out.
            let values = || tree.values(at).into_iter().map(Bound::exact).collect();
            return (if is_all_certain { values() } else { open() }, distance);
        };
        if lows.iter().all(|&low| low <= 0.0) && highs.iter().all(|&high| high >= 1.0) {
            return (open(), distance);
        }
        let low = Matrix::new(rows, columns, lows).solve();
        let high = Matrix::new(rows, columns, highs).solve();
        let bound = Bound { low: low.bounds.0.max(0.0), high: high.bounds.1.min(1.0) };
        if bound.is_exact() {
            let stage = tree.stages.get_mut(place);
            stage.sides[0].fix(&low.rows);
            stage.sides[1].fix(&high.columns);
        }
        (self.mirrored(row_role, bound, sum), distance)
    }
}

/// The bounds of the value of an edge to its role.
fn bound_of<S: Clone + Eq, M: Copy>(tree: &Tree<S, M>, edge: &Edge<M>, role: usize) -> Bound {
    match edge.standing {
        Standing::Proven if !tree.is_alive(edge.child) => Bound::exact(f64::from(edge.value)),
        _ if tree.is_alive(edge.child) => tree.bounds(edge.child.at)[role],
        Standing::Beaten => Bound { low: 0.0, high: f64::from(edge.value) },
        _ => Bound::OPEN,
    }
}

/// The edge that a role chooses when all values are certain: of those with the best
/// value, the quickest way to win, or the slowest to lose.
pub(super) fn best_edge<S: Clone + Eq, M: Copy>(
    tree: &Tree<S, M>,
    mut range: std::ops::Range<u32>,
    role: usize,
    value: f64,
) -> Option<u32> {
    let is_best = |edge: &u32| {
        let edge = &tree.edges.list[*edge as usize];
        edge.is_proven() && bound_of(tree, edge, role).low >= value - EPSILON
    };
    let distance = |edge: u32| {
        let child = tree.edges.list[edge as usize].child;
        if tree.is_alive(child) { tree.node(child.at).distance } else { 0 }
    };
    let first = range.find(is_best)?;
    let others = range.filter(is_best);
    Some(others.fold(first, |best, other| {
        let is_better = match value > 0.5 {
            true => distance(other) < distance(best),
            false => distance(other) > distance(best),
        };
        if is_better { other } else { best }
    }))
}

/// Whether the values of a node are certain.
pub(super) fn is_certain<S: Clone + Eq, M: Copy>(tree: &Tree<S, M>, id: NodeId) -> bool {
    tree.is_alive(id) && tree.node(id.at).is_proven
}
