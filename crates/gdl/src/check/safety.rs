//! Check: every variable is bound (the safety condition of Datalog).
//!
//! Positive conditions bind their variables, in any order in the rule. An `or`
//! binds the variables that all of its options bind, and `(not (distinct a
//! b))`, an equality, passes bindings from one side to the other. All other
//! literals only test values.

use rustc_hash::{FxHashMap, FxHashSet};

use super::report::Report;
use super::survey::Survey;
use crate::symbol::keyword::ROLE;
use crate::{Atom, Diagnostic, Literal, LiteralKind, Rule, Severity, Span, SymbolId, Term};

pub(super) fn check(survey: &Survey<'_>, report: &mut Report) {
    for (rule, at) in survey.rules.iter().zip(0..) {
        let matters = survey.matters[at as usize];
        let severity = if matters { Severity::Error } else { Severity::Warning };
        let reported = FxHashSet::default();
        let mut checker = Checker { survey, report, severity, rule, at, reported };
        checker.rule();
    }
}

struct Checker<'a, 'r> {
    survey: &'a Survey<'a>,
    report: &'r mut Report,
    /// Severity of an unbound variable that makes the rule ambiguous.
    severity: Severity,
    rule: &'a Rule,
    at: u32,
    /// Variables already reported.
    reported: FxHashSet<SymbolId>,
}

/// Bound variables and occurrence counts at one point of a rule.
#[derive(Default)]
struct Scope {
    bound: FxHashSet<SymbolId>,
    /// Number of occurrences of each variable, other options of an `or`
    /// excluded.
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
            let is_open = !scope.bound.contains(&name) && self.reported.insert(name);
            // Another check reports variables in `role` facts.
            if is_open && rule.head.name != ROLE {
                self.unsafe_head(name, span);
            }
        });
        rule.body.iter().for_each(|literal| self.literal(literal, false, None, &mut scope));
    }

    /// Checks a positive or negated condition. `within` counts the variables of
    /// the outermost `not` around it.
    fn literal(
        &mut self,
        literal: &'a Literal,
        negated: bool,
        within: Option<&Scope>,
        scope: &mut Scope,
    ) {
        match &literal.kind {
            LiteralKind::Atom(atom) if negated => self.negated(atom, within, scope),
            LiteralKind::Atom(_) => {}
            LiteralKind::Distinct(left, right) => self.distinct(left, right, scope),
            LiteralKind::Not(inner) if within.is_some() => {
                self.literal(inner, !negated, within, scope);
            }
            LiteralKind::Not(inner) => {
                let mut within = Scope::default();
                within.count(inner, 1);
                self.literal(inner, !negated, Some(&within), scope);
            }
            // A negated `or`: all options must fail.
            LiteralKind::Or(options) if negated => {
                options.iter().for_each(|option| self.literal(option, true, within, scope));
            }
            LiteralKind::Or(options) => {
                scope.count(literal, -1);
                for option in flat(options) {
                    scope.count(option, 1);
                    let added = scope.bind(std::slice::from_ref(option));
                    self.literal(option, false, within, scope);
                    added.iter().for_each(|name| _ = scope.bound.remove(name));
                    scope.count(option, -1);
                }
                scope.count(literal, 1);
            }
        }
    }

    fn negated(&mut self, atom: &Atom, within: Option<&Scope>, scope: &Scope) {
        atom.for_each_variable(&mut |name, span| {
            if scope.bound.contains(&name) || !self.reported.insert(name) {
                return;
            }
            let n_within = within.and_then(|within| within.occurs.get(&name));
            match n_within == scope.occurs.get(&name) {
                true => self.for_no_value(name, span),
                false => self.unsafe_not(name, span),
            }
        });
    }

    fn distinct(&mut self, left: &Term, right: &Term, scope: &Scope) {
        for side in [left, right] {
            side.for_each_variable(&mut |name, span| {
                if !scope.bound.contains(&name) && self.reported.insert(name) {
                    self.unsafe_distinct(name, span);
                }
            });
        }
    }

    fn unsafe_head(&mut self, name: SymbolId, span: Span) {
        let text = self.survey.name(name);
        let message = match self.rule.body.is_empty() {
            true => format!("a fact cannot have variables, but this one has {text}"),
            false => format!("variable {text} in the head gets no value from the body"),
        };
        let label = "for which values would this be true?";
        self.push(Diagnostic::error("unsafe-head", span, message).label(label), name);
    }

    fn unsafe_not(&mut self, name: SymbolId, span: Span) {
        let text = self.survey.name(name);
        let message = format!("variable {text} under `not` gets no value from other conditions");
        let label = "`not` only tests values bound elsewhere";
        self.push(Diagnostic::error("unsafe-not", span, message).label(label), name);
    }

    fn unsafe_distinct(&mut self, name: SymbolId, span: Span) {
        let text = self.survey.name(name);
        let message = format!("variable {text} in `distinct` gets no value from other conditions");
        let label = "`distinct` only compares values bound elsewhere";
        self.push(Diagnostic::error("unsafe-distinct", span, message).label(label), name);
    }

    fn for_no_value(&mut self, name: SymbolId, span: Span) {
        let name = self.survey.name(name);
        let message = format!("variable {name} occurs only under `not`");
        self.report.push(
            Diagnostic::warning("for-no-value", span, message)
                .label(format!("read as: for no value of {name}")),
        );
    }

    fn push(&mut self, problem: Diagnostic, name: SymbolId) {
        let (rule, uses) = (self.rule, self.survey.links.uses(self.at));
        let severity = self.severity;
        self.report.push_with(problem.code, || {
            // A negated condition with the variable is a candidate for binding
            // it.
            let is_option = uses.iter().any(|used| !used.negated && has(used.atom, name));
            let help = match (rule.body.is_empty(), is_option) {
                (true, _) => "list the facts one by one, or write a rule with conditions",
                (_, true) => "every option of the `or` must give it values, or a condition beside",
                (_, false) => "a condition outside `not` and `distinct` must give it values",
            };
            Diagnostic { severity, ..problem.help(help) }
        });
    }
}

fn has(atom: &Atom, variable: SymbolId) -> bool {
    let mut found = false;
    atom.for_each_variable(&mut |name, _| found |= name == variable);
    found
}

impl Scope {
    fn count(&mut self, literal: &Literal, times: isize) {
        literal.for_each_variable(&mut |name, _| *self.occurs.entry(name).or_default() += times);
    }

    /// Adds the bindings of a conjunction, and returns the new ones.
    fn bind(&mut self, conjunction: &[Literal]) -> Vec<SymbolId> {
        let mut added = Vec::new();
        for pass in 0..PASSES_MAX {
            let n_before = added.len();
            let mut found = Vec::new();
            let mut visit = |literal: &Literal| {
                binds(literal, false, &self.bound, &mut found);
                added.extend(found.drain(..).filter(|&name| self.bound.insert(name)));
            };
            // Bindings pass along chains of equalities in either direction.
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

/// Bound on passes over the equalities; longer zigzag chains are not followed.
const PASSES_MAX: usize = 20;

/// The variables that a positive or negated literal binds, given those in
/// `bound`.
fn binds(literal: &Literal, negated: bool, bound: &FxHashSet<SymbolId>, found: &mut Vec<SymbolId>) {
    match &literal.kind {
        LiteralKind::Not(inner) => binds(inner, !negated, bound, found),
        LiteralKind::Atom(atom) if !negated => {
            atom.for_each_variable(&mut |name, _| found.push(name));
        }
        LiteralKind::Distinct(left, right) if negated => {
            for (from, to) in [(left, right), (right, left)] {
                if is_bound(from, bound) {
                    to.for_each_variable(&mut |name, _| found.push(name));
                }
            }
        }
        LiteralKind::Atom(_) | LiteralKind::Distinct(..) => {}
        LiteralKind::Or(options) if negated => {
            options.iter().for_each(|option| binds(option, true, bound, found));
        }
        LiteralKind::Or(options) => {
            let mut counts: FxHashMap<SymbolId, usize> = FxHashMap::default();
            let options = flat(options);
            for option in &options {
                let mut inner = Vec::new();
                binds(option, false, bound, &mut inner);
                let inner: FxHashSet<_> = inner.into_iter().collect();
                inner.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
            }
            found.extend(counts.iter().filter(|&(_, &n)| n == options.len()).map(|(name, _)| name));
        }
    }
}

/// The options of an `or`, with directly nested `or`s flattened.
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
