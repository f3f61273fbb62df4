//! Solutions of the independent parts of a puzzle, one after another.

use std::sync::Arc;

use ludex_game::{Goal, Playable};

use super::{Meter, Options, Progress, ROLE, Record, Search, Solver};

/// Solves each [part](ludex_game::Playable::parts) of a puzzle by itself, and plays their
/// solutions one after another in the whole puzzle, which shows what they are worth there.
///
/// The whole puzzle has a position for each combination of positions of the parts; the parts
/// together have only their sum.
pub struct Parts<G: Playable> {
    game: Arc<G>,
    root: G::State,
    solvers: Vec<Solver<G>>,
}

impl<G: Playable> Parts<G> {
    /// A search from a position that is not terminal; `None` if the puzzle has no parts.
    /// `options` are those of the search of each part, which share its memory.
    pub fn new(game: &Arc<G>, state: &G::State, options: &Options) -> Option<Self> {
        let parts = game.parts();
        let memory_bytes_max = options.memory_bytes_max / parts.len().max(1);
        let options = Options { memory_bytes_max, any_length: true, ..options.clone() };
        let solvers = parts.iter();
        let solvers: Vec<_> =
            solvers.map(|part| Solver::new(part.game(), &part.project(state), &options)).collect();
        let (game, root) = (Arc::clone(game), state.clone());
        (!solvers.is_empty()).then_some(Self { game, root, solvers })
    }

    /// Plays the solutions of all parts one after another. Offers the result if the puzzle
    /// ends, whatever it is worth.
    fn offer(&self, record: &mut Record<G::Move>) {
        let (mut state, mut line, mut cost) = (self.root.clone(), Vec::new(), 0u32);
        let mut legal = Vec::new();
        for (part, solver) in self.game.parts().iter().zip(&self.solvers) {
            let Some(solution) = solver.solution() else { return };
            for mv in solution.moves {
                let Some(mv) = part.lift(mv) else { return };
                self.game.legal_moves(&state, ROLE, &mut legal);
                if self.game.is_terminal(&state) || !legal.contains(&mv) {
                    break;
                }
                cost = cost.saturating_add(self.game.move_cost(&state, &[mv]));
                self.game.apply(&mut state, &[mv]);
                line.push(mv);
            }
        }
        if self.game.is_terminal(&state) {
            record.offer(self.game.goal(&state, ROLE), cost, || line);
        }
    }
}

impl<G: Playable> Search<G> for Parts<G> {
    fn run(&mut self, meter: &mut Meter<'_>, record: &mut Record<G::Move>) -> Progress {
        let is_won = |solver: &Solver<G>| {
            solver.solution().is_some_and(|solution| solution.goal == Goal::MAX)
        };
        let n_open = self.solvers.iter().filter(|solver| !is_won(solver)).count() as u64;
        let n_nodes = meter.nodes_left().div_ceil(n_open.max(1));
        for solver in self.solvers.iter_mut().filter(|solver| !is_won(solver)) {
            let mut part = meter.part(n_nodes);
            solver.run(&mut part);
            meter.add(&part);
            if solver.is_done() && !is_won(solver) {
                // A part that cannot be won by itself.
                return Progress::Done;
            }
        }
        if !self.solvers.iter().all(is_won) {
            return Progress::Paused;
        }
        self.offer(record);
        Progress::Done
    }
}
