//! Which search when.

use std::sync::Arc;

use game::{Evaluator, Game, Playable, RoleId};

use super::{
    Astar, Beam, Bfs, Blind, Heuristic, Ida, Meter, Nested, Progress, ROLE, Record, Search,
    Solution,
};
use crate::Limits;

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// All of them by turns.
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
}

impl Method {
    /// All methods, with the words for them.
    pub const NAMES: [(&'static str, Method); 6] = [
        ("auto", Method::Auto),
        ("bfs", Method::Bfs),
        ("astar", Method::Astar),
        ("ida", Method::Ida),
        ("beam", Method::Beam),
        ("nested", Method::Nested),
    ];
}

/// What a solver should do, and with what.
#[derive(Clone, Debug)]
pub struct Options {
    /// How to search.
    pub method: Method,
    /// How much memory to use, roughly.
    pub memory_bytes_max: usize,
    /// All randomness comes from it.
    pub seed: u64,
    /// Whether any solution will do, or the shortest is wanted.
    pub any_length: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { method: Method::Auto, memory_bytes_max: 1 << 30, seed: 1, any_length: false }
    }
}

/// What a solver found.
#[derive(Clone, Debug)]
pub struct Outcome<M> {
    /// The best solution; none if no end of the game was seen.
    pub solution: Option<Solution<M>>,
    /// Whether it is certain that there is nothing better to be found.
    pub is_settled: bool,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// Solves games with one role.
///
/// Searches take turns, and the turns become longer. Breadth-first search goes
/// on to the end, or until memory is full, when iterative deepening takes its
/// place; the others only until a solution is found that no goal value can
/// beat. A puzzle that breadth-first search could have solved alone thus takes five
/// times as long at most, and most puzzles that one of the others solves
/// are solved soon.
pub struct Solver<G: Playable> {
    game: Arc<G>,
    root: G::State,
    options: Options,
    turn: Turn,
    record: Record<G::Move>,
    /// Sees all there is, given time.
    complete: Option<Box<dyn Search<G>>>,
    /// Lucky ones, until they have nothing more to find.
    others: Vec<Option<Box<dyn Search<G>>>>,
}

/// Whose turn it is: the complete search's, then that of each of the others.
#[derive(Clone, Copy)]
struct Turn {
    at: usize,
    /// How many positions it may look at.
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

/// How many positions each search may look at in its first turn.
const TURN_NODES: u64 = 20_000;

impl<G: Playable> Solver<G> {
    /// For a game with one role, from a position.
    pub fn new(game: &Arc<G>, state: &G::State, options: &Options) -> Self {
        Self::with_heuristic(game, state, options, || Box::new(Blind))
    }

    /// Does the same with the help of a heuristic.
    pub fn with_heuristic(
        game: &Arc<G>,
        state: &G::State,
        options: &Options,
        heuristic: impl Fn() -> Box<dyn Heuristic<G>>,
    ) -> Self {
        assert!(is_puzzle(&**game), "it has one role");
        let (memory, seed) = (options.memory_bytes_max, options.seed);
        let mut solver = Self {
            game: Arc::clone(game),
            root: state.clone(),
            options: options.clone(),
            turn: Turn { at: 0, nodes: TURN_NODES },
            record: Record::default(),
            complete: None,
            others: Vec::new(),
        };
        if game.is_terminal(state) {
            solver.record.offer(game.goal(state, ROLE), 0, Vec::new);
            solver.record.has_seen_all();
            return solver;
        }
        let beam = || lucky(Beam::new(game, state, Box::new(GoalNow), seed, memory / 8));
        match options.method {
            Method::Auto => {
                solver.complete = Some(match heuristic().is_blind() {
                    true => Box::new(Bfs::new(game, state, memory / 2)),
                    false => Box::new(Astar::new(game, state, heuristic(), memory / 2)),
                });
                let dive = Ida::dive(game, state, Blind, memory / 8);
                let nested = Nested::new(game, state, seed);
                solver.others = vec![lucky(dive), beam(), lucky(nested)];
                solver.others.extend(Bfs::timeless(game, state, memory / 8).map(lucky));
            }
            Method::Bfs => solver.complete = Some(Box::new(Bfs::new(game, state, memory))),
            Method::Astar => {
                solver.complete = Some(Box::new(Astar::new(game, state, heuristic(), memory)));
            }
            Method::Ida => {
                solver.complete = Some(Box::new(Ida::new(game, state, heuristic(), memory)));
            }
            Method::Beam => solver.others = vec![beam()],
            Method::Nested => solver.others = vec![lucky(Nested::new(game, state, seed))],
        }
        solver
    }

    /// The position that it solves.
    pub fn root(&self) -> &G::State {
        &self.root
    }

    /// Searches within limits, and tells what it found. Of the limits, `nodes`
    /// and `stop` apply; what was found under a limit on nodes is always the same.
    /// When it is called again, it goes on.
    pub fn solve(&mut self, limits: &Limits) -> Outcome<G::Move> {
        let mut meter = Meter::new(limits.nodes.unwrap_or(u64::MAX), &limits.stop);
        while !self.is_done() && !meter.is_over() {
            self.take_turn(&mut meter);
        }
        Outcome {
            solution: self.record.solution(),
            is_settled: self.record.is_settled(),
            nodes: meter.nodes(),
        }
    }

    /// Lets the next search have its turn. One that was interrupted has had it,
    /// or else short calls would always be spent on the same.
    fn take_turn(&mut self, meter: &mut Meter<'_>) {
        let (turn, record) = (self.turn, &mut self.record);
        self.turn = turn.next(self.others.len());
        let mut part = meter.part(turn.nodes);
        if let Some(at) = turn.at.checked_sub(1) {
            // Whoever has found the most looks for no more than that.
            if let Some(search) = self.others[at].as_mut().filter(|_| !record.is_best())
                && search.run(&mut part, record) != Progress::Paused
            {
                self.others[at] = None;
            }
        } else if let Some(complete) = &mut self.complete {
            match complete.run(&mut part, record) {
                Progress::Paused => {}
                Progress::Done => self.complete = None,
                Progress::Full => self.make_room(),
            }
        }
        meter.add(&part);
    }

    fn is_done(&self) -> bool {
        let is_enough = self.options.any_length && self.record.is_best();
        let is_idle = self.record.is_best() || self.others.iter().all(Option::is_none);
        let is_out = self.complete.is_none() && is_idle;
        self.record.is_settled() || is_enough || is_out
    }

    /// Memory is full: a search that needs little goes on.
    fn make_room(&mut self) {
        self.complete = None;
        if self.options.method == Method::Auto {
            let memory = self.options.memory_bytes_max / 4;
            self.complete = Some(Box::new(Ida::new(&self.game, &self.root, Blind, memory)));
        }
    }
}

/// Whether a game has one role, and no chance.
///
/// ```
/// assert!(!search::puzzle::is_puzzle(&game::examples::Nim::new(&[1])));
/// ```
pub fn is_puzzle<G: Game>(game: &G) -> bool {
    matches!(game.roles(), [role] if !role.is_chance())
}

fn lucky<G: Game>(search: impl Search<G> + 'static) -> Option<Box<dyn Search<G>>> {
    Some(Box::new(search))
}

/// The goal value that the rules give a position now.
struct GoalNow;

impl<G: Game> Evaluator<G> for GoalNow {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        f64::from(game.goal(state, role).value())
    }
}
