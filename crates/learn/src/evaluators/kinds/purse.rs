//! The amount of a resource that a holder has.

use std::collections::BTreeMap;

use super::Kind;
use crate::evaluators::{GameContext, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "purse", alone: true, together: true, propose }
}

fn propose(context: &GameContext<'_>) -> Vec<Term> {
    let terms = &context.structure.terms;
    let mut found = Vec::new();
    for purse in &context.structure.accumulators {
        let mut of_holder: BTreeMap<Vec<String>, Vec<(usize, f64)>> = BTreeMap::new();
        for fact in 0..context.game.grounded().bases.len() {
            let (term, args) = (context.term(fact), terms.args(context.term(fact)));
            let Some(&number) = args.get(purse.arg - 1) else { continue };
            let place = purse.symbols.iter().position(|&symbol| symbol == number);
            let (true, Some(place)) = (terms.name(term) == purse.relation, place) else { continue };
            let holder = purse.holder_args.iter().filter_map(|&arg| args.get(arg - 1));
            let holder = holder.map(|&symbol| terms.show(symbol).to_string()).collect();
            of_holder.entry(holder).or_default().push((fact, place as f64));
        }
        let relation = terms.symbols().name(purse.relation);
        found.extend(of_holder.into_iter().map(|(holder, facts)| {
            let name = [relation.to_string(), holder.join(" ")].join(" ");
            Term::of_facts("purse", name.trim(), facts)
        }));
    }
    found
}
