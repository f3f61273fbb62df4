//! The role on turn.

use super::Kind;
use crate::evaluators::{GameContext, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "turn", alone: false, together: true, propose }
}

fn propose(context: &GameContext<'_>) -> Vec<Term> {
    let terms = &context.structure.terms;
    let Some(control) = context.structure.controls.first() else { return Vec::new() };
    let holds = |symbol: &ludex_gdl::TermId, fact: &usize| {
        let term = context.term(*fact);
        terms.name(term) == control.relation
            && terms.args(term).get(control.arg - 1) == Some(symbol)
    };
    let term = |(symbol, role): &(ludex_gdl::TermId, usize)| {
        let facts = (0..context.game.grounded().bases.len()).filter(|fact| holds(symbol, fact));
        let name = format!("turn of {}", context.structure.roles[*role].name);
        Term::of_facts("turn", name, facts.map(|fact| (fact, 1.0)))
    };
    // The last follows from the others.
    let n_told = control.holders.len().saturating_sub(1);
    control.holders[..n_told].iter().map(term).collect()
}
