//! Values that are certain.

use game::Game;

use super::node::{Kind, NodeId};
use super::tree::Tree;

/// Proves a node if its children settle it, and tells whether they do.
///
/// A role that can win for certain does so; where all moves are settled, the
/// best is taken. With more than two players, whoever has several best moves
/// may pick any, so they have to agree.
pub(super) fn prove<G: Game>(
    tree: &mut Tree<G::State, G::Move>,
    at: u32,
    n_players: usize,
) -> bool {
    match tree.node(at).kind {
        Kind::Choice(role) => {
            let edges = tree.choices_of(at);
            let best = edges.iter().filter(|edge| edge.is_proven).map(|edge| edge.value);
            let best = best.fold(f32::NEG_INFINITY, f32::max);
            let is_won = best >= 1.0 && n_players <= 2;
            if !is_won && !edges.iter().all(|edge| edge.is_proven) {
                return false;
            }
            let children: Vec<NodeId> = edges
                .iter()
                .filter(|edge| edge.is_proven && edge.value == best)
                .map(|edge| edge.child)
                .collect();
            let values: Vec<Vec<f64>> =
                children.iter().filter_map(|&child| exact(tree, child)).collect();
            let Some(first) = values.first() else { return false };
            if n_players > 2 && values.iter().any(|value| value != first) {
                return false;
            }
            let _ = role;
            set(tree, at, &first.clone());
            true
        }
        Kind::Chance => {
            let children: Vec<NodeId> = tree.choices_of(at).iter().map(|edge| edge.child).collect();
            let values: Option<Vec<Vec<f64>>> =
                children.iter().map(|&child| exact(tree, child)).collect();
            let Some(values) = values else { return false };
            let mut mean = vec![0.0; values[0].len()];
            for value in &values {
                mean.iter_mut()
                    .zip(value)
                    .for_each(|(mean, value)| *mean += value / values.len() as f64);
            }
            set(tree, at, &mean);
            true
        }
        _ => false,
    }
}

/// What a node is certainly worth to each role.
fn exact<S: Clone + Eq, M: Copy>(tree: &Tree<S, M>, id: NodeId) -> Option<Vec<f64>> {
    if !tree.is_alive(id) || !tree.node(id.at).is_proven {
        return None;
    }
    let visits = f64::from(tree.node(id.at).visits.max(1));
    Some(tree.sums(id.at).iter().map(|sum| sum / visits).collect())
}

fn set<S: Clone + Eq, M: Copy>(tree: &mut Tree<S, M>, at: u32, values: &[f64]) {
    let node = tree.node_mut(at);
    node.is_proven = true;
    node.visits = node.visits.max(1);
    let visits = f64::from(node.visits);
    tree.sums_mut(at).iter_mut().zip(values).for_each(|(sum, value)| *sum = value * visits);
}
