//! A fact, or `all FACT FACT ..`: whether all of these facts hold.

use std::fmt;

use ludex_game::Playable;

use super::sum::Sum;
use super::{COSTLY, Measure, Names, Position, Translate};

/// Whether all of these facts hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts;

/// Single facts, the most frequent case, and conjunctions of facts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FactSum {
    single: Vec<(usize, f64)>,
    together: Vec<(Vec<usize>, f64)>,
}

impl Measure for Facts {
    type Of<N: Names> = Vec<N::Fact>;
    type Sum = FactSum;

    fn read(terms: &[&str]) -> Option<Vec<String>> {
        match terms {
            ["all", facts @ ..] if !facts.is_empty() => {
                Some(facts.iter().map(ToString::to_string).collect())
            }
            [fact] => Some(vec![fact.to_string()]),
            _ => None,
        }
    }

    fn write(facts: &Vec<String>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &facts[..] {
            // A fact of this name is printed in the long form, since it is not the constant.
            [fact] if fact != "always" => f.write_str(fact),
            facts => write!(f, "all {}", facts.join(" ")),
        }
    }

    fn translate<T: Translate>(
        facts: &Vec<<T::From as Names>::Fact>,
        to: &mut T,
    ) -> Result<Vec<<T::To as Names>::Fact>, T::Error> {
        to.facts(facts)
    }

    fn value<G: Playable>(facts: &Vec<usize>, weight: f64, position: &mut Position<'_, G>) -> f64 {
        if facts.iter().all(|&fact| position.holds(fact)) { weight } else { 0.0 }
    }

    fn cost(facts: &Vec<usize>) -> usize {
        if facts.len() == 1 { 1 } else { COSTLY }
    }
}

impl Sum<Facts> for FactSum {
    fn add(&mut self, weight: f64, facts: Vec<usize>) {
        match facts[..] {
            [fact] => self.single.push((fact, weight)),
            _ => self.together.push((facts, weight)),
        }
    }

    #[inline]
    fn sum<G: Playable>(&self, sum: f64, position: &mut Position<'_, G>) -> f64 {
        let holding = self.single.iter().filter(|(fact, _)| position.holds(*fact));
        let sum = sum + holding.map(|(_, weight)| weight).sum::<f64>();
        self.together
            .iter()
            .fold(sum, |sum, (facts, weight)| sum + Facts::value(facts, *weight, position))
    }

    fn cost(&self) -> usize {
        if self.together.is_empty() { self.single.len() } else { COSTLY }
    }
}
