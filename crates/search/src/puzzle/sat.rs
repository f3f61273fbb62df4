//! Planning as satisfiability: is there a win within so many plies?

use std::sync::Arc;

use batsat::{Solver, SolverInterface, SolverOpts, lbool};
use ludex_game::{Goal, LogicOf, Playable, fact_values, rng};

use super::interrupt::{self, Interrupt};
use super::rollout::Rollout;
use super::unrolled::{Unrolled, Value};
use super::{Meter, Progress, ROLE, Record, Relaxed, Search};

/// Searches for a win with a SAT solver on the [unrolled](super) rules. It sees what a
/// choice rules out many plies later, which is what puzzles of placing numbers want.
///
/// Several numbers of plies are asked about in turn, each for a share of the time: as many as
/// the longest of some random games, which is enough where something is filled in step by
/// step, and smaller ones, for which clauses are fewer. A win is replayed before it is offered. That there is none within
/// a number of plies is a proof.
pub struct Sat<G: Playable> {
    game: Arc<G>,
    root: G::State,
    plies: Unrolled<G::Move>,
    solver: Solver<Interrupt>,
    /// The numbers of plies that are asked about, fewest first.
    horizons: Vec<usize>,
    has_begun: bool,
    /// How often a number of plies was asked about.
    n_asked: usize,
    seed: u64,
    memory_bytes_max: usize,
}

/// Memory that a clause takes, with its watches and variables.
const CLAUSE_BYTES: usize = 80;

/// Random games that tell how many plies a win may take.
const N_GAMES: u64 = 16;
const N_GAME_NODES: u64 = 1_000;
/// The fewest plies that are asked about, and the largest number at all.
const N_PLIES_MIN: usize = 4;
const N_PLIES_MAX: usize = 400;

/// Positions spent on one number of plies before the next has its turn.
const N_NODES_TURN: u64 = 40_000;

impl<G: Playable> Sat<G> {
    /// A search from a position that is not terminal; `None` if the rules of a ply are not
    /// known as logic, or if a win is no matter of plies.
    pub fn new(
        game: &Arc<G>,
        state: &G::State,
        seed: u64,
        memory_bytes_max: usize,
    ) -> Option<Self> {
        let facts = fact_values(&**game, state).filter(|_| game.has_unit_costs())?;
        let logic: LogicOf<G> = game.logic()?;
        let solver = Solver::new(SolverOpts::default(), Interrupt::default());
        Some(Self {
            game: Arc::clone(game),
            root: state.clone(),
            plies: Unrolled::new(logic, &facts, false),
            solver,
            horizons: Vec::new(),
            has_begun: false,
            n_asked: 0,
            seed,
            memory_bytes_max,
        })
    }

    /// Chooses the numbers of plies to ask about, unless no position is won at all.
    fn begin(&mut self, meter: &mut Meter<'_>, record: &mut Record<G::Move>) {
        self.ask_anywhere(meter, record);
        let longest = self.longest_game(meter).clamp(N_PLIES_MIN, N_PLIES_MAX);
        let doubling = std::iter::successors(Some(N_PLIES_MIN), |n| Some(2 * n));
        self.horizons = doubling.take_while(|&n| n < longest).chain([longest]).collect();
    }

    /// The plies of the longest of some random games.
    fn longest_game(&self, meter: &mut Meter<'_>) -> usize {
        let mut rollout = Rollout::new(rng(self.seed, 3));
        let mut length_max = 0;
        for _ in 0..N_GAMES {
            let (mut state, mut line) = (self.root.clone(), Vec::new());
            let (mut part, mut record) = (meter.part(N_GAME_NODES), Record::default());
            rollout.play(&*self.game, &mut state, 0, &mut line, &mut part, &mut record);
            meter.add(&part);
            length_max = line.len().max(length_max);
        }
        length_max
    }

    /// The moves of the win that was found.
    fn moves(&self) -> Vec<G::Move> {
        let holds = |value: Value| match value {
            Value::Known(value) => value,
            Value::Open(literal) => self.solver.value_lit(literal) == lbool::TRUE,
        };
        let n_plies = self.plies.won.iter().position(|&won| holds(won)).unwrap_or(0);
        let made = |moves: &Vec<(usize, Value)>| {
            let made = moves.iter().find(|&&(_, makes)| holds(makes));
            made.map(|&(mv, _)| self.plies.logic().moves[mv])
        };
        self.plies.moves[..n_plies].iter().filter_map(made).collect()
    }

    /// Offers the win that was found, if the game agrees that it is one.
    fn offer(&self, record: &mut Record<G::Move>) {
        let moves = self.moves();
        let mut state = self.root.clone();
        let mut legal = Vec::new();
        for mv in &moves {
            self.game.legal_moves(&state, ROLE, &mut legal);
            if self.game.is_terminal(&state) || !legal.contains(mv) {
                return;
            }
            self.game.apply(&mut state, &[*mv]);
        }
        let goal = self.game.goal(&state, ROLE);
        debug_assert!(self.game.is_terminal(&state) && goal == Goal::MAX);
        if self.game.is_terminal(&state) {
            record.offer(goal, moves.len() as u32, || moves.clone());
        }
    }

    /// Asks whether there is a position in which the game is won, among all that combine facts
    /// which may be reached. If there is none, rules wins out: rule sheets have misprints.
    fn ask_anywhere(&self, meter: &mut Meter<'_>, record: &mut Record<G::Move>) {
        let game = &*self.game;
        let facts = Relaxed::new(game).and_then(|mut it| it.constant_facts(game, &self.root));
        let (Some(logic), Some(facts)) = (game.logic(), facts) else { return };
        let goals = logic.goals[ROLE.index()].clone();
        let mut solver = Solver::new(SolverOpts::default(), Interrupt::default());
        let mut anywhere = Unrolled::anywhere(logic, &facts, &mut solver);
        anywhere.unroll(&mut solver);
        let can_win = match anywhere.won_by(0) {
            Value::Known(won) => Some(won),
            Value::Open(won) => interrupt::solve(&mut solver, &[won], N_NODES_TURN, meter),
        };
        if can_win == Some(false) {
            record.has_seen_won(u32::MAX);
            let mut others = goals.iter().filter(|&&(goal, _)| goal < Goal::MAX.value());
            if let Some(goal) = others.next_back().and_then(|&(goal, _)| Goal::new(goal)) {
                record.rule_out_above(goal);
            }
        }
    }

    /// Unrolls a number of plies; `false` if memory or time does not suffice.
    fn reach(&mut self, n_plies: usize, meter: &Meter<'_>) -> bool {
        // What holds after the last ply is known with the ply that follows.
        while self.plies.n_plies() <= n_plies {
            let is_full = self.plies.n_clauses() * CLAUSE_BYTES >= self.memory_bytes_max;
            if is_full || meter.stop().is_due() {
                return false;
            }
            self.plies.unroll(&mut self.solver);
        }
        true
    }

    /// Asks whether there is a win within some plies, which are unrolled; `None` if that is
    /// not decided yet.
    fn ask(&mut self, n_plies: usize, meter: &mut Meter<'_>) -> Option<bool> {
        let won = match self.plies.won_by(n_plies) {
            Value::Known(won) => return Some(won),
            Value::Open(won) => won,
        };
        interrupt::solve(&mut self.solver, &[won], N_NODES_TURN, meter)
    }
}

impl<G: Playable> Search<G> for Sat<G> {
    fn run(&mut self, meter: &mut Meter<'_>, record: &mut Record<G::Move>) -> Progress {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.begin(meter, record);
        }
        while !record.is_best() && !self.horizons.is_empty() {
            if meter.is_over() || meter.stop().is_due() {
                return Progress::Paused;
            }
            // The largest number has every other turn: a win may need all plies.
            let last = self.horizons.len() - 1;
            let at =
                if self.n_asked.is_multiple_of(2) { last } else { self.n_asked / 2 % (last + 1) };
            let n_plies = self.horizons[at];
            if !self.reach(n_plies, meter) {
                if !meter.stop().is_due() {
                    self.horizons.truncate(at);
                }
                continue;
            }
            self.n_asked += 1;
            match self.ask(n_plies, meter) {
                None => {}
                Some(true) => self.offer(record),
                Some(false) => {
                    record.has_seen_won(n_plies as u32);
                    self.horizons.retain(|&other| other > n_plies);
                    // What was unrolled ends with this number of plies, and so does the game.
                    if self.plies.n_plies() == n_plies + 1 && self.plies.is_over() {
                        record.has_seen_won(u32::MAX);
                        break;
                    }
                    if self.horizons.is_empty() && n_plies < N_PLIES_MAX {
                        self.horizons.push((n_plies + n_plies / 2).min(N_PLIES_MAX));
                    }
                }
            }
        }
        Progress::Done
    }
}
