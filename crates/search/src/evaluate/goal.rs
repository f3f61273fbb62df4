//! The goal value of a position before the end.

use ludex_game::{Evaluator, Game, NamedEvaluator, Playable, RoleId};

/// The goal value of a nonterminal position by the rules; half of the maximum where all goals
/// are 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoalValue;

pub(super) fn named<G: Playable>() -> NamedEvaluator<G> {
    NamedEvaluator {
        name: "goal",
        about: "the goal value that the rules give the position, 50 if none",
        make: |_| Box::new(GoalValue),
    }
}

impl<G: Game> Evaluator<G> for GoalValue {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        let goals = (0..game.roles().len()).map(|role| game.goal(state, RoleId::new(role)).value());
        // Where all goals are 0, the rules give no estimate.
        if goals.max() == Some(0) {
            return 50.0;
        }
        f64::from(game.goal(state, role).value()).clamp(1.0, 99.0)
    }
}
