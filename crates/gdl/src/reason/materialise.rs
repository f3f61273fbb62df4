//! Materialisation of static relations.
//!
//! Geometry and arithmetic are often derived by rules. Where the full extension
//! of such a relation is cheap to compute, it becomes a table of facts, which
//! can be indexed and whose selectivity is known. Otherwise (unbounded
//! arithmetic) it keeps its rules and is evaluated on demand.

use super::analysis::Analysis;
use super::clause::{Clauses, RelationId};
use super::evaluator::Evaluator;
use super::limits::Limits;
use super::plan::{Planner, Sample};
use super::program::{Level, Mode};
use crate::source::Source;
use crate::symbol::{SymbolId, keyword};
use crate::term::{TermId, TermStore};

/// Maximum evaluation steps for one relation, some milliseconds. Steps are
/// counted rather than timed, so that the same rules always compile to the same
/// program.
const N_STEPS_MAX: u64 = 200_000;

/// Maximum evaluation steps for all relations together.
const N_STEPS_TOTAL: u64 = 4_000_000;

/// Replaces static relations by facts, where that is cheap.
pub(crate) fn materialise(
    source: &Source,
    clauses: &mut Clauses,
    terms: &TermStore,
    limits: &Limits,
    roots: &[RelationId],
) {
    let mut n_steps_left = N_STEPS_TOTAL;
    let analysis = Analysis::new(clauses);
    for id in analysis.dependencies_first(roots) {
        let relation = &clauses.relations[id.0];
        let wanted = !relation.clauses.is_empty()
            && analysis.level(id) == Level::Static
            && !is_asked_apart(relation.name);
        if !wanted || n_steps_left == 0 {
            continue;
        }
        let n_steps_max = n_steps_left.min(N_STEPS_MAX);
        let (rows, n_steps) = evaluate(source, clauses, terms, limits, &analysis, id, n_steps_max);
        n_steps_left -= n_steps.min(n_steps_left);
        if let Some(rows) = rows {
            let relation = &mut clauses.relations[id.0];
            relation.facts = rows;
            relation.clauses.clear();
        }
    }
}

/// Whether a relation is queried at most once.
fn is_asked_apart(name: SymbolId) -> bool {
    matches!(name, keyword::INIT | keyword::BASE | keyword::INPUT)
}

/// All rows of a relation, if the limits allow, and the steps taken.
fn evaluate(
    source: &Source,
    clauses: &Clauses,
    terms: &TermStore,
    limits: &Limits,
    analysis: &Analysis,
    id: RelationId,
    n_steps_max: u64,
) -> (Option<Vec<Vec<TermId>>>, u64) {
    let nothing = Sample::default();
    let mut planner = Planner::new(source, clauses, analysis, &nothing);
    let plan = planner.plan(id, vec![Mode::Wanted; clauses.relations[id.0].arity]);
    let Ok(program) = planner.finish() else { return (None, 0) };
    let mut evaluator = Evaluator::new(&program, limits.clone());
    evaluator.limit_steps(n_steps_max);
    let rows = evaluator
        .ask(&program, terms, plan, &[])
        .map(|answers| (0..answers.len()).map(|at| answers.get(at).to_vec()).collect());
    (rows.ok(), evaluator.n_steps())
}
