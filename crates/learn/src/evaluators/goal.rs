//! Goal conditions: the best goal of a role as a plan, read off the circuit.

use std::collections::HashMap;

use ludex_game::RoleId;
use ludex_gdl::circuit::{Circuit, GateKind, Lit};
use ludex_search::evaluate::{Condition, Line, Part, Plan};

use super::GameContext;

/// Goals with more parts are too slow to evaluate in every position.
const N_PARTS_MAX: usize = 2000;

/// The plan of a role's best goal; none if it has too many parts.
///
/// Turns alternate by themselves, so a goal with a condition on the turn is read once
/// for each role on turn.
pub fn goal_plan(context: &GameContext<'_>, role: RoleId) -> Option<Plan> {
    let circuit = &context.game.grounded().circuit;
    let &(_, goal) = circuit.goals[role.index()].last()?;
    let mut reader = Reader::new(circuit);
    let mut ways = Vec::new();
    for turn in context.turns() {
        (reader.turn, reader.known) = (turn.facts, HashMap::new());
        ways.push(reader.read(goal)?);
    }
    reader.parts.push(Part { is_all: false, conditions: ways });
    let plan = Plan::new(reader.parts).pruned();
    (!plan.parts().last()?.conditions.is_empty()).then_some(plan)
}

/// The exact plan of a circuit output; none if there is no plan, or it has too many
/// parts.
pub(super) fn plan_of(circuit: &Circuit, lit: Lit) -> Option<Plan> {
    let mut reader = Reader::new(circuit);
    let goal = reader.read(lit)?;
    if reader.is_vague {
        return None;
    }
    reader.parts.push(Part { is_all: true, conditions: vec![goal] });
    Some(Plan::new(reader.parts).pruned())
}

struct Reader<'a> {
    circuit: &'a Circuit,
    /// Facts about the turn, and whether they hold.
    turn: Vec<(usize, bool)>,
    /// The parts that gates became, and those of their opposites.
    known: HashMap<Lit, usize>,
    parts: Vec<Part<usize>>,
    /// Whether a condition was left out.
    is_vague: bool,
}

impl<'a> Reader<'a> {
    fn new(circuit: &'a Circuit) -> Self {
        let (turn, known, parts) = (Vec::new(), HashMap::new(), Vec::new());
        Self { circuit, turn, known, parts, is_vague: false }
    }

    fn read(&mut self, lit: Lit) -> Option<Condition<usize>> {
        let (circuit, node) = (self.circuit, lit.node());
        if node == 0 {
            return self.part(lit.is_negated(), Vec::new());
        }
        if node < circuit.first_gate() {
            // Goals do not depend on moves.
            let fact = node.checked_sub(1).filter(|&fact| fact < circuit.n_bases)?;
            let is_turn = self.turn.iter().find(|(other, _)| *other == fact);
            return match is_turn {
                Some((_, holds)) => self.part(*holds != lit.is_negated(), Vec::new()),
                None if lit.is_negated() => Some(Condition::Not(fact)),
                None => Some(Condition::Fact(fact)),
            };
        }
        if let Some(&part) = self.known.get(&lit) {
            return Some(Condition::Part(part));
        }
        // The negation of a recursive gate has no number of steps.
        if lit.is_negated() && circuit.loops.iter().any(|range| range.contains(&node)) {
            self.is_vague = true;
            return self.part(true, Vec::new());
        }
        let gate = node - circuit.first_gate();
        let is_all = (circuit.kinds[gate] == GateKind::And) != lit.is_negated();
        let Condition::Part(part) = self.part(is_all, Vec::new())? else { return None };
        self.known.insert(lit, part);
        for &input in circuit.inputs_of(gate) {
            let condition = self.read(if lit.is_negated() { !input } else { input })?;
            self.parts[part].conditions.push(condition);
        }
        Some(Condition::Part(part))
    }

    /// A new part; none if there are too many.
    fn part(
        &mut self,
        is_all: bool,
        conditions: Vec<Condition<usize>>,
    ) -> Option<Condition<usize>> {
        self.parts.push(Part { is_all, conditions });
        (self.parts.len() <= N_PARTS_MAX).then_some(Condition::Part(self.parts.len() - 1))
    }
}

/// The plan with hindrances: a piece on a cell rules out other pieces there.
pub fn hindered(context: &GameContext<'_>, plan: &Plan) -> Plan {
    let mut all = plan.parts().to_vec();
    let n = all.len();
    let mut of_fact: HashMap<usize, usize> = HashMap::new();
    for at in 0..n {
        for place in 0..all[at].conditions.len() {
            let Condition::Fact(fact) = all[at].conditions[place] else { continue };
            let hindrances = context.hindrances(&[fact]);
            if hindrances.is_empty() {
                continue;
            }
            let part = *of_fact.entry(fact).or_insert_with(|| {
                let unless = hindrances.into_iter().map(Condition::Unless);
                let conditions = [Condition::Fact(fact)].into_iter().chain(unless).collect();
                all.push(Part { is_all: true, conditions });
                all.len() - 1
            });
            all[at].conditions[place] = Condition::Part(part);
        }
    }
    all.push(Part { is_all: true, conditions: vec![Condition::Part(n - 1)] });
    Plan::new(all).pruned()
}

/// Longer lines carry no information before the end of a game; of too many lines, none matters.
const N_PLACES_MAX: usize = 8;
const N_LINES_MAX: usize = 400;

/// The lines of a plan: places that reach its goal when all are filled. Negative
/// conditions are left out. Facts about one cell are one place.
pub fn lines(context: &GameContext<'_>, plan: &Plan) -> Vec<Line> {
    let mut known = vec![None; plan.parts().len()];
    let Some(goal) = plan.parts().len().checked_sub(1) else { return Vec::new() };
    let mut found = ways(context, plan, goal, &mut known).unwrap_or_default();
    found.retain(|places| places.len() > 1);
    let line = |places: Vec<Vec<usize>>| {
        let without = places.iter().flat_map(|place| context.hindrances(place)).collect();
        Line { places, without }
    };
    found.into_iter().map(line).collect()
}

/// The ways to reach a part, each as places to be filled; none if they are too many or
/// circular.
fn ways(
    context: &GameContext<'_>,
    plan: &Plan,
    at: usize,
    known: &mut [Option<Option<Ways>>],
) -> Option<Ways> {
    if let Some(found) = &known[at] {
        return found.clone();
    }
    // While it is computed, a part that depends on itself has no ways.
    known[at] = Some(None);
    let part = &plan.parts()[at];
    let mut of_conditions = Vec::new();
    for condition in &part.conditions {
        of_conditions.push(match *condition {
            Condition::Fact(fact) => Some(vec![vec![vec![fact]]]),
            Condition::Not(_) | Condition::Unless(_) => Some(vec![Vec::new()]),
            Condition::Part(other) => ways(context, plan, other, known),
        });
    }
    let found = match part.is_all {
        true => all_of(of_conditions),
        false => any_of(context, of_conditions),
    };
    known[at] = Some(found.clone());
    found
}

type Ways = Vec<Vec<Vec<usize>>>;

/// Conditions without ways are left out.
fn all_of(of_conditions: Vec<Option<Ways>>) -> Option<Ways> {
    let n_told = of_conditions.iter().flatten().count();
    let mut all: Ways = vec![Vec::new()];
    for ways in of_conditions.iter().flatten() {
        if all.len() * ways.len() > N_LINES_MAX {
            return None;
        }
        let join = |(one, other): (&Vec<Vec<usize>>, &Vec<Vec<usize>>)| {
            let mut places = [&one[..], &other[..]].concat();
            places.sort();
            places.dedup();
            places
        };
        let pairs = all.iter().flat_map(|one| ways.iter().map(move |other| (one, other)));
        all = pairs.map(join).filter(|places| places.len() <= N_PLACES_MAX).collect();
    }
    (n_told > 0 || of_conditions.is_empty()).then_some(all)
}

/// Alternatives without ways are left out; facts about one cell are one place.
fn any_of(context: &GameContext<'_>, of_conditions: Vec<Option<Ways>>) -> Option<Ways> {
    let n = of_conditions.len();
    let told: Vec<Ways> = of_conditions.into_iter().flatten().collect();
    if told.is_empty() && n > 0 {
        return None;
    }
    let (mut of_cell, mut all): (Vec<(_, Vec<usize>)>, Ways) = (Vec::new(), Vec::new());
    for way in told.into_iter().flatten() {
        let cell = match &way[..] {
            [place] => context.cell_of(place[0]).map(|cell| (cell, place.clone())),
            _ => None,
        };
        let Some((cell, place)) = cell else {
            all.push(way);
            continue;
        };
        match of_cell.iter_mut().find(|(other, _)| *other == cell) {
            Some((_, facts)) => facts.extend(place),
            None => of_cell.push((cell, place)),
        }
    }
    all.extend(of_cell.into_iter().map(|(_, mut facts)| {
        facts.sort_unstable();
        facts.dedup();
        vec![facts]
    }));
    all.sort();
    all.dedup();
    (all.len() <= N_LINES_MAX).then_some(all)
}
