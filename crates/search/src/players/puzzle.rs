//! Plays puzzles: plans once, and follows its plan.

use std::sync::Arc;

use game::{Game, Goal, Playable, RoleId};

use super::Kind;
use crate::puzzle::{Method, Options, Outcome, Solution, Solver, is_puzzle};
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
            let nodes = given.positive("nodes")?.unwrap_or(NODES);
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
                n_stalls: 0,
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
    n_stalls: u32,
}

/// So many moves may be made for the sake of time alone: they are missing later
/// where steps are counted.
const N_STALLS_MAX: u32 = 20;

/// A solution and the positions it leads through, the last one apart.
struct Plan<G: Game> {
    states: Vec<G::State>,
    solution: Solution<G::Move>,
}

impl<G: Playable> Plan<G> {
    /// A plan for a position: perhaps a first move, then a solution. It is played
    /// through, for the solution may have been found at an earlier time; `None`
    /// if it does not lead to its goal any more.
    fn new(
        game: &G,
        state: &G::State,
        first: Option<G::Move>,
        solution: Solution<G::Move>,
    ) -> Option<Self> {
        let moves: Vec<G::Move> = first.into_iter().chain(solution.moves.iter().copied()).collect();
        let (mut state, mut states, mut legal) = (state.clone(), Vec::new(), Vec::new());
        for &mv in &moves {
            if game.is_terminal(&state) {
                return None;
            }
            game.legal_moves(&state, ROLE, &mut legal);
            if !legal.contains(&mv) {
                return None;
            }
            let mut next = state.clone();
            game.apply(&mut next, &[mv]);
            states.push(std::mem::replace(&mut state, next));
        }
        let is_kept = game.is_terminal(&state) && game.goal(&state, ROLE) == solution.goal;
        is_kept.then(|| Self { states, solution: Solution { moves, ..solution } })
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
        let begun = self.solver.take().filter(|solver| self.way_home(solver, state).is_some());
        let anew = || Solver::new(&self.game, state, &self.options);
        let mut solver = begun.unwrap_or_else(anew);
        let mut outcome = solver.solve(&limits);
        let mut new = self.plan(&solver, state, &outcome);
        let is_best = outcome.solution.as_ref().is_some_and(|solution| solution.is_best);
        if new.is_none() && is_best && solver.root() != state {
            // What was found came too late, and nothing better will be.
            let n_before = outcome.nodes;
            solver = anew();
            outcome = solver.solve(&limits);
            outcome.nodes += n_before;
            new = self.plan(&solver, state, &outcome);
        }
        self.solver = Some(solver);
        let known = self.plan.take_if(|plan| plan.rest(state).is_some());
        // A plan that is known to be best is better than one that is not.
        let merit = |plan: &Option<Plan<G>>| {
            plan.as_ref().map(|plan| (plan.solution.goal, plan.solution.is_best))
        };
        self.plan = if merit(&new) > merit(&known) { new } else { known };
        outcome.nodes
    }

    /// The plan that a solver's outcome makes for a position.
    fn plan(
        &self,
        solver: &Solver<G>,
        state: &G::State,
        outcome: &Outcome<G::Move>,
    ) -> Option<Plan<G>> {
        let home = self.way_home(solver, state)?;
        Plan::new(&*self.game, state, home, outcome.solution.clone()?)
    }

    /// The moves from a position to the one that a solver is at work on: none, or
    /// one, or no way if it is farther. That it is later by now does not matter.
    fn way_home(&self, solver: &Solver<G>, state: &G::State) -> Option<Option<G::Move>> {
        if solver.root() == state {
            return Some(None);
        }
        let home = self.game.timeless_key(solver.root())?;
        if self.game.timeless_key(state) == Some(home) {
            return Some(None);
        }
        self.step_to(state, home).map(Some)
    }

    /// A move to a position, whatever the time is there.
    fn step_to(&self, state: &G::State, timeless: u64) -> Option<G::Move> {
        let mut moves = Vec::new();
        self.game.legal_moves(state, ROLE, &mut moves);
        moves.into_iter().find(|&mv| {
            let mut next = state.clone();
            self.game.apply(&mut next, &[mv]);
            self.game.timeless_key(&next) == Some(timeless) && !self.game.is_terminal(&next)
        })
    }

    /// A move that wins time: the search goes on, since the next move can lead
    /// back to where it began.
    fn stall(&self, state: &G::State) -> Option<G::Move> {
        let solver = self.solver.as_ref()?;
        let home = self.game.timeless_key(solver.root())?;
        if let Some(way) = self.way_home(solver, state)? {
            return Some(way);
        }
        let mut moves = Vec::new();
        self.game.legal_moves(state, ROLE, &mut moves);
        moves.into_iter().find(|&mv| {
            let mut next = state.clone();
            self.game.apply(&mut next, &[mv]);
            !self.game.is_terminal(&next) && self.step_to(&next, home).is_some()
        })
    }

    /// Whether there is a plan for the position that cannot be improved.
    fn is_planned(&self, state: &G::State) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.solution.is_best && plan.rest(state).is_some())
    }
}

/// The only role there is.
const ROLE: RoleId = RoleId(0);

impl<G: Playable> Player<G> for Planner<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        let nodes = if self.is_planned(state) { 0 } else { self.replan(state, stop) };
        let mut moves = Vec::new();
        self.game.legal_moves(state, role, &mut moves);
        if *state == self.game.initial() {
            self.n_stalls = 0;
        }
        if !self.is_planned(state)
            && self.n_stalls < N_STALLS_MAX
            && let Some(mv) = self.stall(state)
        {
            self.n_stalls += 1;
            return Report { nodes, ..Report::of_move(mv) };
        }
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
