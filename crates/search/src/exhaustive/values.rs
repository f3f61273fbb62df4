//! Values of positions by the plain definitions.

use ludex_game::RoleId;

use super::graph::{Graph, Node, choices};
use super::matrix_value;

/// Limit on the number of values of a position in [`Graph::outcomes`].
const N_OUTCOMES_MAX: usize = 64;

impl Graph {
    /// The mean value that a role can guarantee if it chooses first and all others then choose
    /// together against it, knowing its move. `None` if play can repeat a position or get
    /// stuck.
    pub fn guaranteed(&self, role: RoleId) -> Option<f64> {
        let order = self.order().filter(|_| !self.is_stuck())?;
        let mut values = vec![0.0; self.nodes.len()];
        for at in order {
            values[at] = match &self.nodes[at] {
                Node::End(goals) => f64::from(goals[role.index()]),
                Node::Stuck => return None,
                Node::Open { n_moves, .. } => {
                    let n_own = n_moves[role.index()];
                    let reply = |own: usize| self.worst_reply(role, at, own, &values);
                    (0..n_own).map(reply).fold(f64::NEG_INFINITY, f64::max)
                }
            };
        }
        Some(values[0])
    }

    fn worst_reply(&self, role: RoleId, at: usize, own: usize, values: &[f64]) -> f64 {
        let Node::Open { n_moves, next, weights } = &self.nodes[at] else { return f64::INFINITY };
        // The joint moves that differ in the moves of chance belong together.
        let mut means: Vec<(Vec<usize>, f64, f64)> = Vec::new();
        for (joint, (&to, weight)) in next.iter().zip(weights).enumerate() {
            let mut choices = choices(n_moves, joint);
            if choices[role.index()] != own {
                continue;
            }
            let chance = choices.iter_mut().zip(&self.is_chance).filter(|(_, is)| **is);
            chance.for_each(|(choice, _)| *choice = 0);
            match means.iter_mut().find(|(known, ..)| *known == choices) {
                Some((_, sum, total)) => {
                    (*sum, *total) = (*sum + weight * values[to], *total + weight);
                }
                None => means.push((choices, weight * values[to], *weight)),
            }
        }
        means.iter().map(|(_, sum, total)| sum / total).fold(f64::INFINITY, f64::min)
    }

    /// The greatest goal that a role can force, and the least to which the others can hold it,
    /// for any value of endless play. For games in which roles take turns without chance;
    /// `None` for others.
    ///
    /// For each goal, positions from which its end can be forced are added until
    /// nothing changes.
    pub fn forced(&self, role: RoleId) -> Option<(u8, u8)> {
        if self.is_stuck() || self.has_simultaneous() || self.has_chance() {
            return None;
        }
        let mut goals: Vec<u8> = self.ends().map(|goals| goals[role.index()]).collect();
        goals.sort_unstable();
        goals.dedup();
        let is_forced = |goal: &&u8| self.can_force(role, true, |own| own >= **goal);
        let is_held = |goal: &&u8| self.can_force(role, false, |own| own <= **goal);
        let low = goals.iter().rev().find(is_forced).copied().unwrap_or(0);
        let high = goals.iter().find(is_held).copied().unwrap_or(100);
        Some((low, high))
    }

    /// Whether a role, or all others together, can force an end with a wanted goal.
    fn can_force(&self, role: RoleId, is_own: bool, is_wanted: impl Fn(u8) -> bool) -> bool {
        let mut is_won = vec![false; self.nodes.len()];
        loop {
            let mut has_changed = false;
            for (at, node) in self.nodes.iter().enumerate() {
                let is_now = match node {
                    Node::End(goals) => is_wanted(goals[role.index()]),
                    Node::Stuck => false,
                    Node::Open { n_moves, next, .. } => {
                        let chooses = match n_moves.iter().position(|&n| n > 1) {
                            Some(mover) => (mover == role.index()) == is_own,
                            None => true,
                        };
                        match chooses {
                            true => next.iter().any(|&next| is_won[next]),
                            false => next.iter().all(|&next| is_won[next]),
                        }
                    }
                };
                has_changed |= is_now != std::mem::replace(&mut is_won[at], is_now);
            }
            if !has_changed {
                return is_won[0];
            }
        }
    }

    /// The value of a game of two players with a constant sum to the first of them, by backward
    /// induction over matrix games. `None` for other games.
    pub fn mixed(&self) -> Option<f64> {
        let [row, column] = self.players()[..] else { return None };
        if self.is_stuck() || !self.is_constant_sum() {
            return None;
        }
        let mut values = vec![0.0; self.nodes.len()];
        for at in self.order()? {
            values[at] = match &self.nodes[at] {
                Node::End(goals) => f64::from(goals[row]),
                Node::Stuck => return None,
                Node::Open { n_moves, next, weights } => {
                    let mut matrix = vec![vec![0.0; n_moves[column]]; n_moves[row]];
                    let n_pairs = n_moves[row] * n_moves[column];
                    let total = weights.iter().sum::<f64>() / n_pairs as f64;
                    for (joint, (&to, weight)) in next.iter().zip(weights).enumerate() {
                        let choices = choices(n_moves, joint);
                        matrix[choices[row]][choices[column]] += weight * values[to] / total;
                    }
                    matrix_value(&matrix)
                }
            };
        }
        Some(values[0])
    }

    /// All possible values of the position to the roles if each role maximises its own, in
    /// games in which one role at a time has a choice. A role with several best moves may
    /// choose any of them, so there may be several lists. `None` for other games, and where
    /// there are too many lists.
    pub fn outcomes(&self) -> Option<Vec<Vec<f64>>> {
        if self.is_stuck() || self.nodes.iter().any(|node| node.n_choosing() > 1) {
            return None;
        }
        let mut outcomes: Vec<Vec<Vec<f64>>> = vec![Vec::new(); self.nodes.len()];
        for at in self.order()? {
            outcomes[at] = match &self.nodes[at] {
                Node::End(goals) => vec![goals.iter().map(|&goal| f64::from(goal)).collect()],
                Node::Stuck => return None,
                Node::Open { n_moves, next, weights } => {
                    let lists: Vec<&Vec<Vec<f64>>> = next.iter().map(|&to| &outcomes[to]).collect();
                    let mover = n_moves.iter().position(|&n| n > 1).unwrap_or(0);
                    match self.is_chance[mover] {
                        true => means(&lists, weights)?,
                        false => best(&lists, mover)?,
                    }
                }
            };
        }
        Some(outcomes.swap_remove(0))
    }

    /// The highest goal of the first role in any end.
    pub fn best_end(&self) -> Option<u8> {
        self.ends().map(|goals| goals[0]).max()
    }

    /// Number of plies to an end with at least this goal for the first role, if all others
    /// help.
    pub fn plies_to(&self, goal_min: u8) -> Option<usize> {
        let is_wanted =
            |at: &usize| matches!(&self.nodes[*at], Node::End(goals) if goals[0] >= goal_min);
        let mut is_known = vec![false; self.nodes.len()];
        is_known[0] = true;
        let (mut layer, mut n_plies) = (vec![0], 0);
        while !layer.is_empty() {
            if layer.iter().any(is_wanted) {
                return Some(n_plies);
            }
            let next = layer.iter().flat_map(|&at| self.next(at).iter().copied());
            let next: Vec<usize> = next.collect();
            layer = next
                .into_iter()
                .filter(|&at| !std::mem::replace(&mut is_known[at], true))
                .collect();
            n_plies += 1;
        }
        None
    }
}

/// The lists that some equilibrium reaches: a list is left out if another move is better for
/// certain.
fn best(lists: &[&Vec<Vec<f64>>], mover: usize) -> Option<Vec<Vec<f64>>> {
    // One equilibrium for each choice of a list for each move.
    let mut found = Vec::new();
    for (at, list) in lists.iter().enumerate() {
        for values in list.iter() {
            let is_beaten = |other: &&Vec<Vec<f64>>| {
                other.iter().all(|other| other[mover] > values[mover] + 1e-9)
            };
            let others = lists.iter().enumerate().filter(|(other, _)| *other != at);
            if !others.map(|(_, list)| list).any(is_beaten) {
                insert(&mut found, values.clone())?;
            }
        }
    }
    Some(found)
}

/// The weighted mean for each choice of a list for each event.
fn means(lists: &[&Vec<Vec<f64>>], weights: &[f64]) -> Option<Vec<Vec<f64>>> {
    let total: f64 = weights.iter().sum();
    let n_roles = lists[0][0].len();
    let mut sums = vec![vec![0.0; n_roles]];
    for (list, weight) in lists.iter().zip(weights) {
        let mut next = Vec::new();
        for sum in &sums {
            for values in list.iter() {
                let part = |(sum, value): (&f64, &f64)| sum + weight * value / total;
                insert(&mut next, sum.iter().zip(values).map(part).collect())?;
            }
        }
        sums = next;
    }
    Some(sums)
}

fn insert(lists: &mut Vec<Vec<f64>>, values: Vec<f64>) -> Option<()> {
    let is_same =
        |known: &Vec<f64>| known.iter().zip(&values).all(|(one, other)| (one - other).abs() < 1e-9);
    if !lists.iter().any(is_same) {
        lists.push(values);
    }
    (lists.len() <= N_OUTCOMES_MAX).then_some(())
}
