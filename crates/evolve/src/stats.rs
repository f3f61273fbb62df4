//! The statistics of a generation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Genome;

/// The statistics of a generation, over all islands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GenerationStats {
    /// The number of the generation, from 0.
    pub generation: usize,
    /// The highest score.
    pub best: f64,
    /// The mean score.
    pub mean: f64,
    /// The mean number of genes or nodes.
    pub size: f64,
    /// The mean depth of the deepest tree.
    pub depth: f64,
    /// The size of the fittest individual.
    pub best_size: usize,
    /// The mean score of rivals, if there are any.
    pub rivals: Option<f64>,
    /// The number of evaluated individuals.
    pub evaluations: u64,
    /// The number of games and tests.
    pub games: u64,
    /// The highest score of a re-test in this generation, if there was one.
    pub retest: Option<f64>,
    /// The number of nodes with each terminal, in the order of
    /// [`Run::terminals`](crate::Run::terminals).
    pub usage: Vec<u64>,
}

impl GenerationStats {
    /// Adds sizes, depths and terminals of all individuals.
    pub(crate) fn count<'a, G: Genome>(
        &mut self,
        population: impl Iterator<Item = &'a G>,
        plan: &G::Plan,
        terminals: &[String],
    ) {
        self.usage = vec![0; terminals.len()];
        let mut n_all = 0.0;
        for one in population {
            n_all += 1.0;
            self.size += one.size() as f64;
            self.depth += one.depth(plan) as f64;
            one.count_terminals(plan, &mut |name| {
                if let Some(at) = terminals.iter().position(|terminal| terminal == name) {
                    self.usage[at] += 1;
                }
            });
        }
        if n_all > 0.0 {
            self.size /= n_all;
            self.depth /= n_all;
        }
    }
}
