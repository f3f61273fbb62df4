//! Dependency analysis of relations.

use super::clause::{Clauses, Query, RelationId};
use super::program::Level;
use crate::scc::components;

/// For each relation: how long its derived facts stay valid, and whether it is
/// recursive.
pub(crate) struct Analysis {
    successors: Vec<Vec<u32>>,
    component: Vec<u32>,
    levels: Vec<Level>,
    recursive: Vec<bool>,
}

impl Analysis {
    pub fn new(clauses: &Clauses) -> Self {
        let n = clauses.relations.len();
        let mut successors: Vec<Vec<u32>> = vec![Vec::new(); n];
        let mut levels = vec![Level::Static; n];
        for (at, relation) in clauses.relations.iter().enumerate() {
            for goal in relation.clauses.iter().flat_map(|clause| &clause.body) {
                goal.for_each_query(&mut |query, _| match query {
                    Query::Relation(id, _) | Query::Facts(id, _) => {
                        successors[at].push(id.0 as u32)
                    }
                    Query::Fluent(..) | Query::AnyFluent(_) => {
                        levels[at] = levels[at].max(Level::State);
                    }
                    Query::Table(..) | Query::Does(..) => levels[at] = Level::Action,
                });
            }
            successors[at].sort_unstable();
            successors[at].dedup();
        }
        let component = components(&successors);
        let mut sizes = vec![0; n];
        component.iter().for_each(|&at| sizes[at as usize] += 1);
        let recursive = (0..n)
            .map(|at| sizes[component[at] as usize] > 1 || successors[at].contains(&(at as u32)))
            .collect();
        raise_levels(&mut levels, &successors, &component);
        Self { successors, component, levels, recursive }
    }

    /// The relations that `roots` depend on in topological order; mutually
    /// recursive ones are in any order.
    pub fn dependencies_first(&self, roots: &[RelationId]) -> Vec<RelationId> {
        let mut seen = vec![false; self.levels.len()];
        let mut todo: Vec<usize> = roots.iter().map(|root| root.0).collect();
        let mut found = Vec::new();
        while let Some(at) = todo.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                found.push(RelationId(at));
                todo.extend(self.successors[at].iter().map(|&next| next as usize));
            }
        }
        found.sort_by_key(|id| (self.component[id.0], id.0));
        found
    }

    pub fn level(&self, id: RelationId) -> Level {
        self.levels[id.0]
    }

    /// The level of a relation, or `None` if it was added after the analysis.
    pub fn level_if_known(&self, id: RelationId) -> Option<Level> {
        self.levels.get(id.0).copied()
    }

    pub fn is_recursive(&self, id: RelationId) -> bool {
        self.recursive[id.0]
    }
}

/// A relation is as short-lived as its shortest-lived dependency.
fn raise_levels(levels: &mut [Level], successors: &[Vec<u32>], component: &[u32]) {
    // Components are numbered so that dependencies come first.
    let mut order: Vec<usize> = (0..levels.len()).collect();
    order.sort_by_key(|&at| component[at]);
    for group in order.chunk_by(|&a, &b| component[a] == component[b]) {
        let level = group
            .iter()
            .flat_map(|&at| successors[at].iter().map(|&next| next as usize).chain([at]))
            .map(|at| levels[at])
            .max()
            .unwrap_or(Level::Static);
        group.iter().for_each(|&at| levels[at] = level);
    }
}
