//! A circuit together with what its inputs mean.

use std::sync::Arc;

use game::Role;

use super::{Circuit, Figures};
use crate::term::{TermId, TermStore};

/// A game as a circuit, and the facts and moves that its inputs stand for.
#[derive(Clone, Debug)]
pub struct Grounded {
    /// The gates.
    pub circuit: Circuit,
    /// The fact of each base, in their natural order.
    pub bases: Vec<TermId>,
    /// The move of each move input: role by role, in natural order within one.
    pub moves: Vec<TermId>,
    /// The roles.
    pub roles: Vec<Role>,
    /// Where the terms are stored.
    pub terms: Arc<TermStore>,
    /// The rule sheet.
    pub rules: Arc<str>,
    /// How it came about.
    pub figures: Figures,
}
