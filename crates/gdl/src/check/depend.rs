//! What may depend on the state and on the moves.
//!
//! The first state cannot look at a state, and what is legal or how the game
//! stands cannot look at the moves that are chosen next.

use std::collections::VecDeque;

use super::links::Use;
use super::report::Report;
use super::survey::Survey;
use crate::symbol::keyword::*;
use crate::{Diagnostic, Severity, SymbolId};

pub(super) fn check(survey: &Survey<'_>, report: &mut Report) {
    const RULES: &[(Severity, SymbolId, &[SymbolId], &str)] = &[
        (Severity::Error, INIT, &[TRUE, DOES], "at the start there is no state or move yet"),
        (Severity::Error, LEGAL, &[DOES], "which moves are legal is settled before one is chosen"),
        (Severity::Error, GOAL, &[DOES], "how the game stands is settled before a move is chosen"),
        (
            Severity::Error,
            TERMINAL,
            &[DOES],
            "whether the game is over is settled before a move is chosen",
        ),
        (
            Severity::Warning,
            BASE,
            &[TRUE, DOES],
            "`base` lists what could ever hold, whatever the state",
        ),
        (
            Severity::Warning,
            INPUT,
            &[TRUE, DOES],
            "`input` lists the moves there could ever be, whatever the state",
        ),
    ];
    for &(severity, from, to, why) in RULES {
        for path in paths(survey, from, to) {
            report.push(describe(survey, severity, from, &path).help(why));
        }
    }
}

/// The shortest way from a relation's rules to each condition on one of `to`,
/// as the conditions along it.
fn paths<'a>(survey: &'a Survey<'a>, from: SymbolId, to: &[SymbolId]) -> Vec<Vec<&'a Use<'a>>> {
    let mut found = Vec::new();
    // How each rule was reached: by which condition of which rule.
    let mut reached: Vec<Option<(u32, &Use<'_>)>> = vec![None; survey.rules.len()];
    let mut seen = vec![false; survey.links.n_patterns()];
    let mut open: VecDeque<u32> = survey.rules_of(from).iter().copied().collect();
    let mut is_open = vec![false; survey.rules.len()];
    open.iter().for_each(|&rule| is_open[rule as usize] = true);
    while let Some(rule) = open.pop_front() {
        for used in survey.links.uses(rule) {
            if to.contains(&used.atom.name) {
                let mut path = vec![used];
                let mut at = rule;
                while let (Some((before, step)), true) =
                    (reached[at as usize], path.len() < STEPS_MAX)
                {
                    path.push(step);
                    at = before;
                }
                path.reverse();
                found.push(path);
            }
            // Beyond these the way leads into other moments.
            let ends = matches!(used.atom.name, TRUE | DOES | INIT | NEXT);
            if ends || std::mem::replace(&mut seen[used.pattern], true) {
                continue;
            }
            for &head in survey.links.heads(used.pattern) {
                if !std::mem::replace(&mut is_open[head as usize], true) {
                    reached[head as usize] = Some((rule, used));
                    open.push_back(head);
                }
            }
        }
    }
    found
}

/// No more conditions than this are named on a way.
const STEPS_MAX: usize = 6;

fn describe(
    survey: &Survey<'_>,
    severity: Severity,
    from: SymbolId,
    path: &[&Use<'_>],
) -> Diagnostic {
    let (last, way) = path.split_last().expect("a path ends somewhere");
    let (from, to) = (survey.name(from), survey.name(last.atom.name));
    let may = if severity == Severity::Error { "cannot" } else { "should not" };
    let message = format!("`{from}` {may} depend on `{to}`");
    let problem = Diagnostic::error("dependency", last.atom.span, message);
    let mut problem = Diagnostic { severity, ..problem };
    for step in way {
        let words = format!("`{from}` depends on this");
        problem = problem.note(step.atom.span, words);
    }
    problem
}
