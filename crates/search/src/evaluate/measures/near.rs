//! `near PART`: the nearness of a plan's goal.

use std::fmt;
use std::sync::Arc;

use ludex_game::Playable;

use super::sum::Each;
use super::{Measure, Names, Position, Translate};
use crate::evaluate::Plan;

/// The nearness of a plan's goal, from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Near;

impl Measure for Near {
    type Of<N: Names> = N::Plan;
    type Sum = Each<Self>;

    fn read(terms: &[&str]) -> Option<usize> {
        let ["near", part] = terms else { return None };
        parse_part_number(part)
    }

    fn write(part: &usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "near {}", part + 1)
    }

    fn translate<T: Translate>(
        plan: &<T::From as Names>::Plan,
        to: &mut T,
    ) -> Result<<T::To as Names>::Plan, T::Error> {
        to.plan(plan)
    }

    fn value<G: Playable>(plan: &Arc<Plan>, weight: f64, position: &mut Position<'_, G>) -> f64 {
        weight * plan.nearness(|fact| position.holds(fact))
    }
}

/// The index of a part, which texts count from 1.
pub(super) fn parse_part_number(text: &str) -> Option<usize> {
    text.parse::<usize>().ok()?.checked_sub(1)
}
