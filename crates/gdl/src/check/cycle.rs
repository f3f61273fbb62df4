//! Cycles of ground facts through a negation.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::ground::Grounding;
use super::term::TermId;
use crate::Span;
use crate::scc::components;

/// One ground fact that depends on another.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub head: TermId,
    pub condition: TermId,
    pub negated: bool,
    /// The condition in the rule that creates the dependency.
    pub span: Span,
}

/// Cycles among rule instances, each starting with a `not`; at most one for
/// each `not` in the text.
pub(super) fn find(grounding: &mut Grounding<'_>) -> Vec<Vec<Step>> {
    let graph = Graph::new(grounding);
    let component = components(&graph.targets());
    // Cycles through the same `not` are the same problem.
    let mut reported: FxHashSet<Span> = FxHashSet::default();
    let mut found = Vec::new();
    for step in graph.steps.iter().flatten().filter(|step| step.negated) {
        let (from, to) = (graph.nodes[&step.head], graph.nodes[&step.condition]);
        if component[from] == component[to] && !reported.contains(&step.span) {
            let cycle = graph.cycle(*step);
            reported.extend(cycle.iter().filter(|step| step.negated).map(|step| step.span));
            found.push(cycle);
        }
        if found.len() >= CYCLES_MAX {
            break;
        }
    }
    found
}

/// Each cycle costs a breadth-first search.
const CYCLES_MAX: usize = 50;

/// The dependency graph of ground facts.
struct Graph {
    nodes: FxHashMap<TermId, usize>,
    steps: Vec<Vec<Step>>,
}

impl Graph {
    fn new(grounding: &mut Grounding<'_>) -> Self {
        let clauses = std::mem::take(&mut grounding.clauses);
        let instances = std::mem::take(&mut grounding.instances);
        let mut nodes = FxHashMap::default();
        let mut heads = Vec::new();
        for (clause, values) in &instances {
            let head = grounding.build(&clauses[*clause as usize].head, values);
            let head = head.expect("it was built before");
            heads.push(head);
            let next = nodes.len();
            nodes.entry(head).or_insert(next);
        }
        let mut steps = vec![Vec::new(); nodes.len()];
        for ((clause, values), &head) in instances.iter().zip(&heads) {
            let clause = &clauses[*clause as usize];
            let positive = clause.positive.iter().map(|condition| (condition, false));
            let negative = clause.negative.iter().map(|condition| (condition, true));
            for (condition, negated) in positive.chain(negative).filter(|(it, _)| !it.is_given) {
                for term in grounding.all_matching(&condition.pattern, values) {
                    if nodes.contains_key(&term) {
                        let step = Step { head, condition: term, negated, span: condition.span };
                        steps[nodes[&head]].push(step);
                    }
                }
            }
        }
        (grounding.clauses, grounding.instances) = (clauses, instances);
        Self { nodes, steps }
    }

    fn targets(&self) -> Vec<Vec<u32>> {
        let target = |step: &Step| self.nodes[&step.condition] as u32;
        self.steps.iter().map(|steps| steps.iter().map(target).collect()).collect()
    }

    /// The shortest path from the end of a step back to its start.
    fn cycle(&self, first: Step) -> Vec<Step> {
        let goal = self.nodes[&first.head];
        let mut reached: FxHashMap<usize, Option<Step>> = FxHashMap::default();
        let mut open = VecDeque::from([self.nodes[&first.condition]]);
        reached.insert(open[0], None);
        while let Some(node) = open.pop_front() {
            if node == goal {
                break;
            }
            for step in &self.steps[node] {
                let to = self.nodes[&step.condition];
                reached.entry(to).or_insert_with(|| {
                    open.push_back(to);
                    Some(*step)
                });
            }
        }
        let mut cycle = Vec::new();
        let mut at = goal;
        while let Some(&Some(step)) = reached.get(&at) {
            cycle.push(step);
            at = self.nodes[&step.head];
        }
        cycle.push(first);
        cycle.reverse();
        cycle
    }
}
