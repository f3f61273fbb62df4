//! Check: no ground fact depends on its own negation.
//!
//! Cycles of ground facts count, not cycles of relation names: `(goal red 0)`
//! may well depend on `(not (goal red 100))`. Three tests of rising cost
//! decide, each only where the one before could not. First, conditions are
//! linked to the heads they match: without a cycle of links through a `not` the
//! sheet is stratified. Then the rules on such cycles are grounded
//! ([`ground`](super::ground)), and the ground facts are searched for a cycle
//! ([`cycle`](super::cycle)).

use rustc_hash::FxHashSet;

use super::cycle::{self, Step};
use super::ground::Grounding;
use super::links::BodyAtom;
use super::report::Report;
use super::survey::Survey;
use crate::Diagnostic;

pub(super) fn check(survey: &Survey<'_>, report: &mut Report) {
    let suspects = suspects(survey);
    if suspects.is_empty() {
        return;
    }
    let mut grounding = Grounding::new(survey, &suspects);
    let cycles = cycle::find(&mut grounding);
    if cycles.is_empty() && !grounding.is_complete {
        report.push(undecided(survey, &suspects));
    }
    for cycle in cycles {
        report.push(describe(&grounding, &cycle));
    }
}

/// The rules on a cycle of links through a `not`.
fn suspects(survey: &Survey<'_>) -> Vec<u32> {
    let rules = || 0..survey.rules.len() as u32;
    let negating: FxHashSet<u32> = rules()
        .filter(|&rule| negations(survey, rule).next().is_some())
        .map(|rule| survey.components[rule as usize])
        .collect();
    rules().filter(|&rule| negating.contains(&survey.components[rule as usize])).collect()
}

/// The negated conditions of a rule that could lead back to it.
fn negations<'a>(survey: &'a Survey<'a>, rule: u32) -> impl Iterator<Item = &'a BodyAtom<'a>> {
    let is_back = move |used: &&BodyAtom<'_>| {
        let pattern = survey.components[survey.rules.len() + used.pattern];
        used.negated && pattern == survey.components[rule as usize]
    };
    survey.links.uses(rule).iter().filter(is_back)
}

fn undecided(survey: &Survey<'_>, suspects: &[u32]) -> Diagnostic {
    let mut negations = suspects.iter().flat_map(|&rule| negations(survey, rule));
    let span = negations.next().expect("a suspect rule has a negation").atom.span;
    let message = "this negation might depend on itself; there are too many cases to be sure";
    Diagnostic::warning("negation-undecided", span, message)
        .help("conditions on static facts that order the values would settle it")
}

fn describe(grounding: &Grounding<'_>, cycle: &[Step]) -> Diagnostic {
    let message = format!("`{}` depends on its own negation", grounding.text(cycle[0].head));
    let mut steps = cycle.iter().zip(1..).map(|(step, number)| {
        let (head, condition) = (grounding.text(step.head), grounding.text(step.condition));
        let words = match step.negated {
            true => format!("`{head}` requires that `{condition}` is false"),
            false => format!("`{head}` requires `{condition}`"),
        };
        // Numbered, since the excerpt shows the steps in text order.
        let words = if cycle.len() > 1 { format!("{number}. {words}") } else { words };
        (step.span, words)
    });
    let (span, label) = steps.next().expect("a cycle has a step");
    let mut problem = Diagnostic::error("negation-cycle", span, message).label(label);
    problem.notes = steps.take(STEPS_MAX).collect();
    if cycle.len() > STEPS_MAX + 1 {
        return problem.help(format!("the whole cycle has {} steps", cycle.len()));
    }
    problem
}

/// Maximum number of steps of a cycle that a message shows.
const STEPS_MAX: usize = 7;
