//! The importance of terminals: the measures of chapter 5 of Sipper (2011), *Evolved to
//! Win*.
//!
//! The caller scores individuals, from 0 to 1 over many games. The first two measures take one
//! score per terminal; the third takes evolutions, whose number is part of the [cost](Cost).

use crate::{GenerationStats, Genome, Node, Tree};
use ludex_program::{Forest, ForestPlan, What};

/// The measures of a terminal, as far as they were taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strength {
    /// The terminal.
    pub terminal: String,
    /// Its score alone, above that of an individual without terminals.
    pub single: f64,
    /// The loss of strong individuals when it is switched off.
    pub disabled: f64,
    /// The loss of evolution without it.
    pub without: Option<f64>,
}

impl Strength {
    /// The mean of all three measures; `None` without the costly one.
    pub fn strength(&self) -> Option<f64> {
        self.without.map(|without| (self.single + self.disabled + without) / 3.0)
    }
}

/// The cost of measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The number of individuals to be scored.
    pub scores: usize,
    /// The number of evolutions to be run.
    pub evolutions: usize,
}

/// The cost of measuring terminals on strong individuals, with N evolutions without each
/// terminal.
pub fn cost(n_terminals: usize, n_strong: usize, n_evolutions: usize) -> Cost {
    let scores = n_terminals * (1 + n_strong) + n_strong + 2;
    Cost { scores, evolutions: n_terminals * n_evolutions }
}

/// An individual without terminals: every tree is 0. Its score is that of search alone, the
/// baseline of terminals.
pub fn blank(plan: &ForestPlan) -> Forest {
    Forest::new(plan.trees().iter().map(|_| Tree::leaf(Node::literal(0.0))).collect())
}

/// S_single: an individual of the terminal alone, less the score of the [blank] one (in
/// the book, less that of random play). Parameters are the first of their ranges; where
/// there are several trees, all of them are the terminal, if they have it, or else 0.
pub fn single(
    terminal: &str,
    plan: &ForestPlan,
    baseline: f64,
    mut score: impl FnMut(&Forest) -> f64,
) -> f64 {
    let trees = plan.trees().iter().map(|plan| {
        let set = &plan.primitives;
        let node = set.find(terminal).map(|id| {
            let mut node = Node::new(id);
            if let What::Terminal(terminal) = set.get(id).what() {
                for (param, (_, range)) in node.params.iter_mut().zip(terminal.params()) {
                    *param = range.start;
                }
            }
            node
        });
        Tree::leaf(node.unwrap_or(Node::literal(0.0)))
    });
    score(&Forest::new(trees.collect())) - baseline
}

/// S_dis: by how much the scores of strong individuals drop, in the mean, when the
/// terminal is 0 wherever they use it. Individuals that do not use it are not scored again.
pub fn disabled(
    terminal: &str,
    plan: &ForestPlan,
    strong: &[(Forest, f64)],
    mut score: impl FnMut(&Forest) -> f64,
) -> f64 {
    let drops = strong.iter().map(|(forest, usual)| {
        let handicapped = forest.without(terminal, plan);
        if handicapped == *forest { 0.0 } else { usual - score(&handicapped) }
    });
    drops.sum::<f64>() / strong.len().max(1) as f64
}

/// S_no: by how much the best individuals of evolutions without the terminal fall
/// short of the best with it. `evolve` is called with the number of the evolution
/// and returns the score of its best.
pub fn without(
    terminal: &str,
    usual: f64,
    n_evolutions: usize,
    mut evolve: impl FnMut(&str, usize) -> f64,
) -> f64 {
    let scores = (0..n_evolutions).map(|nth| evolve(terminal, nth));
    usual - scores.sum::<f64>() / n_evolutions.max(1) as f64
}

/// Scores of pairs of terminals: `evolve` makes a run with the two alone and
/// returns the score of its best. The result is in the order of the pairs, each with the
/// indexes of its terminals.
pub fn pairs(
    terminals: &[&str],
    mut evolve: impl FnMut(&str, &str) -> f64,
) -> Vec<((usize, usize), f64)> {
    let places = (0..terminals.len()).flat_map(|a| (a + 1..terminals.len()).map(move |b| (a, b)));
    places.map(|(a, b)| ((a, b), evolve(terminals[a], terminals[b]))).collect()
}

/// The share of each terminal among all nodes with terminals, generation by
/// generation: a curve per terminal.
pub fn usage(history: &[GenerationStats]) -> Vec<Vec<f64>> {
    let n_terminals = history.first().map_or(0, |stats| stats.usage.len());
    let share = |stats: &GenerationStats, at: usize| {
        stats.usage[at] as f64 / stats.usage.iter().sum::<u64>().max(1) as f64
    };
    (0..n_terminals).map(|at| history.iter().map(|stats| share(stats, at)).collect()).collect()
}

/// The number of uses of each terminal by some individuals, the most frequent first.
pub fn used_by(individuals: &[Forest], plan: &ForestPlan) -> Vec<(String, usize)> {
    let mut counts: Vec<_> = Forest::terminals(plan).into_iter().map(|name| (name, 0)).collect();
    for one in individuals {
        one.count_terminals(plan, &mut |name| {
            if let Some(count) = counts.iter_mut().find(|(known, _)| known == name) {
                count.1 += 1;
            }
        });
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}
