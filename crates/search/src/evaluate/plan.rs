//! Plans: the number of facts still missing for a goal.

/// The conditions of a goal: parts that depend on facts and on each other, possibly in cycles.
/// The last part is the goal.
///
/// ```
/// use ludex_search::evaluate::{Condition, Part, Plan};
///
/// // Facts 0 and 1 together, or fact 2 unless fact 3 is in its way.
/// let both = Part { is_all: true, conditions: vec![Condition::Fact(0), Condition::Fact(1)] };
/// let free = Part { is_all: true, conditions: vec![Condition::Fact(2), Condition::Unless(3)] };
/// let goal = Part { is_all: false, conditions: vec![Condition::Part(0), Condition::Part(1)] };
/// let plan = Plan::new(vec![both, free, goal]);
/// assert_eq!(plan.missing(|fact| fact == 3), Some(2));
/// assert_eq!(plan.missing(|_| false), Some(1));
/// assert_eq!(plan.missing(|fact| fact < 2), Some(0));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    parts: Vec<Part<usize>>,
    /// For each part, the parts that depend on it.
    askers: Vec<Vec<usize>>,
}

/// A conjunction or a disjunction of conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<F> {
    /// Whether it is a conjunction.
    pub is_all: bool,
    /// The conditions.
    pub conditions: Vec<Condition<F>>,
}

/// A condition of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition<F> {
    /// A fact. It costs one step to reach.
    Fact(F),
    /// The negation of a fact. It costs one step to reach.
    Not(F),
    /// The negation of a fact. It cannot be reached while the fact holds.
    Unless(F),
    /// Another part, by its index.
    Part(usize),
}

impl<F> Condition<F> {
    /// The condition with a translated fact.
    pub fn map<T, E>(&self, name: &mut impl FnMut(&F) -> Result<T, E>) -> Result<Condition<T>, E> {
        Ok(match self {
            Self::Fact(fact) => Condition::Fact(name(fact)?),
            Self::Not(fact) => Condition::Not(name(fact)?),
            Self::Unless(fact) => Condition::Unless(name(fact)?),
            Self::Part(part) => Condition::Part(*part),
        })
    }
}

impl<F> Part<F> {
    /// The part with translated facts.
    pub fn map<T, E>(&self, name: &mut impl FnMut(&F) -> Result<T, E>) -> Result<Part<T>, E> {
        let conditions = self.conditions.iter().map(|condition| condition.map(name));
        Ok(Part { is_all: self.is_all, conditions: conditions.collect::<Result<_, E>>()? })
    }
}

impl Plan {
    /// A plan whose goal is the last part. Indices of missing parts can never be reached.
    pub fn new(parts: Vec<Part<usize>>) -> Self {
        let mut askers = vec![Vec::new(); parts.len()];
        for (at, part) in parts.iter().enumerate() {
            for condition in &part.conditions {
                if let Condition::Part(other) = *condition
                    && let Some(askers) = askers.get_mut(other)
                {
                    askers.push(at);
                }
            }
        }
        Self { parts, askers }
    }

    /// The plan without parts on which the goal does not depend, and without parts that can
    /// never be reached.
    pub fn pruned(mut self) -> Self {
        let mut can_be = vec![false; self.parts.len()];
        loop {
            let can = |condition: &Condition<usize>| match *condition {
                Condition::Part(part) => can_be.get(part).is_some_and(|&can| can),
                _ => true,
            };
            let possible = |part: &Part<usize>| match part.is_all {
                true => part.conditions.iter().all(can),
                false => part.conditions.iter().any(can),
            };
            let now: Vec<bool> = self.parts.iter().map(possible).collect();
            if now == can_be {
                break;
            }
            can_be = now;
        }
        let Some(goal) = self.parts.len().checked_sub(1) else { return self };
        let (mut places, mut found) = (vec![None; self.parts.len()], vec![goal]);
        let mut at = 0;
        places[goal] = Some(0);
        while let Some(&part) = found.get(at) {
            at += 1;
            self.parts[part].conditions.retain(|condition| match *condition {
                Condition::Part(other) => can_be.get(other).is_some_and(|&can| can),
                _ => true,
            });
            if !can_be[part] {
                self.parts[part] = Part { is_all: false, conditions: Vec::new() };
            }
            for condition in &self.parts[part].conditions {
                if let Condition::Part(other) = *condition
                    && places[other].is_none()
                {
                    places[other] = Some(found.len());
                    found.push(other);
                }
            }
        }
        // The goal was found first and has to be last.
        let renumber = |condition: &Condition<usize>| match *condition {
            Condition::Part(other) => match places[other] {
                Some(place) => Condition::Part(found.len() - 1 - place),
                None => Condition::Part(other),
            },
            ref other => other.clone(),
        };
        let kept = found.iter().rev().map(|&part| Part {
            is_all: self.parts[part].is_all,
            conditions: self.parts[part].conditions.iter().map(renumber).collect(),
        });
        Self::new(kept.collect())
    }

    /// Nearness of the goal, from 0 where it is unreachable to 1 where it holds.
    pub fn nearness(&self, holds: impl Fn(usize) -> bool) -> f64 {
        self.missing(holds).map_or(0.0, |steps| 1.0 / (1.0 + f64::from(steps)))
    }

    /// The parts.
    pub fn parts(&self) -> &[Part<usize>] {
        &self.parts
    }

    /// Number of missing steps, given the facts that hold; `None` if the goal is unreachable. A
    /// conjunction takes the sum of the steps of its conditions, a disjunction the minimum.
    /// Parts are settled in the order of their steps (Knuth's generalisation of Dijkstra's
    /// algorithm), so cycles are harmless.
    pub fn missing(&self, holds: impl Fn(usize) -> bool) -> Option<u32> {
        let goal = self.parts.len().checked_sub(1)?;
        if State::of(&self.parts[goal], &holds).is_hopeless {
            return None;
        }
        let mut states = Vec::with_capacity(self.parts.len());
        let mut queue: Vec<Vec<usize>> = Vec::new();
        let enqueue = |queue: &mut Vec<Vec<usize>>, at: usize, steps: u32| {
            let steps = steps as usize;
            if steps < STEPS_MAX {
                if queue.len() <= steps {
                    queue.resize_with(steps + 1, Vec::new);
                }
                queue[steps].push(at);
            }
        };
        for (at, part) in self.parts.iter().enumerate() {
            let state = State::of(part, &holds);
            if let Some(steps) = state.ready(part.is_all) {
                enqueue(&mut queue, at, steps);
            }
            states.push(state);
        }
        let mut steps = 0;
        while steps < queue.len() {
            let Some(at) = queue[steps].pop() else {
                steps += 1;
                continue;
            };
            if std::mem::replace(&mut states[at].is_settled, true) {
                continue;
            }
            if at == goal {
                return Some(steps as u32);
            }
            for &asker in &self.askers[at] {
                let (state, is_all) = (&mut states[asker], self.parts[asker].is_all);
                if state.is_settled {
                    continue;
                }
                state.take(is_all, steps as u32);
                if let Some(steps) = state.ready(is_all) {
                    enqueue(&mut queue, asker, steps);
                }
            }
        }
        None
    }
}

/// A goal with at least this number of missing steps counts as unreachable.
const STEPS_MAX: usize = 256;

/// The state of a part during the computation.
struct State {
    /// Steps so far: the sum for a conjunction, else the minimum.
    steps: u32,
    /// Number of conditions on parts that are not settled yet.
    n_open: u32,
    /// Whether it is unreachable.
    is_hopeless: bool,
    is_settled: bool,
}

impl State {
    fn of(part: &Part<usize>, holds: &impl Fn(usize) -> bool) -> Self {
        let steps = if part.is_all { 0 } else { u32::MAX };
        let mut state = Self { steps, n_open: 0, is_hopeless: false, is_settled: false };
        for condition in &part.conditions {
            match *condition {
                Condition::Fact(fact) => state.take_now(part.is_all, u32::from(!holds(fact))),
                Condition::Not(fact) => state.take_now(part.is_all, u32::from(holds(fact))),
                Condition::Unless(fact) if holds(fact) => state.is_hopeless |= part.is_all,
                Condition::Unless(_) => state.take_now(part.is_all, 0),
                Condition::Part(_) => state.n_open += 1,
            }
        }
        state
    }

    fn take_now(&mut self, is_all: bool, steps: u32) {
        self.steps = if is_all { self.steps.saturating_add(steps) } else { self.steps.min(steps) };
    }

    /// Adds a condition on a part that was settled.
    fn take(&mut self, is_all: bool, steps: u32) {
        self.take_now(is_all, steps);
        self.n_open -= 1;
    }

    /// The steps, once they are final.
    fn ready(&self, is_all: bool) -> Option<u32> {
        let is_ready = if is_all { self.n_open == 0 } else { self.steps < u32::MAX };
        (is_ready && !self.is_hopeless).then_some(self.steps)
    }
}

#[cfg(test)]
mod tests {
    use ludex_game::rng;
    use rand::Rng as _;

    use super::*;

    const N_FACTS: usize = 6;

    fn random_plan(rng: &mut impl rand::Rng, n_parts: usize) -> Plan {
        let part = |_| {
            let n_conditions = rng.random_range(0..4);
            let conditions = (0..n_conditions).map(|_| match rng.random_range(0..6) {
                0 | 1 => Condition::Fact(rng.random_range(0..N_FACTS)),
                2 => Condition::Not(rng.random_range(0..N_FACTS)),
                3 => Condition::Unless(rng.random_range(0..N_FACTS)),
                _ => Condition::Part(rng.random_range(0..n_parts)),
            });
            let conditions = conditions.collect();
            Part { is_all: rng.random_bool(0.5), conditions }
        };
        Plan::new((0..n_parts).map(part).collect())
    }

    /// The least numbers that agree with all parts, the plain way.
    fn plainly(plan: &Plan, holds: &impl Fn(usize) -> bool) -> Option<u32> {
        const NO_WAY: u32 = 1000;
        let mut steps = vec![NO_WAY; plan.parts().len()];
        for _ in 0..=plan.parts().len() {
            for (at, part) in plan.parts().iter().enumerate() {
                let of_condition = |condition: &Condition<usize>| match *condition {
                    Condition::Fact(fact) => u32::from(!holds(fact)),
                    Condition::Not(fact) => u32::from(holds(fact)),
                    Condition::Unless(fact) => u32::from(holds(fact)) * NO_WAY,
                    Condition::Part(other) => steps[other],
                };
                let conditions = part.conditions.iter().map(of_condition);
                steps[at] = match part.is_all {
                    true => conditions.sum::<u32>().min(NO_WAY),
                    false => conditions.min().unwrap_or(NO_WAY),
                };
            }
        }
        steps.last().copied().filter(|&steps| steps < NO_WAY)
    }

    #[test]
    fn steps_are_the_least_that_agree_with_all_parts() {
        for seed in 0..2000 {
            let mut rng = rng(seed, 0);
            let n_parts = rng.random_range(1..8);
            let plan = random_plan(&mut rng, n_parts);
            let facts: u32 = rng.random_range(0..1 << N_FACTS);
            let holds = |fact: usize| facts >> fact & 1 == 1;
            let expected = plainly(&plan, &holds);
            assert_eq!(plan.missing(holds), expected, "{plan:?} where {facts:b}");
            let pruned = plan.clone().pruned();
            assert_eq!(pruned.missing(holds), expected, "{plan:?} became {pruned:?}");
        }
    }
}
