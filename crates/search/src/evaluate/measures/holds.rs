//! `holds PART`: whether a plan's goal holds.

use std::fmt;
use std::sync::Arc;

use ludex_game::Playable;

use super::near::parse_part_number;
use super::sum::Each;
use super::{Measure, Names, Position, Translate};
use crate::evaluate::Plan;

/// Whether a plan's goal holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Holds;

impl Measure for Holds {
    type Of<N: Names> = N::Plan;
    type Sum = Each<Self>;

    fn read(terms: &[&str]) -> Option<usize> {
        let ["holds", part] = terms else { return None };
        parse_part_number(part)
    }

    fn write(part: &usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "holds {}", part + 1)
    }

    fn translate<T: Translate>(
        plan: &<T::From as Names>::Plan,
        to: &mut T,
    ) -> Result<<T::To as Names>::Plan, T::Error> {
        to.plan(plan)
    }

    fn value<G: Playable>(plan: &Arc<Plan>, weight: f64, position: &mut Position<'_, G>) -> f64 {
        if plan.missing(|fact| position.holds(fact)) == Some(0) { weight } else { 0.0 }
    }
}
