//! Stages: positions in which two players choose at the same time.
//!
//! The pairs of moves are the cells of a matrix, each with the node that follows.
//! Neither player can rely on one move, so each mixes its moves by *regret
//! matching* (Hart and Mas-Colell 2000; in tree search Tak, Lanctot and Winands
//! 2014): a move is drawn in proportion to the amount by which it would have done
//! better so far than what was drawn. Negative regrets are forgotten, and later
//! strategies weigh more in the average, as in CFR+ (Tammelin 2014). The average
//! strategy is what the player should play.

use std::ops::Range;

use super::node::{NOWHERE, NodeId};
use crate::equilibrium::Matrix;

/// The largest matrix of a stage. Larger ones are searched role by role.
pub(super) const N_CELLS_MAX: usize = 1024;

/// The share of draws that take any move: all cells must be visited now and then.
const EXPLORATION: f32 = 0.1;

/// Players mix where one that moves first would lose at least this much, from 0 to 1, even if
/// all estimates err by this many standard deviations so that it loses less.
const GAP_MIN: f64 = 0.02;
const DEVIATIONS: f64 = 1.0;

/// One of the two players of a stage.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub(super) role: u8,
    /// Its edges.
    pub(super) first_edge: u32,
    regrets: Vec<f32>,
    /// The weighted sum of the strategies so far.
    strategies: Vec<f32>,
}

impl Side {
    pub(super) fn new(role: u8, edges: Range<u32>) -> Self {
        let n_moves = edges.len();
        Self {
            role,
            first_edge: edges.start,
            regrets: vec![0.0; n_moves],
            strategies: vec![0.0; n_moves],
        }
    }

    pub(super) fn n_moves(&self) -> usize {
        self.regrets.len()
    }

    /// The probability of a move in the present strategy.
    fn weight(&self, at: usize, sum: f32) -> f32 {
        let n_moves = self.regrets.len() as f32;
        let own = if sum > 0.0 { self.regrets[at] / sum } else { 1.0 / n_moves };
        (1.0 - EXPLORATION) * own + EXPLORATION / n_moves
    }

    /// The move that a random number below one draws.
    pub(super) fn draw(&self, random: f32) -> usize {
        let sum = self.regrets.iter().sum();
        let mut rest = random;
        for at in 0..self.regrets.len() {
            rest -= self.weight(at, sum);
            if rest < 0.0 {
                return at;
            }
        }
        self.regrets.len() - 1
    }

    /// Learns that each move would have had these values where one had another.
    pub(super) fn learn(&mut self, had: f32, values: impl Iterator<Item = f32>, weight: f32) {
        let sum: f32 = self.regrets.iter().sum();
        if sum > 0.0 {
            let shares = self.regrets.iter().map(|regret| weight * regret / sum);
            self.strategies.iter_mut().zip(shares).for_each(|(total, share)| *total += share);
        } else {
            let share = weight / self.n_moves() as f32;
            self.strategies.iter_mut().for_each(|total| *total += share);
        }
        for (regret, value) in self.regrets.iter_mut().zip(values) {
            *regret = (*regret + value - had).max(0.0);
        }
    }

    /// The average strategy.
    pub(super) fn average(&self) -> Vec<f64> {
        let sum: f64 = self.strategies.iter().map(|&share| f64::from(share)).sum();
        let n_moves = self.n_moves() as f64;
        let share = |share: &f32| if sum > 0.0 { f64::from(*share) / sum } else { 1.0 / n_moves };
        self.strategies.iter().map(share).collect()
    }

    /// Fixes the strategy to one that is known to be optimal.
    pub(super) fn fix(&mut self, strategy: &[f64]) {
        self.strategies = strategy.iter().map(|&share| share as f32).collect();
        self.regrets.clone_from(&self.strategies);
    }
}

/// The matrix of a position.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    /// The player that chooses the row, and the one that chooses the column.
    pub(super) sides: [Side; 2],
    /// The node after each pair of moves, row by row.
    cells: Vec<NodeId>,
    /// Whether the estimates of the cells have no saddle point, so that the players mix.
    pub(super) is_mixed: bool,
    /// The visits of the node from which on the estimates are looked at again.
    next_look: u32,
}

/// Visits for each cell before the first look at the estimates.
const N_VISITS_PER_CELL: u32 = 4;

impl Stage {
    pub(super) fn new(sides: [Side; 2]) -> Self {
        let n_cells = sides[0].n_moves() * sides[1].n_moves();
        let next_look = N_VISITS_PER_CELL * n_cells as u32;
        Self { sides, cells: vec![NOWHERE; n_cells], is_mixed: false, next_look }
    }

    /// Whether the estimates are to be looked at after this number of visits. Looks become
    /// rarer, so that they cost little however often the node is visited.
    pub(super) fn is_look_due(&self, n_visits: u32) -> bool {
        n_visits >= self.next_look
    }

    /// Finds out whether the estimates of the cells, from 0 to 1, have a saddle point. A cell
    /// was visited this often; the value of one without a number of visits is certain.
    pub(super) fn look(&mut self, estimates: &[(f64, Option<u32>)], n_visits: u32) {
        let [n_rows, n_columns] = [0, 1].map(|side: usize| self.sides[side].n_moves());
        let shifted = |sign: f64| {
            let entry = |&(value, n_visits): &(f64, Option<u32>)| {
                let deviation = |n: u32| 0.5 / f64::from(n + 1).sqrt();
                value + sign * DEVIATIONS * n_visits.map_or(0.0, deviation)
            };
            Matrix::new(n_rows, n_columns, estimates.iter().map(entry).collect()).pure_values()
        };
        // Estimates differ by chance, which looks as if mixing helped.
        let (_, second) = shifted(-1.0);
        let (first, _) = shifted(1.0);
        self.is_mixed = second - first > GAP_MIN;
        self.next_look = n_visits + n_visits / 4 + 1;
    }

    fn place(&self, moves: [usize; 2]) -> usize {
        moves[0] * self.sides[1].n_moves() + moves[1]
    }

    pub(super) fn cell(&self, moves: [usize; 2]) -> NodeId {
        self.cells[self.place(moves)]
    }

    pub(super) fn set_cell(&mut self, moves: [usize; 2], child: NodeId) {
        let place = self.place(moves);
        self.cells[place] = child;
    }

    /// All pairs of moves, row by row.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let (n_rows, n_columns) = (self.sides[0].n_moves(), self.sides[1].n_moves());
        (0..n_rows).flat_map(move |row| (0..n_columns).map(move |column| [row, column]))
    }

    /// The pair of moves that the present strategies draw most often, among some.
    pub(super) fn likeliest(&self, is_eligible: impl Fn(NodeId) -> bool) -> Option<[usize; 2]> {
        let sums = [0, 1].map(|side: usize| self.sides[side].regrets.iter().sum());
        let weight = |moves: [usize; 2]| {
            self.sides[0].weight(moves[0], sums[0]) * self.sides[1].weight(moves[1], sums[1])
        };
        let mut best = None;
        for moves in self.pairs().filter(|&moves| is_eligible(self.cell(moves))) {
            let weight = weight(moves);
            if best.is_none_or(|(_, most)| weight > most) {
                best = Some((moves, weight));
            }
        }
        best.map(|(moves, _)| moves)
    }

    fn n_bytes(&self) -> usize {
        let n_moves: usize = self.sides.iter().map(Side::n_moves).sum();
        size_of::<Self>() + self.cells.len() * size_of::<NodeId>() + 2 * n_moves * size_of::<f32>()
    }
}

/// The stages of a tree.
#[derive(Debug, Default)]
pub(super) struct Stages {
    list: Vec<Option<Stage>>,
    free: Vec<u32>,
    n_bytes: usize,
}

impl Stages {
    pub(super) fn add(&mut self, stage: Stage) -> u32 {
        self.n_bytes += stage.n_bytes();
        match self.free.pop() {
            Some(at) => {
                self.list[at as usize] = Some(stage);
                at
            }
            None => {
                self.list.push(Some(stage));
                self.list.len() as u32 - 1
            }
        }
    }

    pub(super) fn get(&self, at: u32) -> &Stage {
        self.list[at as usize].as_ref().expect("the stage of a node that is in the tree")
    }

    pub(super) fn get_mut(&mut self, at: u32) -> &mut Stage {
        self.list[at as usize].as_mut().expect("the stage of a node that is in the tree")
    }

    pub(super) fn remove(&mut self, at: u32) {
        if let Some(stage) = self.list[at as usize].take() {
            self.n_bytes -= stage.n_bytes();
            self.free.push(at);
        }
    }

    pub(super) fn n_bytes(&self) -> usize {
        self.n_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both players learn from the true matrix.
    #[test]
    fn averages_approach_an_equilibrium() {
        let (matrix, value) = ([[1.0, 0.0], [0.0, 2.0]], 2.0 / 3.0);
        let mut sides = [Side::new(0, 0..2), Side::new(1, 2..4)];
        for step in 0..100_000u32 {
            let random = |salt: u64| {
                let bits = ludex_game::draw::mix(u64::from(step) << 8 | salt) >> 40;
                bits as f32 / (1 << 24) as f32
            };
            let [row, column] = [sides[0].draw(random(1)), sides[1].draw(random(2))];
            let had = matrix[row][column];
            let weight = step as f32;
            sides[0].learn(had, (0..2).map(|row: usize| matrix[row][column]), weight);
            sides[1].learn(-had, (0..2).map(|column: usize| -matrix[row][column]), weight);
        }
        let [rows, columns] = [sides[0].average(), sides[1].average()];
        let of_column = |column: usize| -> f64 {
            (0..2).map(|row| rows[row] * f64::from(matrix[row][column])).sum()
        };
        let of_row = |row: usize| -> f64 {
            (0..2).map(|column| columns[column] * f64::from(matrix[row][column])).sum()
        };
        assert!(of_column(0).min(of_column(1)) > value - 0.06, "{rows:?}");
        assert!(of_row(0).max(of_row(1)) < value + 0.06, "{columns:?}");
    }
}
