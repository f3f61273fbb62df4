//! `moves ROLE`: the number of legal moves of a role.

use std::fmt;

use ludex_game::{Playable, RoleId};

use super::sum::Each;
use super::{Measure, Names, Position, Translate};

/// The number of legal moves of a role.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moves;

impl Measure for Moves {
    type Of<N: Names> = N::Role;
    type Sum = Each<Self>;

    fn read(terms: &[&str]) -> Option<String> {
        let ["moves", role] = terms else { return None };
        Some(role.to_string())
    }

    fn write(role: &String, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "moves {role}")
    }

    fn translate<T: Translate>(
        role: &<T::From as Names>::Role,
        to: &mut T,
    ) -> Result<<T::To as Names>::Role, T::Error> {
        to.role(role)
    }

    fn value<G: Playable>(&role: &RoleId, weight: f64, position: &mut Position<'_, G>) -> f64 {
        weight * position.n_moves(role) as f64
    }
}
