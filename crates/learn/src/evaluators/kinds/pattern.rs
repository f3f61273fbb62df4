//! The facts and the lines in the conditions of goals.

use std::collections::BTreeMap;

use ludex_search::evaluate::{AnyMeasure, Line};

use super::Kind;
use crate::evaluators::{GameContext, Term, Turn, goal_plan, lines};

pub(super) fn kind() -> Kind {
    Kind { name: "pattern", alone: true, together: true, propose }
}

/// Patterns that match more than this share of all facts are too unspecific.
const SHARE_MAX: f64 = 0.5;

fn propose(context: &GameContext<'_>) -> Vec<Term> {
    let n_facts = context.game.grounded().bases.len();
    let mut terms: Vec<Term> = Vec::new();
    for pattern in &context.structure.patterns {
        let fits = |fact: usize| {
            let n =
                pattern.facts.iter().filter(|written| context.is_instance(fact, written)).count();
            (n > 0).then_some((fact, n as f64 / pattern.facts.len() as f64))
        };
        let facts: Vec<(usize, f64)> = (0..n_facts).filter_map(fits).collect();
        let is_vague = facts.len() as f64 > SHARE_MAX * n_facts as f64;
        if facts.is_empty() || is_vague {
            continue;
        }
        let term = Term::of_facts("pattern", format!("facts of {}", pattern.head), facts);
        if terms.iter().all(|other| other.measures() != term.measures()) {
            terms.push(term);
        }
    }
    terms.extend(unspoilt_lines(context));
    terms
}

/// For each role, each number N of places and each role on turn, the number of lines with N
/// places filled and none blocked.
fn unspoilt_lines(context: &GameContext<'_>) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    for role in context.players() {
        let Some(plan) = goal_plan(context, role) else { continue };
        let mut of_length: BTreeMap<usize, Vec<Line>> = BTreeMap::new();
        for line in lines(context, &plan) {
            of_length.entry(line.places.len()).or_default().push(line);
        }
        for (n_places, lines) in of_length {
            for turn in context.turns() {
                let lines: Vec<Line> = lines.iter().map(|line| at_turn(line, &turn)).collect();
                let (role, turn) = (context.role_name(role), turn.name());
                terms.extend((1..n_places).map(|n| {
                    let name = format!("lines of {role} with {n} of {n_places}{turn}");
                    let filled = |line: &Line| (1.0, AnyMeasure::Filled((n, line.clone())));
                    Term::new("pattern", name, lines.iter().map(filled).collect())
                }));
            }
        }
    }
    // Two roles may have the same lines.
    let is_new =
        |&at: &usize| terms[..at].iter().all(|other| other.measures() != terms[at].measures());
    let new: Vec<usize> = (0..terms.len()).filter(is_new).collect();
    new.into_iter().map(|at| terms[at].clone()).collect()
}

/// The same line, but blocked while it is the turn of another role.
fn at_turn(line: &Line, turn: &Turn) -> Line {
    let without = turn.others().chain(line.without.iter().copied()).collect();
    Line { places: line.places.clone(), without }
}
