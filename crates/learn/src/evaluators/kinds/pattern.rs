//! How much of what goals ask for is there.

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

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
    terms
}
