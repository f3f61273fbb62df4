//! Whose turn it is.

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "turn", alone: false, together: true, propose }
}

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let terms = &scene.structure.terms;
    let Some(control) = scene.structure.controls.first() else { return Vec::new() };
    let holds = |symbol: &gdl::TermId, fact: &usize| {
        let term = scene.term(*fact);
        terms.name(term) == control.relation
            && terms.args(term).get(control.arg - 1) == Some(symbol)
    };
    let term = |(symbol, role): &(gdl::TermId, usize)| Term {
        kind: "turn",
        name: format!("turn of {}", scene.structure.roles[*role].name),
        measure: Measure::Facts(
            (0..scene.game.grounded().bases.len())
                .filter(|fact| holds(symbol, fact))
                .map(|fact| (fact, 1.0))
                .collect(),
        ),
    };
    // The last follows from the others.
    let n_told = control.holders.len().saturating_sub(1);
    control.holders[..n_told].iter().map(term).collect()
}
