//! Islands: populations that now and then exchange individuals.

use serde::{Deserialize, Serialize};

use crate::Genome;

/// How individuals migrate, as files say it. From generation `start` on, in each
/// generation *n* every island *i* with *i* mod `period` = *n* mod `period` sends
/// copies to the islands behind it. After chapter 7.4 of Sipper (2011), *Evolved to
/// Win*.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Islands {
    /// How many islands there are; 1 is no islands at all.
    pub count: usize,
    /// The first generation in which anyone migrates.
    pub start: usize,
    /// How many generations pass until an island's turn comes again.
    pub period: usize,
    /// How many individuals each neighbour is sent.
    pub migrants: usize,
    /// How many neighbours are sent some: the next ones on a ring.
    pub neighbours: usize,
}

impl Default for Islands {
    fn default() -> Self {
        Self { count: 1, start: 10, period: 10, migrants: 4, neighbours: 3 }
    }
}

impl Islands {
    /// Where an island sends individuals in a generation.
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
pub struct Boat<G: Genome> {
    /// The island they come from.
    pub from: usize,
    /// The island they go to.
    pub to: usize,
    /// The individuals, with their scores.
    pub migrants: Vec<(G, f64)>,
}

/// Carries individuals between islands.
///
/// A run over several machines keeps some islands on each. Its ferry sends what
/// goes elsewhere, waits for what comes from there, and hands over the boats for the
/// islands that are here. What arrives must be the same in every run of a seed.
pub trait Ferry<G: Genome>: Send {
    /// Takes all boats that leave in a generation and returns those that arrive.
    fn carry(&mut self, generation: usize, boats: Vec<Boat<G>>) -> Vec<Boat<G>>;
}

/// All islands are here: what leaves arrives.
#[derive(Clone, Copy, Debug, Default)]
pub struct Here;

impl<G: Genome> Ferry<G> for Here {
    fn carry(&mut self, _: usize, boats: Vec<Boat<G>>) -> Vec<Boat<G>> {
        boats
    }
}
