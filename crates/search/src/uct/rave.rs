//! Rapid action value estimation (RAVE), after Gelly and Silver (2007).
//!
//! As long as an edge has few visits of its own, playouts in which the same role made
//! its move later count as well.

use std::hash::Hash;

use rustc_hash::FxHashSet;

use super::batch::Step;
use super::edges::Later;
use super::node::{Edge, Kind};
use super::tree::Tree;

/// Adds a game: the steps of its descent, the moves of its playout (one
/// per role and ply), and the goals.
pub(super) fn add<S: Clone + Eq, M: Copy + Eq + Hash>(
    tree: &mut Tree<S, M>,
    steps: &[Step],
    moves: &[M],
    goals: &[u8],
) {
    let n_roles = goals.len();
    let mut made: FxHashSet<(u8, M)> =
        moves.iter().enumerate().map(|(at, &mv)| ((at % n_roles) as u8, mv)).collect();
    for step in steps.iter().rev() {
        let taken = tree.edges.list[step.edge as usize];
        made.insert((taken.role, taken.mv));
        let node = tree.node(step.node);
        if matches!(node.kind, Kind::Chance) {
            continue;
        }
        let range = node.first_edge as usize..(node.first_edge + node.n_edges) as usize;
        let value = f32::from(goals[usize::from(taken.role)]) / 100.0;
        let Some(later) = &mut tree.edges.later else { return };
        for (edge, later) in tree.edges.list[range.clone()].iter().zip(&mut later[range]) {
            if edge.role == taken.role && made.contains(&(edge.role, edge.mv)) {
                later.visits += 1;
                later.value += (value - later.value) / later.visits as f32;
            }
        }
    }
}

/// The edge that UCB1 prefers when both kinds of visits count. `equal` is the
/// number of own visits at which both count the same.
pub(super) fn best<M>(
    edges: &[Edge<M>],
    later: &[Later],
    equal: f32,
    explore: f32,
    virtual_loss: f32,
) -> usize {
    let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
    for (at, (edge, later)) in edges.iter().zip(later).enumerate() {
        if !edge.is_open() {
            continue;
        }
        let (visits, pending) = (edge.visits as f32, f32::from(edge.pending));
        if visits + pending == 0.0 && later.visits == 0 {
            return at;
        }
        let share = if later.visits == 0 { 0.0 } else { (equal / (3.0 * visits + equal)).sqrt() };
        let own = edge.value * visits / (visits + virtual_loss * pending).max(1.0);
        let value = (1.0 - share) * own + share * later.value;
        let score = value + explore / (visits + pending).max(1.0).sqrt();
        if score > best_score {
            (best, best_score) = (at, score);
        }
    }
    best
}
