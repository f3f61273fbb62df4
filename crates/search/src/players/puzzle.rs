//! Plays puzzles: plans once, and follows its plan.

use std::sync::Arc;

use game::{Game, Goal, Playable, RoleId};

use super::Kind;
use crate::puzzle::{Method, Options, Solution, Solver, is_puzzle};
use crate::{Limits, Player, Report, Stop};

pub(super) fn kind<G: Playable>() -> Kind<G> {
    Kind {
        name: "puzzle",
        about: "solves games with one role, and follows its plan",
        options: &[
            ("nodes", "most positions to look at when planning", "1M"),
            ("memory", "how much memory to use, roughly", "1GB"),
            ("method", "auto, bfs, astar, ida, beam or nested", "auto"),
        ],
        make: |game, context, given| {
            if !is_puzzle(&**game) {
                return Err(format!("it plays alone; this game has {} roles", game.roles().len()));
            }
            let nodes = given.count("nodes")?.unwrap_or(NODES);
            let mut options =
                Options { seed: context.seed, any_length: true, ..Options::default() };
            if let Some(bytes) = given.bytes("memory")? {
                options.memory_bytes_max = bytes;
            }
            if let Some(method) = given.word("method", &Method::NAMES)? {
                options.method = method;
            }
            Ok(Box::new(Planner {
                game: Arc::clone(game),
                options,
                nodes,
                solver: None,
                plan: None,
            }))
        },
    }
}

/// How many positions to look at unless told otherwise: about a second's work.
const NODES: u64 = 1_000_000;

struct Planner<G: Playable> {
    game: Arc<G>,
    options: Options,
    nodes: u64,
    /// Goes on if it is asked about the same position again.
    solver: Option<Solver<G>>,
    plan: Option<Plan<G>>,
}

/// A solution and the positions it leads through, the last one apart.
struct Plan<G: Game> {
    states: Vec<G::State>,
    solution: Solution<G::Move>,
}

impl<G: Playable> Plan<G> {
    fn new(game: &G, state: &G::State, solution: Solution<G::Move>) -> Self {
        let mut state = state.clone();
        let mut states = Vec::new();
        for &mv in &solution.moves {
            let mut next = state.clone();
            game.apply(&mut next, &[mv]);
            states.push(std::mem::replace(&mut state, next));
        }
        Self { states, solution }
    }

    /// What remains of the plan in a position, if it leads through it.
    fn rest(&self, state: &G::State) -> Option<&[G::Move]> {
        let at = self.states.iter().position(|known| known == state)?;
        Some(&self.solution.moves[at..])
    }
}

impl<G: Playable> Planner<G> {
    /// Searches, and keeps the better of the old plan and the new one. Returns
    /// how many positions that took.
    fn replan(&mut self, state: &G::State, stop: &Stop) -> u64 {
        let limits = Limits { nodes: Some(self.nodes), stop: stop.clone(), ..Limits::default() };
        let begun = self.solver.take().filter(|solver| solver.root() == state);
        let mut solver = begun.unwrap_or_else(|| Solver::new(&self.game, state, &self.options));
        let outcome = solver.solve(&limits);
        self.solver = Some(solver);
        let known = self.plan.take_if(|plan| plan.rest(state).is_some());
        // A plan that is known to be best is better than one that is not.
        let merit = |plan: &Option<Plan<G>>| {
            plan.as_ref().map(|plan| (plan.solution.goal, plan.solution.is_best))
        };
        let new = outcome.solution.map(|solution| Plan::new(&*self.game, state, solution));
        self.plan = if merit(&new) > merit(&known) { new } else { known };
        outcome.nodes
    }

    /// Whether there is a plan for the position that cannot be improved.
    fn is_planned(&self, state: &G::State) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.solution.is_best && plan.rest(state).is_some())
    }
}

impl<G: Playable> Player<G> for Planner<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        let nodes = if self.is_planned(state) { 0 } else { self.replan(state, stop) };
        let mut moves = Vec::new();
        self.game.legal_moves(state, role, &mut moves);
        let Some(plan) = &self.plan else {
            return Report { nodes, ..Report::of_move(moves[0]) };
        };
        let rest = plan.rest(state).unwrap_or(&moves[..1]);
        Report {
            value: Some(f64::from(plan.solution.goal.value())),
            is_proven: plan.solution.is_best || plan.solution.goal == Goal::MAX,
            line: rest.iter().map(|&mv| vec![mv]).collect(),
            nodes,
            depth: rest.len() as u32,
            ..Report::of_move(rest[0])
        }
    }

    fn ponder(&mut self, state: &G::State, _role: RoleId, stop: &Stop) {
        if !self.is_planned(state) {
            self.replan(state, stop);
        }
    }
}
