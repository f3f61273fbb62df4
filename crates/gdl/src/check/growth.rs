//! Check: recursion that builds ever larger terms.
//!
//! `(<= (num (s ?x)) (num ?x))` has no finite extension. A rule is bounded when
//! each variable that it wraps in a function gets its values from outside the
//! recursion. This is GDL's recursion restriction, relaxed to report only rules
//! whose terms can really grow.

use rustc_hash::FxHashMap;

use super::report::Report;
use super::survey::Survey;
use crate::{Diagnostic, Span, SymbolId, Term, TermKind};

pub(super) fn check(survey: &Survey<'_>, report: &mut Report) {
    let of_pattern = |pattern: usize| survey.components[survey.rules.len() + pattern];
    for (rule, at) in survey.rules.iter().zip(0..) {
        let own = survey.components[at as usize];
        let uses = survey.links.uses(at);
        let Some(recursive) = uses.iter().find(|used| of_pattern(used.pattern) == own) else {
            continue;
        };
        // The nesting depth of each variable inside the recursion, and the
        // variables bound by conditions outside of it.
        let mut depths: FxHashMap<SymbolId, usize> = FxHashMap::default();
        for used in uses.iter().filter(|used| !used.negated) {
            let is_outside = of_pattern(used.pattern) != own;
            for_each_depth(&used.atom.args, 0, &mut |name, depth, _| {
                let known = depths.entry(name).or_default();
                *known = if is_outside { usize::MAX } else { depth.max(*known) };
            });
        }
        let mut grown = None;
        for_each_depth(&rule.head.args, 0, &mut |name, depth, span| {
            if depth > depths.get(&name).copied().unwrap_or(0) {
                grown = grown.or(Some((name, span)));
            }
        });
        if let Some((name, span)) = grown {
            let name = survey.name(name);
            report.push(
                Diagnostic::warning("growth", span, "this recursion may build terms without end")
                    .label(format!("{name} grows by a function on every round"))
                    .note(recursive.atom.span, "the recursion goes through this")
                    .help(format!(
                        "a condition outside the recursion that gives {name} its values bounds it"
                    )),
            );
        }
    }
}

/// Visits the variables in some terms, each with the number of functions around
/// it.
fn for_each_depth(terms: &[Term], depth: usize, visit: &mut dyn FnMut(SymbolId, usize, Span)) {
    for term in terms {
        match &term.kind {
            TermKind::Variable(name) => visit(*name, depth, term.span),
            TermKind::Constant(_) => {}
            TermKind::Function(_, args) => for_each_depth(args, depth + 1, visit),
        }
    }
}
