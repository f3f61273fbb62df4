//! Breeding: the next generation by selection, crossover and mutation.

use rand::Rng as _;
use serde::{Deserialize, Serialize};

use crate::operators::Mix;
use crate::{Genome, Rng, Selection, Standings};

/// The table `breeding` of a file: how the next generation is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Breeding {
    /// Whether mutation follows crossover, or one of them is chosen.
    pub style: Style,
    /// The probability that a parent takes part in a crossover.
    pub crossover: f64,
    /// The probability that an individual mutates.
    pub mutation: f64,
    /// Algorithm 3.1: if the first of two parents is fitter, it gives genes to the
    /// second and is kept unchanged; otherwise they exchange genes.
    pub one_way: bool,
    /// The number of fittest individuals that are kept unchanged.
    pub elite: usize,
    /// Whether the score of an elite individual is the mean over its generations, so that good
    /// luck wears off. For scores that are comparable between generations.
    pub average_scores: bool,
    /// The number of games at the population's mean score that are added to each record, a
    /// prior against good luck in few games. For scores that are means of games.
    pub prior_games: f64,
    /// Whether the smaller of two equally fit individuals is preferred, which limits bloat, as
    /// do the limits of trees.
    pub prefer_small: bool,
}

/// How crossover and mutation are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Parents are selected, some are crossed, then any may mutate.
    #[default]
    Following,
    /// Crossover, mutation or reproduction is chosen, then its parents.
    Either,
}

impl Default for Breeding {
    fn default() -> Self {
        Self {
            style: Style::Following,
            crossover: 0.8,
            mutation: 0.2,
            one_way: true,
            elite: 1,
            average_scores: false,
            prior_games: 0.0,
            prefer_small: true,
        }
    }
}

impl Breeding {
    /// The error, if a value is out of range.
    pub(crate) fn fault(&self) -> Option<String> {
        let rates = [("crossover", self.crossover), ("mutation", self.mutation)];
        if let Some((name, rate)) = rates.iter().find(|(_, rate)| !(0.0..=1.0).contains(rate)) {
            return Some(format!("{name} is {rate}, but a probability is from 0 to 1"));
        }
        if !(self.prior_games >= 0.0 && self.prior_games.is_finite()) {
            return Some(format!(
                "prior_games is {}, but must be a number of games",
                self.prior_games
            ));
        }
        let is_too_much =
            self.style == Style::Either && self.crossover + self.mutation > 1.0 + 1e-9;
        is_too_much.then(|| "crossover and mutation together are more than 1".into())
    }
}

/// Makes the next generation.
pub(crate) struct Breeder<'a, G: Genome> {
    pub plan: &'a G::Plan,
    pub breeding: &'a Breeding,
    pub selection: &'a dyn Selection,
    pub mix: &'a Mix<G>,
}

impl<G: Genome> Breeder<'_, G> {
    /// The fitness of individuals by their scores.
    pub fn standings(&self, population: &[G], scores: &[f64]) -> Standings {
        let standings = Standings::new(scores.to_vec());
        if !self.breeding.prefer_small {
            return standings;
        }
        standings.prefer_small(population.iter().map(Genome::size).collect())
    }

    /// The next generation, of the same size.
    pub fn breed(&self, rng: &mut Rng, population: &[G], scores: &[f64]) -> Vec<G> {
        let standings = self.standings(population, scores);
        let elite = standings.order().into_iter().take(self.breeding.elite);
        let mut next: Vec<G> = elite.map(|place| population[place].clone()).collect();
        match self.breeding.style {
            Style::Following => self.breed_following(rng, population, &standings, &mut next),
            Style::Either => self.breed_either(rng, population, &standings, &mut next),
        }
        next
    }

    fn breed_following(
        &self,
        rng: &mut Rng,
        population: &[G],
        standings: &Standings,
        next: &mut Vec<G>,
    ) {
        let wheel = self.selection.prepare(standings);
        let n_kept = next.len();
        let mut waiting: Option<(usize, usize)> = None;
        while next.len() < population.len() {
            let parent = wheel(rng);
            next.push(population[parent].clone());
            if rng.random_bool(self.breeding.crossover) {
                let place = next.len() - 1;
                match waiting.take() {
                    None => waiting = Some((place, parent)),
                    Some((other, other_parent)) => {
                        let (front, back) = next.split_at_mut(place);
                        let is_fitter = standings.compare(other_parent, parent).is_gt();
                        self.cross(rng, is_fitter, &mut front[other], &mut back[0]);
                    }
                }
            }
        }
        for one in &mut next[n_kept..] {
            if rng.random_bool(self.breeding.mutation) {
                self.mutate(rng, one);
            }
        }
    }

    fn breed_either(
        &self,
        rng: &mut Rng,
        population: &[G],
        standings: &Standings,
        next: &mut Vec<G>,
    ) {
        let wheel = self.selection.prepare(standings);
        while next.len() < population.len() {
            let drawn: f64 = rng.random_range(0.0..1.0);
            let first = wheel(rng);
            let mut one = population[first].clone();
            if drawn < self.breeding.crossover {
                let second = wheel(rng);
                let mut other = population[second].clone();
                let is_fitter = standings.compare(first, second).is_gt();
                self.cross(rng, is_fitter, &mut one, &mut other);
                next.push(other);
            } else if drawn < self.breeding.crossover + self.breeding.mutation {
                self.mutate(rng, &mut one);
            }
            if next.len() < population.len() {
                next.push(one);
            }
        }
    }

    fn cross(&self, rng: &mut Rng, first_is_fitter: bool, first: &mut G, second: &mut G) {
        let Some(crossover) = self.mix.crossover(rng) else { return };
        if self.breeding.one_way && first_is_fitter {
            crossover.donate(rng, self.plan, first, second);
        } else {
            crossover.exchange(rng, self.plan, first, second);
        }
    }

    fn mutate(&self, rng: &mut Rng, one: &mut G) {
        if let Some(mutation) = self.mix.mutation(rng) {
            mutation.mutate(rng, self.plan, one);
        }
    }
}
