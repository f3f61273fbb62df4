//! Check: the relations that every game needs, for every role.

use rustc_hash::FxHashMap;

use super::links::could_match;
use super::report::Report;
use super::survey::Survey;
use crate::symbol::keyword::*;
use crate::{Atom, Diagnostic, Span, SymbolId, Term, TermKind};

pub(super) fn check(survey: &Survey<'_>, report: &mut Report) {
    // A rule that could not be parsed may be the missing one.
    if survey.sheet.is_complete() {
        missing(survey, report);
        idle_roles(survey, report);
    }
    doubled_roles(survey, report);
    unknown_roles(survey, report);
}

fn missing(survey: &Survey<'_>, report: &mut Report) {
    let top = Span::new(0, 0);
    for (name, lack, form) in [
        (ROLE, "who plays", "(role name)"),
        (LEGAL, "which moves there are", "(<= (legal role move) ...)"),
        (GOAL, "who has won", "(<= (goal role value) ...)"),
        (TERMINAL, "when the game ends", "(<= terminal ...)"),
    ] {
        if survey.rules_of(name).is_empty() {
            let message = format!("no rule says {lack}: `{}` is missing", survey.name(name));
            let help = format!("every game has at least one `{form}`");
            report.push(Diagnostic::error("missing", top, message).help(help));
        }
    }
    for (name, lack) in [(INIT, "what holds at the start"), (NEXT, "what a move changes")] {
        if survey.rules_of(name).is_empty() {
            let message = format!("no rule says {lack}: `{}` is missing", survey.name(name));
            report.push(Diagnostic::warning("missing", top, message));
        }
    }
}

/// Reports roles that can never have a legal move or a goal.
fn idle_roles(survey: &Survey<'_>, report: &mut Report) {
    for &at in survey.rules_of(ROLE).iter().take(ROLES_MAX) {
        let rule = &survey.rules[at as usize];
        let ([role], true) = (rule.head.args.as_slice(), rule.body.is_empty()) else { continue };
        let TermKind::Constant(name) = role.kind else { continue };
        for (relation, what) in [(LEGAL, "legal move"), (GOAL, "goal")] {
            // A relation without any rule is reported once, not once per role.
            let rules = survey.rules_of(relation);
            let needs = relation == LEGAL || name != RANDOM;
            if needs && !rules.is_empty() && !rules.iter().any(|&rule| applies(survey, rule, role))
            {
                let message = format!("role `{}` never has a {what}", survey.name(name));
                let label = format!("no rule for `{}` applies to it", survey.name(relation));
                report.push(Diagnostic::error("idle-role", role.span, message).label(label));
            }
        }
    }
}

/// Whether a rule for `legal` or `goal` could apply to a role: its head names
/// this role or a variable, and no condition on the variable excludes it.
fn applies(survey: &Survey<'_>, rule: u32, role: &Term) -> bool {
    // Another check reports heads with a wrong number of arguments.
    let [subject, _] = survey.rules[rule as usize].head.args.as_slice() else { return true };
    if !could_match(subject, role) {
        return false;
    }
    let TermKind::Variable(variable) = subject.kind else { return true };
    let is_subject =
        |term: &Term| matches!(term.kind, TermKind::Variable(name) if name == variable);
    // A condition on the variable must match some head with this role.
    survey.links.uses(rule).iter().filter(|used| !used.negated).all(|used| {
        let places: Vec<usize> =
            (0..used.atom.args.len()).filter(|&at| is_subject(&used.atom.args[at])).collect();
        let heads = survey.links.heads(used.pattern);
        let could_be = |head: &Atom| {
            places.iter().all(|&at| head.args.get(at).is_none_or(|arg| could_match(arg, role)))
        };
        places.is_empty()
            || heads.len() > HEADS_MAX
            || heads.is_empty()
            || heads.iter().any(|&head| could_be(&survey.rules[head as usize].head))
    })
}

/// A condition with more matching heads than this is taken to match every role,
/// and roles beyond this number are not checked: only hostile sheets have
/// thousands.
const HEADS_MAX: usize = 50;
const ROLES_MAX: usize = 50;

/// Reports roles that are declared twice.
fn doubled_roles(survey: &Survey<'_>, report: &mut Report) {
    let mut first: FxHashMap<SymbolId, Span> = FxHashMap::default();
    for &at in survey.rules_of(ROLE) {
        let head = &survey.rules[at as usize].head;
        let [Term { kind: TermKind::Constant(name), .. }] = head.args.as_slice() else { continue };
        let before = *first.entry(*name).or_insert(head.span);
        if before != head.span {
            let message = format!("role `{}` is declared twice", survey.name(*name));
            report.push(
                Diagnostic::warning("doubled-role", head.span, message).note(before, "first here"),
            );
        }
    }
}

/// Reports names in the place of a role that are not roles.
fn unknown_roles(survey: &Survey<'_>, report: &mut Report) {
    if survey.roles.is_empty() {
        return;
    }
    for (rule, at) in survey.rules.iter().zip(0..) {
        let conditions = survey.links.uses(at).iter().map(|used| used.atom);
        for (name, span) in std::iter::once(&rule.head).chain(conditions).filter_map(named_role) {
            if !survey.is_role(name) {
                report.push_with("unknown-role", || unknown_role(survey, name, span));
            }
        }
    }
}

fn unknown_role(survey: &Survey<'_>, name: SymbolId, span: Span) -> Diagnostic {
    let roles = || survey.roles.iter().copied();
    let help = survey.suggest(name, roles()).unwrap_or_else(|| {
        let listed: Vec<_> = roles().take(8).map(|role| survey.name(role)).collect();
        format!("the roles are: {}", listed.join(", "))
    });
    let message = format!("`{}` is not a role", survey.name(name));
    Diagnostic::warning("unknown-role", span, message).help(help)
}

/// The constant in the role argument of an atom.
fn named_role(atom: &Atom) -> Option<(SymbolId, Span)> {
    let takes_role = matches!(atom.name, DOES | LEGAL | GOAL | SEES | INPUT);
    let [Term { span, kind: TermKind::Constant(name) }, _] = atom.args.as_slice() else {
        return None;
    };
    takes_role.then_some((*name, *span))
}
