//! Puzzles in which something is filled in: all moves at once, then one by one.

use std::sync::Arc;

use batsat::{Solver, SolverInterface, SolverOpts, lbool};
use ludex_game::{Goal, Playable, fact_values};
use rustc_hash::FxHashSet;

use super::interrupt::{self, Interrupt};
use super::unrolled::{Unrolled, Value};
use super::{Meter, Progress, ROLE, Record, Search};

/// Searches for a set of moves that wins if all are made at once, and puts them in order.
///
/// Where numbers are filled in, the order of moves makes little difference, and there are more
/// orders than solutions. So a SAT solver chooses the moves of one ply in which any number may be
/// made. Two moves exclude each other if each makes the other illegal. What it finds is played
/// move by move, as far as moves are legal; if that is no win, the set is excluded and
/// the solver asked for another. The search proves nothing: a puzzle may want more.
pub struct Filling<G: Playable> {
    game: Arc<G>,
    root: G::State,
    ply: Unrolled<G::Move>,
    solver: Solver<Interrupt>,
    has_excluded_pairs: bool,
    n_sets: u32,
}

/// Sets that are tried before the search gives up.
const N_SETS_MAX: u32 = 2_000;

/// Positions spent before the search looks at its meter again.
const N_NODES_TURN: u64 = 100_000;

/// More legal moves than this are not compared with each other.
const N_MOVES_MAX: usize = 1_000;

impl<G: Playable> Filling<G> {
    /// A search from a position that is not terminal; `None` if the rules of a ply are not
    /// known as logic, or there are too many moves.
    pub fn new(game: &Arc<G>, state: &G::State) -> Option<Self> {
        let facts = fact_values(&**game, state).filter(|_| game.has_unit_costs())?;
        let mut solver = Solver::new(SolverOpts::default(), Interrupt::default());
        let mut ply = Unrolled::new(game.logic()?, &facts, true);
        ply.unroll(&mut solver);
        ply.unroll(&mut solver);
        ply.won_by(1).require(&mut solver);
        (ply.moves[0].len() <= N_MOVES_MAX).then(|| Self {
            game: Arc::clone(game),
            root: state.clone(),
            ply,
            solver,
            has_excluded_pairs: false,
            n_sets: 0,
        })
    }

    /// Excludes pairs of moves each of which makes the other illegal.
    fn exclude_pairs(&mut self, meter: &mut Meter<'_>) {
        let moves = self.ply.moves[0].clone();
        let mut legal = Vec::new();
        let mut stays_legal = Vec::with_capacity(moves.len());
        for &(mv, _) in &moves {
            meter.spend_many(1);
            // Without its exclusions, the solver is asked the same way.
            if meter.is_stopped() {
                return;
            }
            let mut state = self.root.clone();
            self.game.apply(&mut state, &[self.ply.logic().moves[mv]]);
            // Of moves that end the game, nothing is learned.
            let is_over = self.game.is_terminal(&state);
            self.game.legal_moves(&state, ROLE, &mut legal);
            let legal: FxHashSet<G::Move> = legal.iter().copied().collect();
            let is_legal = |&(other, _): &(usize, Value)| {
                is_over || legal.contains(&self.ply.logic().moves[other])
            };
            stays_legal.push(moves.iter().map(is_legal).collect::<Vec<bool>>());
        }
        for (at, &(_, one)) in moves.iter().enumerate() {
            for (other_at, &(_, other)) in moves.iter().enumerate().skip(at + 1) {
                if !stays_legal[at][other_at] && !stays_legal[other_at][at] {
                    self.ply.add(&[!one, !other], &mut self.solver);
                }
            }
        }
    }

    /// Plays the moves of a set in any order in which they are legal, and offers a win.
    fn play(&self, set: &[G::Move], record: &mut Record<G::Move>) -> bool {
        let (mut state, mut line) = (self.root.clone(), Vec::new());
        let (mut left, mut legal) = (set.to_vec(), Vec::new());
        while !self.game.is_terminal(&state) {
            self.game.legal_moves(&state, ROLE, &mut legal);
            let Some(at) = left.iter().position(|mv| legal.contains(mv)) else { return false };
            let mv = left.swap_remove(at);
            self.game.apply(&mut state, &[mv]);
            line.push(mv);
        }
        let goal = self.game.goal(&state, ROLE);
        record.offer(goal, line.len() as u32, || line);
        goal == Goal::MAX
    }
}

impl<G: Playable> Search<G> for Filling<G> {
    fn run(&mut self, meter: &mut Meter<'_>, record: &mut Record<G::Move>) -> Progress {
        if !std::mem::replace(&mut self.has_excluded_pairs, true) {
            self.exclude_pairs(meter);
        }
        while !record.is_best() && self.n_sets < N_SETS_MAX {
            if meter.is_over() || meter.stop().is_due() {
                return Progress::Paused;
            }
            match interrupt::solve(&mut self.solver, &[], N_NODES_TURN, meter) {
                None => continue,
                Some(false) => break,
                Some(true) => self.n_sets += 1,
            }
            let is_made = |&&(_, makes): &&(usize, Value)| match makes {
                Value::Known(makes) => makes,
                Value::Open(literal) => self.solver.value_lit(literal) == lbool::TRUE,
            };
            let made: Vec<(usize, Value)> =
                self.ply.moves[0].iter().filter(is_made).copied().collect();
            let set: Vec<G::Move> =
                made.iter().map(|&(mv, _)| self.ply.logic().moves[mv]).collect();
            meter.spend_many(set.len() as u64);
            if !self.play(&set, record) {
                let others: Vec<Value> = made.iter().map(|&(_, makes)| !makes).collect();
                self.ply.add(&others, &mut self.solver);
            }
        }
        Progress::Done
    }
}
