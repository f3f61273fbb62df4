//! How many plies were made, where the game counts them.

use gdl::TermId;

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "depth", alone: true, together: true, propose }
}

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let terms = &scene.structure.terms;
    let mut found = Vec::new();
    for counter in &scene.structure.counters {
        let count = |fact: usize| {
            let term: TermId = scene.term(fact);
            let symbol = *terms.args(term).get(counter.arg - 1)?;
            let is_it = terms.name(term) == counter.relation;
            let place = counter.symbols.iter().position(|&other| other == symbol)?;
            is_it.then_some((fact, place as f64))
        };
        let facts = (0..scene.game.grounded().bases.len()).filter_map(count).collect();
        let name = format!("plies by {}", terms.symbols().name(counter.relation));
        found.push(Term { kind: "depth", name, measure: Measure::Facts(facts) });
    }
    found
}
