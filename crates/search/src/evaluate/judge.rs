//! What is counted, in the numbers of a game.

use game::{Playable, RoleId};

use super::{Condition, Count, Line, Part, Plan};

/// Weights of what facts and choices are worth, made ready for a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Judge {
    facts: Vec<(usize, f64)>,
    together: Vec<(Vec<usize>, f64)>,
    squares: Vec<(Vec<usize>, f64)>,
    /// Lines, each with its worth by how many places are filled.
    lines: Vec<(Line, Vec<f64>)>,
    plans: Vec<(Plan, f64)>,
    /// Plans that count where nothing is missing.
    fulfilled: Vec<(Plan, f64)>,
    moves: Vec<(RoleId, f64)>,
    goals: Vec<(RoleId, f64)>,
    always: f64,
}

/// The role of a name.
pub(super) fn role_named<G: Playable>(game: &G, name: &str) -> Result<RoleId, String> {
    let role = game.roles().iter().position(|role| role.name == name);
    role.map(RoleId::new).ok_or_else(|| format!("`{name}` is no role of this game"))
}

impl Judge {
    /// Makes counts ready. The error names what the game does not know.
    pub fn new<G: Playable>(
        counts: &[(f64, Count)],
        parts: &[Part<String>],
        game: &G,
    ) -> Result<Self, String> {
        let fact = |text: &String| {
            game.read_fact(text).ok_or_else(|| format!("`{text}` is no fact of this game"))
        };
        let facts = |list: &[String]| list.iter().map(fact).collect::<Result<Vec<_>, _>>();
        let mut judge = Self::default();
        for (weight, count) in counts {
            match count {
                Count::All(list) => match &facts(list)?[..] {
                    &[only] => judge.facts.push((only, *weight)),
                    several => judge.together.push((several.to_vec(), *weight)),
                },
                Count::Squares(list) => judge.squares.push((facts(list)?, *weight)),
                Count::Just(n, line) => judge.add_line(*n, line.map(fact)?, *weight),
                Count::Near(part) => judge.plans.push((plan(parts, *part, fact)?, *weight)),
                Count::Holds(part) => judge.fulfilled.push((plan(parts, *part, fact)?, *weight)),
                Count::Moves(role) => judge.moves.push((role_named(game, role)?, *weight)),
                Count::Goal(role) => judge.goals.push((role_named(game, role)?, *weight)),
                Count::Always => judge.always += weight,
            }
        }
        Ok(judge)
    }

    /// Lines are looked at once, so those that are written one after another
    /// for several numbers are one.
    fn add_line(&mut self, n: usize, line: Line, weight: f64) {
        if self.lines.last().is_none_or(|(last, _)| *last != line) {
            let worths = vec![0.0; line.places.len() + 1];
            self.lines.push((line, worths));
        }
        let worths = self.lines.last_mut().map(|(_, worths)| worths);
        if let Some(worth) = worths.and_then(|worths| worths.get_mut(n)) {
            *worth += weight;
        }
    }

    /// Whether it takes more than a look at some facts.
    pub fn is_costly(&self) -> bool {
        let n_facts = self.facts.len() + self.squares.iter().map(|one| one.0.len()).sum::<usize>();
        let is_bare = self.together.is_empty() && self.lines.is_empty() && self.moves.is_empty();
        n_facts > N_CHEAP
            || !is_bare
            || !(self.plans.is_empty() && self.fulfilled.is_empty() && self.goals.is_empty())
    }

    /// The sum of the weights of what holds.
    pub fn sum<G: Playable>(&self, game: &G, state: &G::State, moves: &mut Vec<G::Move>) -> f64 {
        let holds = |fact: &usize| game.holds(state, *fact);
        let mut sum = self.always;
        sum += self.facts.iter().filter(|(fact, _)| holds(fact)).map(|(_, w)| w).sum::<f64>();
        for (facts, weight) in &self.together {
            sum += if facts.iter().all(holds) { *weight } else { 0.0 };
        }
        for (facts, weight) in &self.squares {
            let n = facts.iter().filter(|&fact| holds(fact)).count() as f64;
            sum += weight * n * n;
        }
        for (line, worths) in &self.lines {
            sum += line.n_filled(|fact| holds(&fact)).map_or(0.0, |n| worths[n]);
        }
        for (plan, weight) in &self.plans {
            sum += weight * plan.nearness(|fact| holds(&fact));
        }
        for (plan, weight) in &self.fulfilled {
            let is_there = plan.missing(|fact| holds(&fact)) == Some(0);
            sum += if is_there { *weight } else { 0.0 };
        }
        for (role, weight) in &self.moves {
            game.legal_moves(state, *role, moves);
            sum += weight * moves.len() as f64;
        }
        for (role, weight) in &self.goals {
            sum += weight * f64::from(game.goal(state, *role).value()) / 100.0;
        }
        sum
    }
}

/// So many facts are looked at faster than it is found out whether to.
const N_CHEAP: usize = 8;

/// What a part takes, in the numbers of a game.
fn plan(
    parts: &[Part<String>],
    goal: usize,
    mut fact: impl FnMut(&String) -> Result<usize, String>,
) -> Result<Plan, String> {
    if goal >= parts.len() {
        return Err(format!("there is no part {}", goal + 1));
    }
    let parts = parts.iter().map(|part| part.map(&mut fact));
    let mut parts = parts.collect::<Result<Vec<_>, _>>()?;
    parts.push(Part { is_all: true, conditions: vec![Condition::Part(goal)] });
    Ok(Plan::new(parts).pruned())
}
