//! Every variable gets its values from somewhere.
//!
//! Conditions that hold positively bind their variables, wherever they stand in
//! the rule. An `or` binds what all of its options bind, and
//! `(not (distinct a b))`, which says that `a` is `b`, passes values from one
//! side to the other. Everything else only asks about values that are there.

use rustc_hash::{FxHashMap, FxHashSet};

use super::report::Report;
use super::survey::Survey;
use crate::{Diagnostic, Literal, LiteralKind, Rule, Severity, Span, SymbolId, Term};

pub(super) fn check(survey: &Survey<'_>, report: &mut Report) {
    for (rule, &matters) in survey.rules.iter().zip(&survey.matters) {
        let severity = if matters { Severity::Error } else { Severity::Warning };
        let mut checker = Checker { survey, report, severity, rule, told: FxHashSet::default() };
        checker.rule();
    }
}

struct Checker<'a, 'r> {
    survey: &'a Survey<'a>,
    report: &'r mut Report,
    /// Of variables that leave the meaning of the rule open.
    severity: Severity,
    rule: &'a Rule,
    /// Variables that were complained about.
    told: FxHashSet<SymbolId>,
}

/// What is known in one place of a rule.
#[derive(Default)]
struct Scope {
    bound: FxHashSet<SymbolId>,
    /// How often each variable occurs, not counting other options of an `or`.
    occurs: FxHashMap<SymbolId, isize>,
}

impl<'a> Checker<'a, '_> {
    fn rule(&mut self) {
        let rule = self.rule;
        let mut scope = Scope::default();
        rule.head.for_each_variable(&mut |name, _| *scope.occurs.entry(name).or_default() += 1);
        rule.body.iter().for_each(|literal| scope.count(literal, 1));
        scope.bind(&rule.body);
        rule.head.for_each_variable(&mut |name, span| {
            if !scope.bound.contains(&name) && self.told.insert(name) {
                self.unsafe_head(name, span);
            }
        });
        rule.body.iter().for_each(|literal| self.literal(literal, &mut scope));
    }

    fn literal(&mut self, literal: &'a Literal, scope: &mut Scope) {
        match &literal.kind {
            LiteralKind::Atom(_) => {}
            LiteralKind::Distinct(left, right) => self.distinct(left, right, scope),
            LiteralKind::Not(inner) => self.negation(literal, inner, scope),
            LiteralKind::Or(options) => {
                scope.count(literal, -1);
                for option in flat(options) {
                    scope.count(option, 1);
                    let added = scope.bind(std::slice::from_ref(option));
                    self.literal(option, scope);
                    added.iter().for_each(|name| _ = scope.bound.remove(name));
                    scope.count(option, -1);
                }
                scope.count(literal, 1);
            }
        }
    }

    fn negation(&mut self, outer: &'a Literal, inner: &'a Literal, scope: &mut Scope) {
        match &inner.kind {
            LiteralKind::Distinct(left, right) => return self.distinct(left, right, scope),
            // None of the options holds.
            LiteralKind::Or(options) => {
                return options.iter().for_each(|option| self.negation(outer, option, scope));
            }
            LiteralKind::Not(_) | LiteralKind::Atom(_) => {}
        }
        let mut within: FxHashMap<SymbolId, isize> = FxHashMap::default();
        outer.for_each_variable(&mut |name, _| *within.entry(name).or_default() += 1);
        inner.for_each_variable(&mut |name, span| {
            if !scope.bound.contains(&name) && self.told.insert(name) {
                if within.get(&name) == scope.occurs.get(&name) {
                    self.for_no_value(name, span);
                } else {
                    self.unsafe_not(name, span);
                }
            }
        });
    }

    fn distinct(&mut self, left: &Term, right: &Term, scope: &Scope) {
        for side in [left, right] {
            side.for_each_variable(&mut |name, span| {
                if !scope.bound.contains(&name) && self.told.insert(name) {
                    self.unsafe_distinct(name, span);
                }
            });
        }
    }

    fn unsafe_head(&mut self, name: SymbolId, span: Span) {
        let name = self.survey.name(name);
        let message = match self.rule.body.is_empty() {
            true => format!("a fact cannot have variables, but this one has `{name}`"),
            false => format!("variable {name} in the head gets no value from the body"),
        };
        self.push("unsafe-head", span, message, "for which values would this be true?".into());
    }

    fn unsafe_not(&mut self, name: SymbolId, span: Span) {
        let name = self.survey.name(name);
        let message = format!("variable {name} under `not` gets no value from other conditions");
        let label = "`not` only asks about values that are there";
        self.push("unsafe-not", span, message, label.into());
    }

    fn unsafe_distinct(&mut self, name: SymbolId, span: Span) {
        let name = self.survey.name(name);
        let message = format!("variable {name} in `distinct` gets no value from other conditions");
        let label = "`distinct` only compares values that are there";
        self.push("unsafe-distinct", span, message, label.into());
    }

    fn for_no_value(&mut self, name: SymbolId, span: Span) {
        let name = self.survey.name(name);
        let message = format!("variable {name} occurs only under `not`");
        self.report.push(
            Diagnostic::warning("for-no-value", span, message)
                .label(format!("read as: for no value of {name}")),
        );
    }

    fn push(&mut self, code: &'static str, span: Span, message: String, label: String) {
        let help = match self.rule.body.is_empty() {
            true => {
                "list the facts one by one, or write a rule with conditions that give it values"
            }
            false => "a condition outside `not` and `distinct` must give it values",
        };
        let problem = Diagnostic::error(code, span, message).label(label).help(help);
        self.report.push(Diagnostic { severity: self.severity, ..problem });
    }
}

impl Scope {
    fn count(&mut self, literal: &Literal, times: isize) {
        literal.for_each_variable(&mut |name, _| *self.occurs.entry(name).or_default() += times);
    }

    /// Adds what a conjunction binds, and returns what is new.
    fn bind(&mut self, conjunction: &[Literal]) -> Vec<SymbolId> {
        let mut added = Vec::new();
        for pass in 0..PASSES_MAX {
            let n_before = added.len();
            let mut found = Vec::new();
            let mut visit = |literal: &Literal| {
                binds(literal, &self.bound, &mut found);
                added.extend(found.drain(..).filter(|&name| self.bound.insert(name)));
            };
            // Values pass along chains of equalities in either direction.
            match pass % 2 {
                0 => conjunction.iter().for_each(&mut visit),
                _ => conjunction.iter().rev().for_each(&mut visit),
            }
            if added.len() == n_before {
                break;
            }
        }
        added
    }
}

/// Longer zigzags of equalities than this are not followed.
const PASSES_MAX: usize = 20;

/// The variables that a literal binds when those in `bound` are.
fn binds(literal: &Literal, bound: &FxHashSet<SymbolId>, found: &mut Vec<SymbolId>) {
    match &literal.kind {
        LiteralKind::Atom(atom) => atom.for_each_variable(&mut |name, _| found.push(name)),
        LiteralKind::Or(options) => {
            let mut counts: FxHashMap<SymbolId, usize> = FxHashMap::default();
            let options = flat(options);
            for option in &options {
                let mut inner = Vec::new();
                binds(option, bound, &mut inner);
                let inner: FxHashSet<_> = inner.into_iter().collect();
                inner.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
            }
            found.extend(counts.iter().filter(|&(_, &n)| n == options.len()).map(|(name, _)| name));
        }
        LiteralKind::Not(inner) => {
            if let LiteralKind::Distinct(left, right) = &inner.kind {
                for (from, to) in [(left, right), (right, left)] {
                    if is_bound(from, bound) {
                        to.for_each_variable(&mut |name, _| found.push(name));
                    }
                }
            }
        }
        LiteralKind::Distinct(..) => {}
    }
}

/// The options of an `or`, those of an `or` directly inside among them.
fn flat(options: &[Literal]) -> Vec<&Literal> {
    let mut found = Vec::new();
    for option in options {
        match &option.kind {
            LiteralKind::Or(inner) => found.append(&mut flat(inner)),
            _ => found.push(option),
        }
    }
    found
}

fn is_bound(term: &Term, bound: &FxHashSet<SymbolId>) -> bool {
    let mut all = true;
    term.for_each_variable(&mut |name, _| all &= bound.contains(&name));
    all
}
