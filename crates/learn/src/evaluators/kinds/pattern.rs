//! How much of what goals ask for is there: fact by fact, and line by line.

use std::collections::BTreeMap;
use std::sync::Arc;

use search::evaluate::Line;

use super::Kind;
use crate::evaluators::{Measure, Scene, Term, Turn, lines, wish};

pub(super) fn kind() -> Kind {
    Kind { name: "pattern", alone: true, together: true, propose }
}

/// Patterns that ask for more than this share of all facts ask for nothing in
/// particular.
const SHARE_MAX: f64 = 0.5;

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let n_facts = scene.game.grounded().bases.len();
    let mut terms: Vec<Term> = Vec::new();
    for pattern in &scene.structure.patterns {
        let fits = |fact: usize| {
            let n = pattern.facts.iter().filter(|written| scene.is_instance(fact, written)).count();
            (n > 0).then_some((fact, n as f64 / pattern.facts.len() as f64))
        };
        let facts: Vec<(usize, f64)> = (0..n_facts).filter_map(fits).collect();
        let measure = Measure::Facts(facts);
        let Measure::Facts(facts) = &measure else { continue };
        let is_vague = facts.len() as f64 > SHARE_MAX * n_facts as f64;
        if facts.is_empty() || is_vague || terms.iter().any(|term| term.measure == measure) {
            continue;
        }
        let name = format!("facts of {}", pattern.head);
        terms.push(Term { kind: "pattern", name, measure });
    }
    terms.extend(unspoilt_lines(scene));
    terms
}

/// For each role, each number of places and each who may be at turn, how many
/// lines have so many filled and none that cannot be.
fn unspoilt_lines(scene: &Scene<'_>) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    for role in scene.players() {
        let Some(plan) = wish(scene, role) else { continue };
        let mut of_length: BTreeMap<usize, Vec<Line>> = BTreeMap::new();
        for line in lines(scene, &plan) {
            of_length.entry(line.places.len()).or_default().push(line);
        }
        for (n_places, lines) in of_length {
            for turn in scene.turns() {
                let lines: Vec<Line> = lines.iter().map(|line| at_turn(line, &turn)).collect();
                let lines = Arc::new(lines);
                let name = scene.role_name(role);
                terms.extend((1..n_places).map(|n| Term {
                    kind: "pattern",
                    name: format!("lines of {name} with {n} of {n_places}{}", turn.name()),
                    measure: Measure::Lines(n, Arc::clone(&lines)),
                }));
            }
        }
    }
    // Both may want the same lines.
    let is_new = |at: &usize| !terms[..*at].iter().any(|term| term.measure == terms[*at].measure);
    let new: Vec<usize> = (0..terms.len()).filter(is_new).collect();
    new.into_iter().map(|at| terms[at].clone()).collect()
}

/// The same line, but spoilt while it is the turn of another.
fn at_turn(line: &Line, turn: &Turn) -> Line {
    let without = turn.others().chain(line.without.iter().copied()).collect();
    Line { places: line.places.clone(), without }
}
