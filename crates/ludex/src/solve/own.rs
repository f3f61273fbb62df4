//! Puzzles that have a solver of their own. Its solutions are replayed by the rules.

use ludex_game::{Goal, Playable, RoleId, SolverLimits, SolverOutcome, SolverVerdict};
use ludex_search::Limits;
use ludex_search::puzzle::{Outcome, Solution};

use crate::Result;
use crate::error::bail;

const ROLE: RoleId = RoleId(0);

/// What the game's own solver finds in a position; `None` if there is no such solver.
pub(super) fn solve_own<G: Playable>(
    game: &G,
    state: &G::State,
    limits: &Limits,
    memory_bytes_max: usize,
) -> Option<Result<SolverOutcome<G::Move>>> {
    let solver = game.own_solver().filter(|solver| solver.can_solve(state))?;
    if game.is_terminal(state) {
        return None;
    }
    let outcome = solver.solve(
        state,
        &SolverLimits {
            nodes_max: limits.nodes.unwrap_or(u64::MAX),
            memory_bytes_max,
            is_due: &|| limits.stop.is_due(),
        },
    );
    Some(match &outcome.verdict {
        SolverVerdict::Solved { moves, .. } => replay(game, state, moves).map(|()| outcome),
        _ => Ok(outcome),
    })
}

/// The outcome in the terms of searches.
pub(super) fn outcome<G: Playable>(
    game: &G,
    state: &G::State,
    own: SolverOutcome<G::Move>,
) -> Outcome<G::Move> {
    let is_settled = match &own.verdict {
        SolverVerdict::Solved { is_shortest, .. } => *is_shortest,
        SolverVerdict::Unsolvable => true,
        SolverVerdict::Stopped => false,
    };
    let solution = match own.verdict {
        SolverVerdict::Solved { moves, is_shortest, .. } => {
            let (cost, goal, is_best) = (cost(game, state, &moves), Goal::MAX, true);
            Some(Solution { moves, cost, goal, is_best, is_shortest })
        }
        _ => None,
    };
    Outcome { solution, is_settled, nodes: own.nodes }
}

fn cost<G: Playable>(game: &G, state: &G::State, moves: &[G::Move]) -> u32 {
    let mut state = state.clone();
    let of_move = |mv: &G::Move| {
        let cost = game.move_cost(&state, &[*mv]);
        game.apply(&mut state, &[*mv]);
        cost
    };
    moves.iter().map(of_move).sum()
}

/// An error unless the moves are legal and lead to the best end.
fn replay<G: Playable>(game: &G, state: &G::State, moves: &[G::Move]) -> Result<()> {
    let (mut state, mut legal) = (state.clone(), Vec::new());
    for (ply, &mv) in (1..).zip(moves) {
        game.legal_moves(&state, ROLE, &mut legal);
        if !legal.contains(&mv) {
            let mv = game.move_name(mv);
            bail!("the solver is wrong: ply {ply} of its solution, {mv}, is not legal");
        }
        game.apply(&mut state, &[mv]);
    }
    if game.goal(&state, ROLE) != Goal::MAX {
        bail!("the solver is wrong: its solution does not reach the end");
    }
    Ok(())
}
