//! Moves that did well wherever they were made (MAST).
//!
//! After Finnsson and Björnsson (2008): playouts draw a move as often as the
//! mean result of all games with it says, by a Gibbs distribution.

use std::hash::Hash;

use ludex_game::playouts::Weights;
use rustc_hash::FxHashMap;

/// The mean result of every move, wherever it was made.
#[derive(Debug)]
pub(super) struct Mast<M> {
    of_role: Vec<FxHashMap<M, Mean>>,
    temperature: f32,
    n_added: u64,
    n_told: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: u32,
}

/// The weight of a move that always wins.
const WEIGHT_MAX: f32 = 65_536.0;

impl<M: Copy + Eq + Hash> Mast<M> {
    pub(super) fn new(n_roles: usize, temperature: f32) -> Self {
        let of_role = (0..n_roles).map(|_| FxHashMap::default()).collect();
        Self { of_role, temperature, n_added: 0, n_told: 0 }
    }

    /// Takes note of a game: its moves, one per role and ply, and the goals.
    pub(super) fn add(&mut self, moves: &[M], goals: &[u8]) {
        self.n_added += 1;
        let n_roles = self.of_role.len();
        for (at, &mv) in moves.iter().enumerate() {
            let mean = self.of_role[at % n_roles].entry(mv).or_default();
            mean.sum += f64::from(goals[at % n_roles]) / 100.0;
            mean.count += 1;
        }
    }

    /// New weights, if enough has changed since the last.
    pub(super) fn weights(&mut self) -> Option<Weights<M>> {
        let n_new = self.n_added - self.n_told;
        if n_new < 1 + self.n_added / 32 {
            return None;
        }
        self.n_told = self.n_added;
        let weight =
            |value: f32| (WEIGHT_MAX * ((value - 1.0) / self.temperature).exp()) as u32 + 1;
        let of_moves = |means: &FxHashMap<M, Mean>| {
            let entry =
                |(&mv, mean): (&M, &Mean)| (mv, weight((mean.sum / f64::from(mean.count)) as f32));
            means.iter().map(entry).collect()
        };
        // Untried moves are tried soon.
        Some(Weights { of_role: self.of_role.iter().map(of_moves).collect(), other: weight(1.0) })
    }
}
