//! The number of plies, where the game counts them in a fact.

use ludex_gdl::TermId;

use super::Kind;
use crate::evaluators::{GameContext, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "depth", alone: true, together: true, propose }
}

fn propose(context: &GameContext<'_>) -> Vec<Term> {
    let terms = &context.structure.terms;
    let mut found = Vec::new();
    for counter in &context.structure.counters {
        let count = |fact: usize| {
            let term: TermId = context.term(fact);
            let symbol = *terms.args(term).get(counter.arg - 1)?;
            let is_it = terms.name(term) == counter.relation;
            let place = counter.symbols.iter().position(|&other| other == symbol)?;
            is_it.then_some((fact, place as f64))
        };
        let facts = (0..context.game.grounded().bases.len()).filter_map(count);
        let name = format!("plies by {}", terms.symbols().name(counter.relation));
        found.push(Term::of_facts("depth", name, facts));
    }
    found
}
