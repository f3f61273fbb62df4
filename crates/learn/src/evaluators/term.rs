//! One measure of positions.

use std::convert::Infallible;
use std::sync::Arc;

use game::{Game, RoleId};
use gdl::single::{BitState, CircuitGame};
use search::evaluate::{Condition, Count, Judgement, Line, Part, Plan};

/// Something that can be measured in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The kind of evaluator that proposed it.
    pub kind: &'static str,
    /// What it measures, in words: `count of w`.
    pub name: String,
    /// How it is measured.
    pub measure: Measure,
}

/// How something is measured.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// The sum of the worths of the facts that hold.
    Facts(Vec<(usize, f64)>),
    /// For each group, the square of how many of its facts hold.
    Squares(Vec<Vec<usize>>),
    /// How many lines have just so many places filled.
    Lines(usize, Arc<Vec<Line>>),
    /// How many lines have all their places filled.
    Full(Vec<Line>),
    /// How near the goal of a plan is.
    Near(Arc<Plan>),
    /// The legal moves of roles, those of each with its worth.
    Moves(Vec<(RoleId, f64)>),
    /// What the rules would give a role if the game ended here, from 0 to 1.
    Goal(RoleId),
}

impl Term {
    /// The value in a position.
    pub fn value(&self, game: &CircuitGame, state: &BitState) -> f64 {
        match &self.measure {
            Measure::Facts(facts) => {
                let held = facts.iter().filter(|&&(fact, _)| state.contains(fact));
                held.map(|(_, worth)| worth).sum()
            }
            Measure::Squares(groups) => groups
                .iter()
                .map(|facts| facts.iter().filter(|&&fact| state.contains(fact)).count() as f64)
                .map(|n| n * n)
                .sum(),
            Measure::Lines(n, lines) => {
                let is_it = |line: &&Line| line.n_filled(|fact| state.contains(fact)) == Some(*n);
                lines.iter().filter(is_it).count() as f64
            }
            Measure::Full(lines) => {
                let is_full = |line: &&Line| {
                    line.n_filled(|fact| state.contains(fact)) == Some(line.places.len())
                };
                lines.iter().filter(is_full).count() as f64
            }
            Measure::Near(plan) => plan.nearness(|fact| state.contains(fact)),
            Measure::Moves(roles) => {
                let mut moves = Vec::new();
                let count = |&(role, worth): &(RoleId, f64)| {
                    game.legal_moves(state, role, &mut moves);
                    worth * moves.len() as f64
                };
                roles.iter().map(count).sum()
            }
            Measure::Goal(role) => f64::from(game.goal(state, *role).value()) / 100.0,
        }
    }
}

/// What a role thinks of some terms.
pub struct Weighed<'a> {
    /// The role.
    pub role: RoleId,
    /// The terms with their weights.
    pub terms: Vec<(f64, &'a Term)>,
    /// What is always added.
    pub always: f64,
}

/// The judgement that weighted terms amount to.
pub fn judgement(game: &CircuitGame, of_roles: &[Weighed<'_>]) -> Judgement {
    let terms = &game.grounded().terms;
    let text = |fact: usize| terms.show(game.grounded().bases[fact]).to_string();
    let role_name = |role: RoleId| game.roles()[role.index()].name.clone();
    let mut judgement = Judgement::default();
    for Weighed { role, terms: weighted, always } in of_roles {
        // Many terms speak of the same fact: it has one weight in the end.
        let mut of_fact = vec![0.0; game.grounded().bases.len()];
        let (mut counts, mut of_line) = (Vec::new(), Vec::new());
        for (weight, term) in weighted {
            match &term.measure {
                Measure::Facts(facts) => {
                    facts.iter().for_each(|&(fact, worth)| of_fact[fact] += weight * worth);
                }
                Measure::Squares(groups) => {
                    let squares = |facts: &Vec<usize>| {
                        Count::Squares(facts.iter().map(|&fact| text(fact)).collect())
                    };
                    counts.extend(groups.iter().map(|facts| (round(*weight), squares(facts))));
                }
                Measure::Lines(n, lines) => {
                    let just = |line: &Line| (round(*weight), Count::Just(*n, said(line, &text)));
                    of_line.extend(lines.iter().map(just));
                }
                Measure::Full(lines) => {
                    let full = |line: &Line| {
                        (round(*weight), Count::Just(line.places.len(), said(line, &text)))
                    };
                    of_line.extend(lines.iter().map(full));
                }
                Measure::Near(plan) => {
                    let goal = append(&mut judgement.parts, plan, &text);
                    counts.push((round(*weight), Count::Near(goal)));
                }
                Measure::Moves(roles) => {
                    counts.extend(roles.iter().map(|&(role, worth)| {
                        (round(weight * worth), Count::Moves(role_name(role)))
                    }))
                }
                // Where the rules give nothing before the end, there is nothing to ask for.
                Measure::Goal(role) if round(*weight) != 0.0 => {
                    counts.push((round(*weight), Count::Goal(role_name(*role))));
                }
                Measure::Goal(_) => {}
            }
        }
        // What is said of one line is said together.
        let place = |line: &Line<String>| line.places.concat();
        of_line.sort_by_cached_key(|(_, line)| match line {
            Count::Just(_, line) => place(line),
            _ => Vec::new(),
        });
        counts.extend(of_line);
        let facts = of_fact.iter().enumerate().map(|(fact, &weight)| (fact, round(weight)));
        let facts = facts.filter(|&(_, weight)| weight != 0.0);
        counts.extend(facts.map(|(fact, weight)| (weight, Count::All(vec![text(fact)]))));
        counts.push((round(*always), Count::Always));
        judgement.roles.push((role_name(*role), counts));
    }
    judgement
}

/// Adds what a plan takes, in the words of the rules; the place of its goal.
pub(super) fn append(
    parts: &mut Vec<Part<String>>,
    plan: &Plan,
    text: &impl Fn(usize) -> String,
) -> usize {
    let n_before = parts.len();
    parts.extend(plan.parts().iter().map(|part| {
        let mut part = part
            .map(&mut |&fact| Ok::<_, Infallible>(text(fact)))
            .unwrap_or_else(|never| match never {});
        for condition in &mut part.conditions {
            if let Condition::Part(other) = condition {
                *other += n_before;
            }
        }
        part
    }));
    parts.len() - 1
}

/// A line in the words of the rules.
pub(super) fn said(line: &Line, text: &impl Fn(usize) -> String) -> Line<String> {
    let said = line.map(|&fact| Ok::<_, Infallible>(text(fact)));
    said.unwrap_or_else(|never| match never {})
}

/// Four digits are enough for anybody.
fn round(weight: f64) -> f64 {
    (weight * 1e4).round() / 1e4
}
