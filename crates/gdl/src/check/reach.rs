//! Check: conditions that no rule matches, and relations that no rule uses.

use rustc_hash::{FxHashMap, FxHashSet};

use super::arity;
use super::links::{BodyAtom, answers, could_match};
use super::report::Report;
use super::survey::{Survey, is_connective};
use crate::sheet::is_keyword;
use crate::symbol::keyword::*;
use crate::{Atom, Diagnostic, LiteralKind, SymbolId, Term, TermKind};

pub(super) fn check(survey: &Survey<'_>, report: &mut Report) {
    // A rule that could not be parsed may be the missing derivation.
    if !survey.sheet.is_complete() {
        return;
    }
    undefined(survey, report);
    unmatched(survey, report);
    settled(survey, report);
    unused(survey, report);
}

/// All atoms in bodies.
fn uses<'a>(survey: &'a Survey<'a>) -> impl Iterator<Item = &'a BodyAtom<'a>> {
    (0..survey.rules.len() as u32).flat_map(|rule| survey.links.uses(rule))
}

/// Whether any rule derives a relation.
fn is_defined(survey: &Survey<'_>, relation: SymbolId) -> bool {
    answers(&relation).iter().any(|&answer| !survey.rules_of(answer).is_empty())
}

/// Keywords that a condition may begin with.
const CONDITIONS: &[SymbolId] = &[TRUE, DOES, ROLE, NOT, OR, DISTINCT];

/// Keywords that a head may begin with.
const HEADS: &[SymbolId] = &[ROLE, INIT, NEXT, LEGAL, GOAL, TERMINAL, SEES, BASE, INPUT];

/// Reports each relation without any rule or fact once.
fn undefined(survey: &Survey<'_>, report: &mut Report) {
    let mut first: FxHashMap<SymbolId, (&BodyAtom<'_>, usize)> = FxHashMap::default();
    for used in uses(survey) {
        let name = used.atom.name;
        // Another check reports the missing keywords.
        let is_reported_elsewhere = is_keyword(name) && !matches!(name, BASE | INPUT);
        if !is_reported_elsewhere && !is_defined(survey, name) {
            first.entry(name).or_insert((used, 0)).1 += 1;
        }
    }
    let mut first: Vec<_> = first.into_iter().collect();
    first.sort_by_key(|(_, (used, _))| used.atom.span);
    for (name, (used, n_uses)) in first {
        report.push_with("undefined", || undefined_relation(survey, name, used, n_uses));
    }
}

fn undefined_relation(
    survey: &Survey<'_>,
    name: SymbolId,
    used: &BodyAtom<'_>,
    n_uses: usize,
) -> Diagnostic {
    let so = if used.negated { "its negation always holds" } else { "this never holds" };
    let message = format!("`{}` is never defined, so {so}", survey.name(name));
    let label = match n_uses {
        1 => "no rule or fact has this name".into(),
        n => format!("no rule or fact has this name; used {n} times"),
    };
    let known = survey.relations().chain(CONDITIONS.iter().copied());
    Diagnostic::warning("undefined", used.atom.name_span, message)
        .label(label)
        .maybe_help(survey.suggest(name, known))
}

/// Reports each condition that no rule or fact matches once.
fn unmatched(survey: &Survey<'_>, report: &mut Report) {
    let clashing = arity::clashing(survey.rules);
    let mut reported = FxHashSet::default();
    for used in uses(survey) {
        let atom = used.atom;
        let is_empty = survey.links.heads(used.pattern).is_empty();
        if is_empty && is_defined(survey, atom.name) && reported.insert(used.pattern) {
            let is_clash = clashing.contains(&atom.name) || names_any(&atom.args, &clashing);
            if !is_clash && !is_misused(survey, atom) {
                report.push_with("never-true", || never_true(survey, used));
            }
        }
    }
}

/// Whether a keyword is misused in a way that another check reports.
fn is_misused(survey: &Survey<'_>, atom: &Atom) -> bool {
    let is_unknown = |term: &Term| match term.kind {
        TermKind::Constant(name) => !survey.is_role(name),
        _ => false,
    };
    match atom.name {
        INIT | NEXT | SEES => true,
        // The sheet derives these keywords, which another check reports.
        TRUE | DOES if !survey.rules_of(atom.name).is_empty() => true,
        DOES | LEGAL | GOAL => atom.args.len() != 2 || is_unknown(&atom.args[0]),
        TRUE => atom.args.len() != 1,
        _ => false,
    }
}

fn never_true(survey: &Survey<'_>, used: &BodyAtom<'_>) -> Diagnostic {
    let atom = used.atom;
    let name = survey.name(atom.name);
    let label = match atom.name {
        TRUE => "no `init` or `next` gives such a fact".into(),
        DOES => "no `legal` gives such a move".into(),
        _ => format!("no rule or fact for `{name}` matches this"),
    };
    let message = match used.negated {
        true => "this can never be true, so its negation always holds",
        false => "this can never be true",
    };
    Diagnostic::warning("never-true", atom.span, message)
        .label(label)
        .maybe_help(suggest_function(survey, atom))
}

/// Reports comparisons that can never hold.
fn settled(survey: &Survey<'_>, report: &mut Report) {
    for literal in survey.rules.iter().flat_map(|rule| &rule.body) {
        let label = match &literal.kind {
            LiteralKind::Distinct(left, right) if is_same(left, right) => "these are the same",
            LiteralKind::Not(inner) => match &inner.kind {
                LiteralKind::Distinct(left, right) if !could_match(left, right) => {
                    "these are never the same"
                }
                _ => continue,
            },
            _ => continue,
        };
        let message = "this can never be true";
        report.push(Diagnostic::warning("never-true", literal.span, message).label(label));
    }
}

fn is_same(left: &Term, right: &Term) -> bool {
    match (&left.kind, &right.kind) {
        (TermKind::Variable(left), TermKind::Variable(right)) => left == right,
        (TermKind::Constant(left), TermKind::Constant(right)) => left == right,
        (TermKind::Function(left, left_args), TermKind::Function(right, right_args)) => {
            let is_same = |(left, right)| is_same(left, right);
            left == right
                && left_args.len() == right_args.len()
                && left_args.iter().zip(right_args).all(is_same)
        }
        _ => false,
    }
}

/// Spelling suggestion for a fact or move with an unknown name.
fn suggest_function(survey: &Survey<'_>, atom: &Atom) -> Option<String> {
    let name = name_of(atom.args.last()?)?;
    let known: FxHashSet<SymbolId> = answers(&atom.name)
        .iter()
        .flat_map(|&relation| survey.rules_of(relation))
        .filter_map(|&rule| name_of(survey.rules[rule as usize].head.args.last()?))
        .collect();
    if known.contains(&name) { None } else { survey.suggest(name, known.into_iter()) }
}

fn name_of(term: &Term) -> Option<SymbolId> {
    match term.kind {
        TermKind::Variable(_) => None,
        TermKind::Constant(name) | TermKind::Function(name, _) => Some(name),
    }
}

fn names_any(terms: &[Term], names: &FxHashSet<SymbolId>) -> bool {
    terms.iter().any(|term| match &term.kind {
        TermKind::Function(name, args) => names.contains(name) || names_any(args, names),
        _ => false,
    })
}

/// Reports relations that no part of the game depends on.
fn unused(survey: &Survey<'_>, report: &mut Report) {
    let needed = survey.links.reached_from(survey.rules, HEADS);
    // A relation that some condition names is used, even if nothing matches.
    let mut used: FxHashSet<SymbolId> = FxHashSet::default();
    for (rule, at) in survey.rules.iter().zip(0..).filter(|&(_, at)| needed[at as usize]) {
        used.insert(rule.head.name);
        used.extend(survey.links.uses(at).iter().map(|condition| condition.atom.name));
    }
    let mut unused: Vec<_> = survey
        .relations()
        .filter(|&name| !used.contains(&name) && !is_keyword(name))
        .filter(|&name| !is_connective(survey.name(name)))
        .map(|name| (&survey.rules[survey.rules_of(name)[0] as usize].head, name))
        .collect();
    unused.sort_by_key(|(head, _)| head.span);
    for (head, name) in unused {
        let message = format!("nothing in the game depends on `{}`", survey.name(name));
        let help = survey.suggest(name, HEADS.iter().copied());
        report.push(Diagnostic::warning("unused", head.name_span, message).maybe_help(help));
    }
}
