//! What may depend on the state and on the moves.
//!
//! The first state cannot look at a state, and what is legal or how the game
//! stands cannot look at the moves that are chosen next.

use std::collections::VecDeque;

use super::links::Use;
use super::report::Report;
use super::survey::Survey;
use crate::Severity::{self, Error, Warning};
use crate::symbol::keyword::*;
use crate::{Diagnostic, SymbolId};

pub(super) fn check(survey: &Survey<'_>, report: &mut Report) {
    const RULES: &[(Severity, SymbolId, &[SymbolId], &str)] = &[
        (Error, INIT, &[TRUE, DOES], "at the start there is no state or move yet"),
        (Error, LEGAL, &[DOES], "which moves are legal is settled before one is chosen"),
        (Error, GOAL, &[DOES], "how the game stands is settled before a move is chosen"),
        (Error, TERMINAL, &[DOES], "whether the game is over is settled before a move is chosen"),
        (Warning, BASE, &[TRUE, DOES], "it lists what could ever hold, whatever the state"),
        (Warning, INPUT, &[TRUE, DOES], "it lists what could ever be done, whatever the state"),
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
    let mut came = vec![Came::Never; survey.rules.len()];
    let mut seen = vec![false; survey.links.n_patterns()];
    let mut open: VecDeque<u32> = survey.rules_of(from).iter().copied().collect();
    open.iter().for_each(|&rule| came[rule as usize] = Came::First);
    while let Some(rule) = open.pop_front() {
        for used in survey.links.uses(rule) {
            if to.contains(&used.atom.name) {
                found.push(way_back(&came, rule, used));
            }
            // Beyond these the way leads into other moments.
            let ends = matches!(used.atom.name, TRUE | DOES | INIT | NEXT);
            if ends || std::mem::replace(&mut seen[used.pattern], true) {
                continue;
            }
            for &head in survey.links.heads(used.pattern) {
                if matches!(came[head as usize], Came::Never) {
                    came[head as usize] = Came::By(rule, used);
                    open.push_back(head);
                }
            }
        }
    }
    found
}

/// How the search came to a rule: by which condition of which other.
#[derive(Clone, Copy)]
enum Came<'a> {
    Never,
    First,
    By(u32, &'a Use<'a>),
}

fn way_back<'a>(came: &[Came<'a>], mut rule: u32, last: &'a Use<'a>) -> Vec<&'a Use<'a>> {
    let mut path = vec![last];
    while let (Came::By(before, used), true) = (came[rule as usize], path.len() < STEPS_MAX) {
        path.push(used);
        rule = before;
    }
    path.reverse();
    path
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
    let may = if severity == Error { "cannot" } else { "should not" };
    let message = format!("`{from}` {may} depend on `{to}`");
    let problem = Diagnostic::error("dependency", last.atom.span, message);
    let mut problem = Diagnostic { severity, ..problem };
    for step in way {
        let words = format!("`{from}` depends on this");
        problem = problem.note(step.atom.span, words);
    }
    problem
}
