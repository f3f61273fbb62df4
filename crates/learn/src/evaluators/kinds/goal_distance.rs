//! The distance of a role from its goal: the number of facts that are missing.

use std::sync::Arc;

use ludex_game::RoleId;
use ludex_search::evaluate::{AnyMeasure, Condition, Part, Plan};

use super::Kind;
use crate::evaluators::{GameContext, Term, Turn, goal_plan, hindered};

pub(super) fn kind() -> Kind {
    Kind { name: "goal-distance", alone: true, together: true, propose }
}

fn propose(context: &GameContext<'_>) -> Vec<Term> {
    context.players().flat_map(|role| of_role(context, role)).collect()
}

/// The nearness of a role to its goal. It has a higher value on turn, so there is a term for
/// each role on turn.
pub fn of_role(context: &GameContext<'_>, role: RoleId) -> Vec<Term> {
    let Some(plan) = goal_plan(context, role) else { return Vec::new() };
    let plan = hindered(context, &plan);
    let at_turn = |turn: &Turn| {
        let mut parts = plan.parts().to_vec();
        let goal = Condition::Part(parts.len() - 1);
        let unless = turn.others().map(Condition::Unless);
        parts.push(Part { is_all: true, conditions: [goal].into_iter().chain(unless).collect() });
        let name = format!("nearness of {} to its goal{}", context.role_name(role), turn.name());
        let near = AnyMeasure::Near(Arc::new(Plan::new(parts)));
        Term::new("goal-distance", name, vec![(1.0, near)])
    };
    context.turns().iter().map(at_turn).collect()
}
