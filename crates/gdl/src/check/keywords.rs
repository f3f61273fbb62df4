//! Check: GDL's keywords are used in the right place with the right arguments.

use super::arity::count;
use super::report::Report;
use super::survey::{Survey, is_connective};
use crate::sheet::is_keyword;
use crate::symbol::keyword::*;
use crate::{Atom, Diagnostic, Rule, SymbolId, Term, TermKind};

pub(super) fn check(survey: &Survey<'_>, report: &mut Report) {
    for (rule, at) in survey.rules.iter().zip(0..) {
        head(survey, rule, report);
        atom(survey, &rule.head, report);
        for used in survey.links.uses(at) {
            condition(survey, used.atom, report);
            atom(survey, used.atom, report);
        }
    }
}

fn head(survey: &Survey<'_>, rule: &Rule, report: &mut Report) {
    let head = &rule.head;
    let name = survey.name(head.name);
    let error = |message: String, help: &str| {
        Diagnostic::error("keyword-in-head", head.span, message).help(help)
    };
    match head.name {
        TRUE => report.push(error(
            "`true` cannot be derived: it asks about the present state".into(),
            "what holds at the start is `(init ...)`, what holds after a move is `(next ...)`",
        )),
        DOES => report.push(error(
            "`does` cannot be derived: it asks which move a player chose".into(),
            "what a player may do is `(legal role move)`",
        )),
        ROLE => role(survey, rule, report),
        GOAL => goal_value(survey, head, report),
        _ if is_connective(name) => report.push(error(
            format!("`{name}` cannot be derived: it joins conditions"),
            "a rule has one head, `(<= head condition ...)`",
        )),
        _ => {}
    }
}

fn role(survey: &Survey<'_>, rule: &Rule, report: &mut Report) {
    let [arg] = rule.head.args.as_slice() else { return };
    if !arg.is_ground() {
        report.push(
            Diagnostic::error("role", rule.head.span, "a role is named, not a variable")
                .help("write one fact for each role, such as `(role white)`"),
        );
    } else if !rule.body.is_empty() {
        report.push(
            Diagnostic::error("role", rule.span, "a role cannot depend on conditions")
                .help("write one fact for each role, such as `(role white)`"),
        );
    } else if let TermKind::Function(name, _) = arg.kind {
        let message =
            format!("a role is a plain name, not a term such as `({} ...)`", survey.name(name));
        report.push(Diagnostic::error("role", arg.span, message));
    }
}

fn goal_value(survey: &Survey<'_>, head: &Atom, report: &mut Report) {
    let [_, value] = head.args.as_slice() else { return };
    let text = survey.sheet.source().slice(value.span);
    let is_value = match value.kind {
        TermKind::Variable(_) => true,
        TermKind::Constant(_) => is_goal_value(text),
        TermKind::Function(..) => false,
    };
    if !is_value {
        report.push(
            Diagnostic::error("goal-value", value.span, "a goal is a whole number from 0 to 100")
                .label("not such a number"),
        );
    }
}

fn is_goal_value(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u32>().is_ok_and(|n| n <= 100)
}

fn condition(survey: &Survey<'_>, atom: &Atom, report: &mut Report) {
    let (because, help) = match atom.name {
        NEXT => ("it is what the move leads to", "the present state is `(true ...)`"),
        INIT => ("it only gives the first state", "the present state is `(true ...)`"),
        SEES => ("it only tells players what they see", "name the shared condition in a rule"),
        _ => return,
    };
    let message = format!("`{}` cannot be a condition: {because}", survey.name(atom.name));
    report.push(Diagnostic::error("keyword-in-body", atom.span, message).help(help));
}

/// Checks that apply to heads and conditions alike.
fn atom(survey: &Survey<'_>, atom: &Atom, report: &mut Report) {
    if let Some((n_args, form)) = signature(atom.name)
        && n_args != atom.args.len()
    {
        let name = survey.name(atom.name);
        let message = format!("`{name}` takes {}, not {}", count(n_args), atom.args.len());
        report.push(
            Diagnostic::error("keyword-arity", atom.span, message).help(format!("write `{form}`")),
        );
    }
    atom.args.iter().for_each(|arg| term(survey, arg, report));
}

fn term(survey: &Survey<'_>, outer: &Term, report: &mut Report) {
    let TermKind::Function(name, args) = &outer.kind else { return };
    let text = survey.name(*name);
    if is_keyword(*name) || is_connective(text) {
        let message = format!("inside a term `{text}` is a function like any other");
        report.push(
            Diagnostic::warning("keyword-in-term", outer.span, message)
                .label("has no special meaning here")
                .help(format!("`{text}` has its meaning only at the top of a head or condition")),
        );
    }
    args.iter().for_each(|arg| term(survey, arg, report));
}

/// Number of arguments of a keyword, and its notation for messages.
fn signature(name: SymbolId) -> Option<(usize, &'static str)> {
    Some(match name {
        ROLE => (1, "(role name)"),
        INIT => (1, "(init fact)"),
        TRUE => (1, "(true fact)"),
        NEXT => (1, "(next fact)"),
        BASE => (1, "(base fact)"),
        DOES => (2, "(does role move)"),
        LEGAL => (2, "(legal role move)"),
        INPUT => (2, "(input role move)"),
        SEES => (2, "(sees role percept)"),
        GOAL => (2, "(goal role value)"),
        TERMINAL => (0, "terminal"),
        _ => return None,
    })
}
