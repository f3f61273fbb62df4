//! The effect of the choice of a move.

use std::sync::Arc;

use ludex_game::{Choices, Playable, RoleId, Turn};
use ludex_search::Limits;
use ludex_search::play::RulesFault;
use ludex_search::uct::{BatchedSearch, Options as UctOptions, SearchBatch, Uct};

use super::plan::N_PLAYOUTS_PER_MOVE;
use super::watch::{Watched, chunks};
use super::{Measured, Nature, Options, Plan, Spread, Stage};
use crate::match_runner::MatchError;

/// The number of legal moves that are about as good as the best.
///
/// In positions of strong games with a choice, every legal move is made, and the successor is
/// searched. A move is *about as good* as the best if its value is at most [`CLOSE`](Self::CLOSE)
/// points of 100 less.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Legal moves in these positions.
    pub n_moves: Measured,
    /// Moves about as good as the best, the best among them.
    pub n_good: Measured,
    /// The share of legal moves that are about as good as the best.
    pub good: Measured,
    /// The share of positions with just one good move.
    pub only_one: Measured,
    /// The share of positions in which all moves are about as good, so that the choice has no
    /// effect.
    pub all_alike: Measured,
    /// The difference between the values of the best and the median move, of 100.
    pub edge: Measured,
    /// The number of good moves in each position.
    pub counts: Spread,
}

impl Choice {
    /// Insignificant difference in points of 100: the values of two equal moves differ by less in
    /// nineteen of twenty cases.
    pub const CLOSE: f64 = 10.0;

    /// `None` unless one player or two opponents take turns, without chance.
    pub(super) fn new<G: Playable>(
        game: &Arc<G>,
        nature: &Nature,
        plan: &Plan,
        options: &Options,
        watched: &[Watched<G::Move>],
        notice: &mut dyn FnMut(&Stage),
    ) -> Result<Option<Self>, MatchError> {
        if !(nature.is_classic() || nature.is_puzzle() && !nature.has_chance) {
            return Ok(None);
        }
        let positions = positions(&**game, watched, plan.n_positions as usize);
        let n_all = positions.len() as u32;
        let mut stage = Stage { what: "comparing moves".into(), n_done: 0, n_all };
        let mut valued: Vec<Vec<f64>> = Vec::new();
        for chunk in chunks(n_all, &options.stop) {
            let positions = &positions[chunk.start as usize..chunk.end as usize];
            valued.extend(compare(game, options, positions));
            stage.n_done = chunk.end;
            notice(&stage);
        }
        if let Some(fault) = game.fault() {
            return Err(RulesFault(fault).into());
        }
        Ok(Self::of_values(&valued))
    }

    /// Computed from the values of all moves in each position.
    fn of_values(valued: &[Vec<f64>]) -> Option<Self> {
        let best = |values: &[f64]| values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let n_good = |values: &Vec<f64>| {
            let least = best(values) - Self::CLOSE;
            values.iter().filter(|&&value| value >= least).count() as f64
        };
        let edge = |values: &Vec<f64>| {
            let spread: Spread = values.iter().copied().collect();
            best(values) - spread.quantile(0.5).unwrap_or(0.0)
        };
        let share = |is_so: &dyn Fn(&Vec<f64>) -> bool| {
            Measured::of_shares(valued.iter().map(|values| f64::from(u8::from(is_so(values)))))
        };
        let n_moves = |values: &Vec<f64>| values.len() as f64;
        Some(Self {
            n_moves: Measured::of_mean(valued.iter().map(n_moves))?,
            n_good: Measured::of_mean(valued.iter().map(n_good))?,
            good: Measured::of_shares(valued.iter().map(|v| n_good(v) / n_moves(v)))?,
            only_one: share(&|values| n_good(values) == 1.0)?,
            all_alike: share(&|values| n_good(values) == n_moves(values))?,
            edge: Measured::of_mean(valued.iter().map(edge))?,
            counts: valued.iter().map(n_good).collect(),
        })
    }
}

/// A position in which a role has a choice.
struct Position<G: Playable> {
    number: u32,
    state: G::State,
    role: RoleId,
}

/// Positions with a choice, spread evenly over all games and their length.
fn positions<G: Playable>(
    game: &G,
    watched: &[Watched<G::Move>],
    n_positions: usize,
) -> Vec<Position<G>> {
    let open = |game: &Watched<G::Move>| game.choices.iter().filter(|&&n| n > 1).count();
    let n_open: usize = watched.iter().map(open).sum();
    let n_positions = n_positions.min(n_open);
    let mut positions = Vec::new();
    let mut at = 0;
    for watched in watched {
        let mut state = game.initial();
        for (joint, &n_choices) in watched.moves.iter().zip(&watched.choices) {
            if n_choices > 1 {
                // Every nth position, with an offset that avoids common periods of games.
                let is_due = (at + 1) * n_positions / n_open > at * n_positions / n_open;
                let turn = Choices::default().read(game, &state);
                if let (true, Turn::Player(role)) = (is_due, turn) {
                    let number = positions.len() as u32;
                    positions.push(Position { number, state: state.clone(), role });
                }
                at += 1;
            }
            game.apply(&mut state, joint);
        }
    }
    positions
}

/// The value of each legal move in each position, computed on all threads.
fn compare<G: Playable>(
    game: &Arc<G>,
    options: &Options,
    positions: &[Position<G>],
) -> Vec<Vec<f64>> {
    let size = positions.len().div_ceil(options.n_threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let work = |share| scope.spawn(move || compare_some(game, options.seed, share));
        let workers: Vec<_> = positions.chunks(size).map(work).collect();
        let results = workers.into_iter().map(|worker| worker.join());
        results.flat_map(|values| values.expect("a worker does not panic")).collect()
    })
}

fn compare_some<G: Playable>(game: &Arc<G>, seed: u64, positions: &[Position<G>]) -> Vec<Vec<f64>> {
    let mut search_batch = SearchBatch::new(game, seed);
    let value_all = |position: &Position<G>| {
        let mut choices = Choices::default();
        choices.read(&**game, &position.state);
        let followers: Vec<Follower<G>> = (0..choices.of(position.role).len())
            .map(|choice| {
                let mut joint = Vec::new();
                choices.joint(position.role, choice, &mut joint);
                Follower::new(&**game, position, &joint)
            })
            .collect();
        // Searches of one position share their lanes.
        let mut searches: Vec<Uct<G>> = followers
            .iter()
            .map(|_| Uct::new(game, UctOptions::default(), seed ^ u64::from(position.number), 1))
            .collect();
        let limits = Limits { playouts: Some(N_PLAYOUTS_PER_MOVE.into()), ..Limits::default() };
        let batched = followers.iter().zip(&mut searches).enumerate();
        let batched = batched.filter_map(|(at, (follower, uct))| match follower {
            Follower::Over(_) => None,
            Follower::Open(state, role) => {
                let id = position.number << 12 | at as u32;
                let (state, role, limits) = (state.clone(), *role, limits.clone());
                Some(BatchedSearch { id, uct, state, role, limits })
            }
        });
        let mut reports = search_batch.search(batched.collect()).into_iter();
        let value = |follower: &Follower<G>| match follower {
            Follower::Over(value) => *value,
            Follower::Open(_, role) => {
                let value = reports.next().and_then(|report| report.value).unwrap_or(50.0);
                if *role == position.role { value } else { 100.0 - value }
            }
        };
        followers.iter().map(value).collect()
    };
    positions.iter().map(value_all).collect()
}

/// The state after a move.
enum Follower<G: Playable> {
    /// The game is over, with this goal.
    Over(f64),
    /// A role has the next choice.
    Open(G::State, RoleId),
}

impl<G: Playable> Follower<G> {
    fn new(game: &G, position: &Position<G>, joint: &[G::Move]) -> Self {
        let mut state = position.state.clone();
        let mut choices = Choices::default();
        game.apply(&mut state, joint);
        // Forced moves are made; a cycle of them ends at a bound.
        for _ in 0..super::watch::N_PLIES_MAX {
            if game.is_terminal(&state) {
                break;
            }
            match choices.read(game, &state) {
                Turn::Player(role) => return Self::Open(state, role),
                Turn::Forced => {
                    let joint: Vec<G::Move> = choices.all().iter().map(|moves| moves[0]).collect();
                    game.apply(&mut state, &joint);
                }
                Turn::Chance(_) | Turn::Simultaneous | Turn::Stuck => break,
            }
        }
        Self::Over(f64::from(game.goal(&state, position.role).value()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_moves_are_counted() {
        let choice =
            Choice::of_values(&[vec![100.0, 0.0, 0.0], vec![50.0, 45.0], vec![30.0, 25.0, 0.0]])
                .unwrap();
        assert_eq!(choice.counts.values(), [1.0, 2.0, 2.0]);
        assert!((choice.only_one.value - 1.0 / 3.0).abs() < 1e-9);
        assert!((choice.all_alike.value - 1.0 / 3.0).abs() < 1e-9);
        assert!(Choice::of_values(&[]).is_none());
    }
}
