//! `always`: the constant one.

use std::fmt;

use ludex_game::Playable;

use super::sum::Sum;
use super::{Measure, Names, Position, Translate};

/// The constant one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Always;

/// The sum of the weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constant(f64);

impl Measure for Always {
    type Of<N: Names> = ();
    type Sum = Constant;

    fn read(terms: &[&str]) -> Option<()> {
        (terms == ["always"]).then_some(())
    }

    fn write((): &(), f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("always")
    }

    fn translate<T: Translate>((): &(), _: &mut T) -> Result<(), T::Error> {
        Ok(())
    }

    fn value<G: Playable>((): &(), weight: f64, _: &mut Position<'_, G>) -> f64 {
        weight
    }

    fn cost((): &()) -> usize {
        0
    }
}

impl Sum<Always> for Constant {
    fn add(&mut self, weight: f64, (): ()) {
        self.0 += weight;
    }

    fn sum<G: Playable>(&self, sum: f64, _: &mut Position<'_, G>) -> f64 {
        sum + self.0
    }

    fn cost(&self) -> usize {
        0
    }
}
