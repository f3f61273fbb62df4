//! `goal ROLE`: the goal of a role if the game ended here, from 0 to 1.

use std::fmt;

use ludex_game::{Playable, RoleId};

use super::sum::Each;
use super::{Measure, Names, Position, Translate};

/// The goal of a role if the game ended here, from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Goal;

impl Measure for Goal {
    type Of<N: Names> = N::Role;
    type Sum = Each<Self>;

    fn read(terms: &[&str]) -> Option<String> {
        let ["goal", role] = terms else { return None };
        Some(role.to_string())
    }

    fn write(role: &String, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "goal {role}")
    }

    fn translate<T: Translate>(
        role: &<T::From as Names>::Role,
        to: &mut T,
    ) -> Result<<T::To as Names>::Role, T::Error> {
        to.role(role)
    }

    fn value<G: Playable>(&role: &RoleId, weight: f64, position: &mut Position<'_, G>) -> f64 {
        weight * position.goal(role) / 100.0
    }
}
