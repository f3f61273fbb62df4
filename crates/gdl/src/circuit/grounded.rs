//! A circuit with the terms of its inputs.

use std::sync::Arc;

use ludex_game::Role;

use super::{Circuit, Figures};
use crate::term::{TermId, TermStore};

/// A game as a circuit, with the facts and moves that its inputs represent.
#[derive(Clone, Debug)]
pub struct Grounded {
    /// The circuit.
    pub circuit: Circuit,
    /// The fact of each base, in natural order.
    pub bases: Vec<TermId>,
    /// The move of each move input: role by role, in natural order within a
    /// role.
    pub moves: Vec<TermId>,
    /// The roles.
    pub roles: Vec<Role>,
    /// The store of the terms.
    pub terms: Arc<TermStore>,
    /// The text of the rule sheet.
    pub rules: Arc<str>,
    /// Size and time of the grounding.
    pub figures: Figures,
}
