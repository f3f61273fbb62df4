//! Check: which relations may depend on `true` and on `does`.
//!
//! `init` and `base` must not depend on a state; `legal`, `goal` and `terminal`
//! must not depend on the moves made in it.

use std::collections::VecDeque;

use super::links::BodyAtom;
use super::report::Report;
use super::survey::Survey;
use crate::Severity::{self, Error, Warning};
use crate::symbol::keyword::*;
use crate::{Diagnostic, SymbolId};

pub(super) fn check(survey: &Survey<'_>, report: &mut Report) {
    const RULES: &[(Severity, SymbolId, &[SymbolId], &str)] = &[
        (Error, INIT, &[TRUE, DOES], "at the start there is no state or move yet"),
        (Error, LEGAL, &[DOES], "legal moves are determined before a move is chosen"),
        (Error, GOAL, &[DOES], "goals are determined before a move is chosen"),
        (Error, TERMINAL, &[DOES], "terminal states are determined before a move is chosen"),
        (Warning, BASE, &[TRUE, DOES], "it lists all facts that could hold in any state"),
        (Warning, INPUT, &[TRUE, DOES], "it lists all moves that could be legal in any state"),
    ];
    for &(severity, from, to, why) in RULES {
        for path in paths(survey, from, to) {
            report.push(describe(survey, severity, from, &path).help(why));
        }
    }
}

/// The shortest path from a relation's rules to each condition on one of `to`,
/// as the list of conditions along it.
fn paths<'a>(
    survey: &'a Survey<'a>,
    from: SymbolId,
    to: &[SymbolId],
) -> Vec<Vec<&'a BodyAtom<'a>>> {
    let mut found = Vec::new();
    let mut parents = vec![Parent::Unvisited; survey.rules.len()];
    let mut seen = vec![false; survey.links.n_patterns()];
    let mut open: VecDeque<u32> = survey.rules_of(from).iter().copied().collect();
    open.iter().for_each(|&rule| parents[rule as usize] = Parent::Root);
    while let Some(rule) = open.pop_front() {
        for used in survey.links.uses(rule) {
            if to.contains(&used.atom.name) {
                found.push(path_to(&parents, rule, used));
            }
            // These conditions refer to another point in time, so the path ends
            // here.
            let ends = matches!(used.atom.name, TRUE | DOES | INIT | NEXT);
            if ends || std::mem::replace(&mut seen[used.pattern], true) {
                continue;
            }
            for &head in survey.links.heads(used.pattern) {
                if matches!(parents[head as usize], Parent::Unvisited) {
                    parents[head as usize] = Parent::Rule(rule, used);
                    open.push_back(head);
                }
            }
        }
    }
    found
}

/// The search-tree parent of a rule: another rule and its condition.
#[derive(Clone, Copy)]
enum Parent<'a> {
    Unvisited,
    Root,
    Rule(u32, &'a BodyAtom<'a>),
}

fn path_to<'a>(
    parents: &[Parent<'a>],
    mut rule: u32,
    last: &'a BodyAtom<'a>,
) -> Vec<&'a BodyAtom<'a>> {
    let mut path = vec![last];
    while let (Parent::Rule(before, used), true) = (parents[rule as usize], path.len() < STEPS_MAX)
    {
        path.push(used);
        rule = before;
    }
    path.reverse();
    path
}

/// Maximum number of conditions listed for one path.
const STEPS_MAX: usize = 6;

fn describe(
    survey: &Survey<'_>,
    severity: Severity,
    from: SymbolId,
    path: &[&BodyAtom<'_>],
) -> Diagnostic {
    let (last, way) = path.split_last().expect("a path is not empty");
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
