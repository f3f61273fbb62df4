//! `squares FACT FACT ..`: the square of the number of these facts that hold.

use std::fmt;

use ludex_game::Playable;

use super::sum::Each;
use super::{Measure, Names, Position, Translate};

/// The square of the number of these facts that hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Squares;

impl Measure for Squares {
    type Of<N: Names> = Vec<N::Fact>;
    type Sum = Each<Self>;

    fn read(terms: &[&str]) -> Option<Vec<String>> {
        match terms {
            ["squares", facts @ ..] if !facts.is_empty() => {
                Some(facts.iter().map(ToString::to_string).collect())
            }
            _ => None,
        }
    }

    fn write(facts: &Vec<String>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "squares {}", facts.join(" "))
    }

    fn translate<T: Translate>(
        facts: &Vec<<T::From as Names>::Fact>,
        to: &mut T,
    ) -> Result<Vec<<T::To as Names>::Fact>, T::Error> {
        to.facts(facts)
    }

    fn value<G: Playable>(facts: &Vec<usize>, weight: f64, position: &mut Position<'_, G>) -> f64 {
        let n = facts.iter().filter(|&&fact| position.holds(fact)).count() as f64;
        weight * n * n
    }

    fn cost(facts: &Vec<usize>) -> usize {
        facts.len()
    }
}
