//! The puzzle solver as a player: it solves the position once and plays the solution.

use std::sync::Arc;

use ludex_game::{Game, Goal, Playable, RoleId};

use super::{PlayerMaker, PlayerOptions};
use crate::options::{Bytes, Options, Positive, Text, Word};
use crate::puzzle::{self, Knowledge, Method, Outcome, Solution, Solver, is_puzzle};
use crate::{Context, Limits, Player, Report, Stop};

/// About a second of search.
const NODES: u64 = 1_000_000;

pub(super) struct PuzzleOptions {
    nodes: u64,
    heuristic: Option<String>,
    search: puzzle::Options,
}

impl PlayerOptions for PuzzleOptions {
    fn read(options: &mut Options) -> Result<Self, String> {
        let usual = puzzle::Options::default();
        let nodes = options.declare("nodes", Positive, "the most positions of one search");
        let nodes = nodes.or(NODES)?;
        let memory = options.declare("memory", Bytes, "how much memory to use, roughly");
        let memory_bytes_max = memory.or(usual.memory_bytes_max)?;
        let method = options.declare("method", Word(&Method::NAMES), "the search; auto is all");
        let method = method.or(usual.method)?;
        let heuristic = options.declare("heur", Text, "a heuristic of the game, by its name");
        let heuristic = heuristic.or_none("none")?;
        let search = puzzle::Options { memory_bytes_max, method, any_length: true, ..usual };
        Ok(Self { nodes, heuristic, search })
    }
}

impl<G: Playable> PlayerMaker<G> for PuzzleOptions {
    fn player(self, game: &Arc<G>, context: &Context) -> Result<Box<dyn Player<G>>, String> {
        if !is_puzzle(&**game) {
            let n_roles = game.roles().len();
            return Err(format!("it plays games with one role; this game has {n_roles} roles"));
        }
        let knowledge = match &self.heuristic {
            Some(name) => Knowledge::named(game, name)?,
            None => Knowledge::default(),
        };
        Ok(Box::new(PuzzlePlayer {
            game: Arc::clone(game),
            options: puzzle::Options { seed: context.seed, ..self.search },
            knowledge,
            nodes: self.nodes,
            solver: None,
            plan: None,
            n_stalls: 0,
        }))
    }
}

struct PuzzlePlayer<G: Playable> {
    game: Arc<G>,
    options: puzzle::Options,
    knowledge: Knowledge<G>,
    nodes: u64,
    /// Kept, and continued if its position comes again.
    solver: Option<Solver<G>>,
    plan: Option<Plan<G>>,
    n_stalls: u32,
}

/// Maximum number of moves made to gain time only: where steps are counted, they are lost.
const N_STALLS_MAX: u32 = 20;

/// A solution and the positions it leads through, without the last one.
struct Plan<G: Game> {
    states: Vec<G::State>,
    solution: Solution<G::Move>,
}

impl<G: Playable> Plan<G> {
    /// A plan for a position: optionally a first move, then a solution. The plan is replayed,
    /// since the solution may stem from a position with an earlier step count; `None` if it no
    /// longer reaches its goal.
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

    /// The remaining moves of the plan in a position, if the plan contains the position.
    fn rest(&self, state: &G::State) -> Option<&[G::Move]> {
        let at = self.states.iter().position(|known| known == state)?;
        Some(&self.solution.moves[at..])
    }
}

impl<G: Playable> PuzzlePlayer<G> {
    /// Searches, and keeps the better of the old plan and the new one. Returns the number of
    /// positions searched.
    fn replan(&mut self, state: &G::State, stop: &Stop) -> u64 {
        let limits = Limits { nodes: Some(self.nodes), stop: stop.clone(), ..Limits::default() };
        let begun = self.solver.take().filter(|solver| self.way_home(solver, state).is_some());
        let anew = || Solver::informed(&self.game, state, &self.options, self.knowledge.clone());
        let mut solver = begun.unwrap_or_else(anew);
        let mut outcome = solver.solve(&limits);
        let mut new = self.plan(&solver, state, &outcome);
        let is_best = outcome.solution.as_ref().is_some_and(|solution| solution.is_best);
        if new.is_none() && is_best && solver.root() != state {
            // The solution is too long by now, and the search has nothing better to find.
            let n_before = outcome.nodes;
            solver = anew();
            outcome = solver.solve(&limits);
            outcome.nodes += n_before;
            new = self.plan(&solver, state, &outcome);
        }
        self.solver = Some(solver);
        let known = self.plan.take_if(|plan| plan.rest(state).is_some());
        // A plan that is proven to be best is preferred to one that is not.
        let merit = |plan: &Option<Plan<G>>| {
            plan.as_ref().map(|plan| (plan.solution.goal, plan.solution.is_best))
        };
        self.plan = if merit(&new) > merit(&known) { new } else { known };
        outcome.nodes
    }

    /// The plan from a solver's outcome for a position.
    fn plan(
        &self,
        solver: &Solver<G>,
        state: &G::State,
        outcome: &Outcome<G::Move>,
    ) -> Option<Plan<G>> {
        let home = self.way_home(solver, state)?;
        Plan::new(&*self.game, state, home, outcome.solution.clone()?)
    }

    /// The moves from a position back to the root of a solver, regardless of the step count:
    /// none or one; `None` if it is farther.
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

    /// A move to a position with this key, regardless of the step count.
    fn step_to(&self, state: &G::State, timeless: u64) -> Option<G::Move> {
        let mut moves = Vec::new();
        self.game.legal_moves(state, ROLE, &mut moves);
        moves.into_iter().find(|&mv| {
            let mut next = state.clone();
            self.game.apply(&mut next, &[mv]);
            self.game.timeless_key(&next) == Some(timeless) && !self.game.is_terminal(&next)
        })
    }

    /// A move that gains time for the search: a later move leads back to its root.
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

    /// Whether the plan covers the position and is proven to be best.
    fn is_planned(&self, state: &G::State) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.solution.is_best && plan.rest(state).is_some())
    }
}

/// The only role.
const ROLE: RoleId = RoleId(0);

impl<G: Playable> Player<G> for PuzzlePlayer<G> {
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
