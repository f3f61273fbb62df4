//! Islands: populations that exchange individuals every few generations.

use serde::{Deserialize, Serialize};

use crate::Genome;

/// The table `islands` of a file. From generation `start` on, in each
/// generation *n* every island *i* with *i* mod `period` = *n* mod `period` sends
/// copies to the next islands. After chapter 7.4 of Sipper (2011), *Evolved to
/// Win*.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Islands {
    /// The number of islands; 1 is a single population.
    pub count: usize,
    /// The first generation with migration.
    pub start: usize,
    /// The number of generations between migrations of an island.
    pub period: usize,
    /// The number of individuals sent to each neighbour.
    pub migrants: usize,
    /// The number of neighbours: the next islands on a ring.
    pub neighbours: usize,
}

impl Default for Islands {
    fn default() -> Self {
        Self { count: 1, start: 10, period: 10, migrants: 4, neighbours: 3 }
    }
}

impl Islands {
    /// The islands to which an island sends individuals in a generation.
    pub(crate) fn destinations(&self, island: usize, generation: usize) -> Vec<usize> {
        let is_due = generation >= self.start
            && self.period > 0
            && island % self.period == generation % self.period;
        let neighbours = if is_due { self.neighbours.min(self.count - 1) } else { 0 };
        (1..=neighbours).map(|step| (island + step) % self.count).collect()
    }
}

/// Individuals on their way from one island to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Migration<G: Genome> {
    /// The island they come from.
    pub from: usize,
    /// The island they go to.
    pub to: usize,
    /// The individuals, with their scores.
    pub migrants: Vec<(G, f64)>,
}

/// Carries individuals between islands.
///
/// A run over several machines keeps some islands on each. Its transport sends the migrations
/// to other machines, waits for those from there, and returns those to its own islands.
/// Arrivals must be the same in every run of a seed.
pub trait Transport<G: Genome>: Send {
    /// Takes all migrations that leave in a generation and returns those that arrive.
    fn carry(&mut self, generation: usize, migrations: Vec<Migration<G>>) -> Vec<Migration<G>>;
}

/// The transport of a run with all islands in one process: all migrations arrive.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalTransport;

impl<G: Genome> Transport<G> for LocalTransport {
    fn carry(&mut self, _: usize, migrations: Vec<Migration<G>>) -> Vec<Migration<G>> {
        migrations
    }
}
