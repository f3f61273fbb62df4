//! The solver: alternates between all searches.

use std::sync::Arc;

use ludex_game::{Evaluator, Game, Heuristic, Playable, RoleId};

use super::{
    Astar, Beam, Bfs, Filling, Greedy, Ida, Knowledge, Meter, Nested, Parts, Progress, ROLE,
    Record, Relaxed, Sat, Search, Solution,
};
use crate::Limits;

/// The search method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// All methods, alternating.
    #[default]
    Auto,
    /// Breadth-first.
    Bfs,
    /// A*.
    Astar,
    /// Iterative deepening.
    Ida,
    /// Beam search.
    Beam,
    /// Nested Monte Carlo search.
    Nested,
    /// Sets of moves that win in any order.
    Filling,
    /// Greedy best-first search.
    Greedy,
    /// Satisfiability.
    Sat,
}

impl Method {
    /// All methods, with their names.
    pub const NAMES: [(&'static str, Method); 9] = [
        ("auto", Method::Auto),
        ("bfs", Method::Bfs),
        ("astar", Method::Astar),
        ("ida", Method::Ida),
        ("beam", Method::Beam),
        ("nested", Method::Nested),
        ("filling", Method::Filling),
        ("greedy", Method::Greedy),
        ("sat", Method::Sat),
    ];
}

/// The parameters of a solver.
#[derive(Clone, Debug)]
pub struct Options {
    /// The search method.
    pub method: Method,
    /// Maximum memory, roughly.
    pub memory_bytes_max: usize,
    /// The random seed.
    pub seed: u64,
    /// Whether any solution is accepted, rather than the cheapest.
    pub any_length: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { method: Method::Auto, memory_bytes_max: 1 << 30, seed: 1, any_length: false }
    }
}

/// The result of a solver.
#[derive(Clone, Debug)]
pub struct Outcome<M> {
    /// The best solution; `None` if no end of the game was reached.
    pub solution: Option<Solution<M>>,
    /// Whether it is proven that no better solution exists.
    pub is_settled: bool,
    /// Number of positions searched.
    pub nodes: u64,
}

/// Solves games with one role.
///
/// Searches alternate, with growing turns. A complete search runs until the end: breadth-first
/// where there is no heuristic and every move costs 1, first without step counts where that is
/// sound, else A*; when memory is full, iterative deepening with the same heuristic replaces
/// it. The others run only until a solution has the highest goal value. A puzzle that
/// breadth-first search could have solved alone thus takes at most five times as long, and most
/// puzzles that one of the others solves are solved soon.
///
/// A [bound](ludex_game::Bound) takes part in proofs; an
/// [estimate](ludex_game::Estimate) only changes the order of positions.
pub struct Solver<G: Playable> {
    game: Arc<G>,
    root: G::State,
    options: Options,
    turn: Turn,
    record: Record<G::Move>,
    knowledge: Knowledge<G>,
    /// The complete search, which sees all ends, given time.
    complete: Option<(Stage, Box<dyn Search<G>>)>,
    /// Incomplete searches, until they are done.
    others: Vec<Option<Box<dyn Search<G>>>>,
}

/// The stage of the complete search. The next stage covers the cases that one leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Breadth-first without step counts, where that is sound.
    Timeless,
    /// Breadth-first.
    Breadth,
    /// A*.
    Astar,
    /// Iterative deepening, which needs little memory.
    Deepening,
}

/// The search whose turn it is: the complete one, then each of the others.
#[derive(Clone, Copy)]
struct Turn {
    at: usize,
    /// Maximum number of positions of the turn.
    nodes: u64,
}

impl Turn {
    fn next(self, n_others: usize) -> Self {
        match self.at < n_others {
            true => Self { at: self.at + 1, ..self },
            false => Self { at: 0, nodes: self.nodes.saturating_mul(2) },
        }
    }
}

/// Number of positions of the first turn of each search.
const TURN_NODES: u64 = 20_000;

impl<G: Playable> Solver<G> {
    /// A solver for a position of a game with one role.
    pub fn new(game: &Arc<G>, state: &G::State, options: &Options) -> Self {
        Self::informed(game, state, options, Knowledge::default())
    }

    /// As [`Self::new`], with a heuristic or exactly known positions.
    pub fn informed(
        game: &Arc<G>,
        state: &G::State,
        options: &Options,
        knowledge: Knowledge<G>,
    ) -> Self {
        assert!(is_puzzle(&**game), "it has one role");
        let (memory, seed) = (options.memory_bytes_max, options.seed);
        let mut solver = Self {
            game: Arc::clone(game),
            root: state.clone(),
            options: options.clone(),
            turn: Turn { at: 0, nodes: TURN_NODES },
            record: Record::default(),
            knowledge,
            complete: None,
            others: Vec::new(),
        };
        if game.is_terminal(state) {
            solver.record.offer(game.goal(state, ROLE), 0, Vec::new);
            solver.record.has_seen_all();
            return solver;
        }
        let (heuristic, probe) = (solver.knowledge.heuristic(), solver.knowledge.probe());
        let order = solver.knowledge.heuristic();
        let beam = || {
            let beam = Beam::new(game, state, Box::new(GoalNow), seed, memory / 8);
            incomplete(beam.with_heuristic(order))
        };
        if let Some(goal) = Relaxed::new(&**game).and_then(|mut it| it.highest_goal(game, state)) {
            solver.record.rule_out_above(goal);
        }
        let ordered = solver.knowledge.heuristic();
        let greedy = || match ordered {
            Some(heuristic) => Some(Greedy::new(game, state, heuristic, 1, memory / 8)),
            None => Relaxed::new(&**game).map(|relaxed| {
                let n_nodes_each = relaxed.n_nodes_each();
                let heuristic = Heuristic::Estimate(Box::new(relaxed));
                Greedy::new(game, state, heuristic, n_nodes_each, memory / 8)
            }),
        };
        let sat = || Sat::new(game, state, seed, memory / 4);
        match options.method {
            Method::Auto => {
                let is_breadth = heuristic.is_none() && game.has_unit_costs();
                solver.begin(if is_breadth { Stage::Timeless } else { Stage::Astar });
                let dive = Ida::dive(game, state, heuristic, memory / 8).with_probe(probe.clone());
                let nested = Nested::new(game, state, seed);
                solver.others = vec![incomplete(dive), beam(), incomplete(nested)];
                // First: what it finds, it finds soon.
                let of_parts = Options { memory_bytes_max: memory / 8, ..options.clone() };
                let parts = Parts::new(game, state, &of_parts).map(incomplete);
                solver.others.splice(0..0, parts);
                solver.others.extend(Filling::new(game, state).map(incomplete));
                solver.others.extend(greedy().map(incomplete));
                solver.others.extend(sat().map(incomplete));
                let is_timeless = matches!(solver.complete, Some((Stage::Timeless, _)));
                if !is_timeless {
                    let bfs = Bfs::timeless(game, state, memory / 8);
                    let bfs = bfs.map(|bfs| incomplete(bfs.with_probe(probe)));
                    solver.others.extend(bfs);
                }
            }
            Method::Bfs => solver.begin(Stage::Timeless),
            Method::Astar => solver.begin(Stage::Astar),
            Method::Ida => solver.begin(Stage::Deepening),
            Method::Beam => solver.others = vec![beam()],
            Method::Nested => solver.others = vec![incomplete(Nested::new(game, state, seed))],
            Method::Filling => {
                solver.others.extend(Filling::new(game, state).map(incomplete));
            }
            Method::Greedy => solver.others.extend(greedy().map(incomplete)),
            Method::Sat => solver.others.extend(sat().map(incomplete)),
        }
        solver
    }

    /// Starts a stage of the complete search.
    fn begin(&mut self, stage: Stage) {
        let (game, root, knowledge) = (&self.game, &self.root, &self.knowledge);
        let (heuristic, probe) = (|| knowledge.heuristic(), knowledge.probe());
        // In `Auto`, the other searches need memory as well.
        let share = if self.options.method == Method::Auto { 2 } else { 1 };
        let memory = self.options.memory_bytes_max / share;
        let search: Box<dyn Search<G>> = match stage {
            Stage::Timeless if game.timeless_plies(root).is_none() => {
                return self.begin(Stage::Breadth);
            }
            Stage::Timeless => match Bfs::timeless(game, root, memory) {
                Some(bfs) => Box::new(bfs.with_probe(probe)),
                None => return self.begin(Stage::Breadth),
            },
            Stage::Breadth => Box::new(Bfs::new(game, root, memory).with_probe(probe)),
            Stage::Astar => Box::new(Astar::new(game, root, heuristic(), memory).with_probe(probe)),
            Stage::Deepening => {
                Box::new(Ida::new(game, root, heuristic(), memory / share).with_probe(probe))
            }
        };
        self.complete = Some((stage, search));
    }

    /// The position to solve.
    pub fn root(&self) -> &G::State {
        &self.root
    }

    /// Searches within limits, of which `nodes` and `stop` apply. Continues the search of
    /// earlier calls. Under a limit on nodes alone, the result is deterministic.
    pub fn solve(&mut self, limits: &Limits) -> Outcome<G::Move> {
        let mut meter = Meter::new(limits.nodes.unwrap_or(u64::MAX), &limits.stop);
        self.run(&mut meter);
        Outcome {
            solution: self.record.solution(),
            is_settled: self.record.is_settled(),
            nodes: meter.nodes(),
        }
    }

    /// Searches until the meter runs out or the search is complete.
    pub(super) fn run(&mut self, meter: &mut Meter<'_>) {
        while !self.is_done() && !meter.is_over() {
            self.take_turn(meter);
        }
    }

    /// The best solution so far.
    pub(super) fn solution(&self) -> Option<Solution<G::Move>> {
        self.record.solution()
    }

    /// Runs the next search for one turn. An interrupted turn counts as complete, since short
    /// calls would otherwise all be spent on the same search.
    fn take_turn(&mut self, meter: &mut Meter<'_>) {
        let (turn, record) = (self.turn, &mut self.record);
        self.turn = turn.next(self.others.len());
        let mut part = meter.part(turn.nodes);
        if let Some(at) = turn.at.checked_sub(1) {
            // An incomplete search cannot improve on the highest goal value.
            if let Some(search) = self.others[at].as_mut().filter(|_| !record.is_best())
                && search.run(&mut part, record) != Progress::Paused
            {
                self.others[at] = None;
            }
        } else if let Some((stage, complete)) = &mut self.complete {
            let stage = *stage;
            match complete.run(&mut part, record) {
                Progress::Paused => {}
                progress => self.go_on(stage, progress),
            }
        }
        meter.add(&part);
    }

    pub(super) fn is_done(&self) -> bool {
        let is_enough = self.options.any_length && self.record.is_best();
        let is_idle = self.record.is_best() || self.others.iter().all(Option::is_none);
        let is_out = self.complete.is_none() && is_idle;
        self.record.is_settled() || is_enough || is_out
    }

    /// Starts the next stage if this one is done or its memory is full.
    fn go_on(&mut self, stage: Stage, progress: Progress) {
        // Its memory is freed before the next search takes some.
        self.complete = None;
        let is_full = progress == Progress::Full;
        match stage {
            Stage::Timeless if !self.record.is_settled() => self.begin(Stage::Breadth),
            Stage::Breadth if is_full && self.options.method == Method::Auto => {
                self.begin(Stage::Deepening);
            }
            Stage::Astar if is_full => self.begin(Stage::Deepening),
            _ => {}
        }
    }
}

/// Whether a game has one role, and no chance.
///
/// ```
/// assert!(!ludex_search::puzzle::is_puzzle(&ludex_game::examples::Nim::new(&[1])));
/// ```
pub fn is_puzzle<G: Game>(game: &G) -> bool {
    matches!(game.roles(), [role] if !role.is_chance())
}

fn incomplete<G: Game>(search: impl Search<G> + 'static) -> Option<Box<dyn Search<G>>> {
    Some(Box::new(search))
}

/// The goal value that the rules give a position now.
struct GoalNow;

impl<G: Game> Evaluator<G> for GoalNow {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        f64::from(game.goal(state, role).value())
    }
}
