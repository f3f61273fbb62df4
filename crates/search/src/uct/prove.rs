//! Proven values, and how they pass from children to parents.

use ludex_game::Game;

use super::node::{Edge, Kind, NodeId};
use super::tree::{Tree, Values};

/// Settles a node if its children do, and tells whether that is so.
///
/// A role that can win for certain does so; where all moves are settled, the
/// best is taken. With more than two players, a role with several best moves
/// may pick any, so they have to agree. Each role minds its own goal: where
/// goals do not add up to a constant, that is an [assumption](crate::Assumption).
/// Where several roles choose at once, nothing is settled.
pub(super) fn prove<G: Game>(
    game: &G,
    tree: &mut Tree<G::State, G::Move>,
    at: u32,
    n_players: usize,
) -> bool {
    let values = match tree.node(at).kind {
        Kind::Choice(_) => best(tree, at, n_players),
        Kind::Chance => mean(game, tree, at),
        _ => None,
    };
    if let Some(values) = &values {
        tree.settle(at, values);
    }
    values.is_some()
}

/// The values of the best move of the role that has the choice.
fn best<S: Clone + Eq, M: Copy>(tree: &Tree<S, M>, at: u32, n_players: usize) -> Option<Values> {
    let edges = tree.choices_of(at);
    let proven = || edges.iter().filter(|edge| edge.is_proven);
    let best = proven().map(|edge| edge.value).fold(f32::NEG_INFINITY, f32::max);
    let is_won = best >= 1.0 && n_players <= 2;
    if !is_won && !edges.iter().all(|edge| edge.is_proven) {
        return None;
    }
    let mut equals = proven().filter(|edge| edge.value == best);
    let first = equals.find_map(|edge| certain(tree, edge.child))?;
    let agrees = |child: NodeId| certain(tree, child).is_some_and(|other| is_close(&first, &other));
    let is_clear = n_players <= 2 || equals.all(|edge| agrees(edge.child));
    is_clear.then_some(first)
}

/// The expectation over the moves of chance.
fn mean<G: Game>(game: &G, tree: &Tree<G::State, G::Move>, at: u32) -> Option<Values> {
    let (edges, state) = (tree.choices_of(at), &tree.node(at).state);
    let weight = |edge: &Edge<G::Move>| edge.chance_weight(game, state);
    let total: f64 = edges.iter().map(weight).sum();
    let mut mean = Values::new();
    for edge in edges {
        let (values, weight) = (certain(tree, edge.child)?, weight(edge));
        mean.resize(values.len(), 0.0);
        mean.iter_mut().zip(&values).for_each(|(mean, value)| *mean += weight * value / total);
    }
    Some(mean)
}

/// What a node is certainly worth to each role.
fn certain<S: Clone + Eq, M: Copy>(tree: &Tree<S, M>, id: NodeId) -> Option<Values> {
    (tree.is_alive(id) && tree.node(id.at).is_proven).then(|| tree.means(id.at))
}

/// Means are sums divided again, so the last digit may differ.
fn is_close(one: &Values, other: &Values) -> bool {
    one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-9)
}
