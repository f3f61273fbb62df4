//! Splits long rules into short ones before grounding.
//!
//! The number of instances of a rule is the number of combinations of its
//! variables' values. A variable that only some conditions mention can be
//! projected out: those conditions become a relation of their own over the
//! other variables that they mention, and the number of combinations shrinks.
//! `or` is expanded first, into one rule for each combination of options.

use crate::reason::{Analysis, Clause, Clauses, Expr, Goal, Level, Query, Relation, RelationId};

/// Rules with more combinations of `or` than this are left to the reasoner.
const N_COMBINATIONS_MAX: usize = 256;

/// When to split a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SplitMode {
    /// Where conditions are independent of each other. Keeps together
    /// conditions that make few gates together: a move and all facts that it
    /// leaves unchanged.
    Gentle,
    /// Wherever it lowers the number of instances.
    Thorough,
}

/// Splits all rules that depend on the state. The error is the span of a rule
/// with too many combinations of `or`.
pub(crate) fn split(
    clauses: &mut Clauses,
    roots: &[RelationId],
    mode: SplitMode,
) -> Result<(), Clause> {
    let analysis = Analysis::new(clauses);
    for id in analysis.dependencies_first(roots) {
        if analysis.level(id) == Level::Static {
            continue;
        }
        let old = std::mem::take(&mut clauses.relations[id.0].clauses);
        let mut new = Vec::new();
        for clause in old {
            let Some(bodies) = combinations(&clause.body) else { return Err(clause) };
            for body in bodies {
                let mut splitter =
                    Splitter { clauses, analysis: &analysis, parent: id, clause: &clause, mode };
                let body = splitter.split(body);
                new.push(rule(&clause, clause.head.clone(), body));
            }
        }
        clauses.relations[id.0].clauses = new;
    }
    Ok(())
}

/// Rule bodies without `or`: one for each combination of options.
fn combinations(goals: &[Goal]) -> Option<Vec<Vec<Goal>>> {
    let mut bodies = vec![Vec::new()];
    for goal in goals {
        match goal {
            Goal::Any(options) => {
                let mut expanded = Vec::new();
                for option in options {
                    for inner in combinations(option)? {
                        expanded.extend(bodies.iter().map(|body: &Vec<Goal>| {
                            body.iter().chain(&inner).cloned().collect::<Vec<Goal>>()
                        }));
                    }
                }
                bodies = expanded;
            }
            goal => bodies.iter_mut().for_each(|body| body.push(goal.clone())),
        }
        if bodies.len() > N_COMBINATIONS_MAX {
            return None;
        }
    }
    Some(bodies)
}

/// A copy of a rule with this head and body.
fn rule(like: &Clause, head: Vec<Expr>, body: Vec<Goal>) -> Clause {
    let mut uses = vec![0; like.n_vars];
    let mut count = |slot: usize| uses[slot] += 1;
    head.iter().for_each(|expr| expr.for_each_var(&mut count));
    body.iter().for_each(|goal| goal.for_each_var(&mut count));
    Clause { span: like.span, head, body, n_vars: like.n_vars, uses }
}

struct Splitter<'a> {
    clauses: &'a mut Clauses,
    analysis: &'a Analysis,
    parent: RelationId,
    clause: &'a Clause,
    mode: SplitMode,
}

/// Conditions to move out of a rule, and the variables they share with the
/// rest.
struct Part {
    inside: Vec<usize>,
    shared: Vec<usize>,
}

impl Splitter<'_> {
    /// Moves conditions out of a body, one variable at a time.
    fn split(&mut self, mut body: Vec<Goal>) -> Vec<Goal> {
        while let Some(part) = self.best_part(&body) {
            let args: Vec<Expr> = part.shared.iter().map(|&slot| Expr::Var(slot)).collect();
            let (mut inside, mut outside) = (Vec::new(), Vec::new());
            for (at, goal) in body.into_iter().enumerate() {
                if part.inside.contains(&at) { inside.push(goal) } else { outside.push(goal) }
            }
            let parent = &self.clauses.relations[self.parent.0];
            let relation = Relation {
                name: parent.name,
                arity: args.len(),
                facts: Vec::new(),
                clauses: vec![rule(self.clause, args.clone(), inside)],
                span: self.clause.span,
            };
            self.clauses.relations.push(relation);
            let id = RelationId(self.clauses.relations.len() - 1);
            outside.push(Goal::Positive(Query::Relation(id, args)));
            body = outside;
        }
        body
    }

    /// The variable to project out whose conditions share the fewest variables
    /// with the rest.
    fn best_part(&self, body: &[Goal]) -> Option<Part> {
        let vars: Vec<Vec<usize>> = body.iter().map(goal_vars).collect();
        let mut in_head = vec![false; self.clause.n_vars];
        self.clause
            .head
            .iter()
            .for_each(|expr| expr.for_each_var(&mut |slot| in_head[slot] = true));
        let mut all: Vec<usize> = vars.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        let parts = all.iter().filter(|&&slot| !in_head[slot]).filter_map(|&slot| {
            let inside: Vec<usize> =
                (0..body.len()).filter(|&at| vars[at].contains(&slot)).collect();
            let mut shared: Vec<usize> = inside
                .iter()
                .flat_map(|&at| vars[at].iter().copied())
                .filter(|&var| var != slot)
                .collect();
            shared.sort_unstable();
            shared.dedup();
            // Only variables that the rest mentions become arguments.
            let outside = |var: &usize| {
                in_head[*var]
                    || (0..body.len()).any(|at| !inside.contains(&at) && vars[at].contains(var))
            };
            let n_inside = shared.len() + 1;
            shared.retain(outside);
            let mut pays = n_inside < all.len() && inside.len() < body.len();
            if self.mode == SplitMode::Gentle {
                pays &= (0..body.len()).any(|at| {
                    let is_apart =
                        |var: &usize| !in_head[*var] && *var != slot && !shared.contains(var);
                    !inside.contains(&at)
                        && self.is_dynamic(&body[at])
                        && vars[at].iter().any(is_apart)
                });
            }
            (pays && self.is_sound(body, &inside, slot, &shared)).then_some(Part { inside, shared })
        });
        parts.min_by_key(|part| (part.shared.len(), part.inside.len()))
    }

    /// Whether the part can be a relation: it depends on the state, and its
    /// conditions bind all of its variables.
    fn is_sound(&self, body: &[Goal], inside: &[usize], slot: usize, shared: &[usize]) -> bool {
        let binds = |var: usize| {
            inside
                .iter()
                .any(|&at| matches!(&body[at], Goal::Positive(_)) && body[at].may_bind(var))
        };
        let is_dynamic = inside.iter().any(|&at| self.is_dynamic(&body[at]));
        let is_plain = inside.iter().all(|&at| !matches!(body[at], Goal::Equal(..)));
        let all_bound = inside.iter().flat_map(|&at| goal_vars(&body[at])).all(binds);
        is_dynamic && is_plain && all_bound && binds(slot) && shared.iter().all(|&var| binds(var))
    }

    fn is_dynamic(&self, goal: &Goal) -> bool {
        let mut dynamic = false;
        goal.for_each_query(&mut |query, _| {
            dynamic |= match query {
                // Relations that an earlier split added are dynamic.
                Query::Relation(id, _) => self.analysis.level_if_known(*id) != Some(Level::Static),
                Query::Facts(..) => false,
                _ => true,
            };
        });
        dynamic
    }
}

fn goal_vars(goal: &Goal) -> Vec<usize> {
    let mut vars = Vec::new();
    goal.for_each_var(&mut |slot| vars.push(slot));
    vars.sort_unstable();
    vars.dedup();
    vars
}
