//! Whether features help: a short match with and without them.

use std::sync::Arc;

use game::{Game, Hints, RoleId};
use gdl::single::{BitState, CircuitGame, MoveId};
use search::Limits;
use search::uct::{self, Crowd, Crowded, Uct};

use crate::Verdict;

/// A match of UCT that follows hints against UCT that does not, or follows others.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// How many playouts each has for a move.
    pub n_playouts: u64,
    /// How many games are played at a time: after each round, the match may be
    /// decided.
    pub n_games: u32,
    /// How many rounds there are at most.
    pub n_rounds: u32,
    /// How often opponents are taken to follow the hints.
    pub others: f64,
    /// How many threads play; the verdict is the same on any number.
    pub n_threads: usize,
    /// All randomness comes from it.
    pub seed: u64,
}

impl Default for Guard {
    fn default() -> Self {
        Self {
            n_playouts: N_PLAYOUTS_MAX,
            n_games: 32,
            n_rounds: 6,
            others: 1.0,
            n_threads: 1,
            seed: 1,
        }
    }
}

/// Searches are no longer and no shorter than this: features tell more in longer
/// ones.
const N_PLAYOUTS_MAX: u64 = 600;
const N_PLAYOUTS_MIN: u64 = 100;

/// How much work a game may be, in words that lanes read or write.
const WORK: f64 = 1.5e10;

/// Where a game counts as drawn.
const N_PLIES_MAX: u32 = 500;

impl Guard {
    /// With as many playouts as suit a game, given how long it takes in the mean.
    pub fn of(game: &Arc<CircuitGame>, length: f64) -> Self {
        let n_playouts = WORK / (length * length * game.lanes().work()).max(1.0);
        let n_playouts = (n_playouts as u64).clamp(N_PLAYOUTS_MIN, N_PLAYOUTS_MAX);
        Self { n_playouts, ..Self::default() }
    }

    /// Plays hints against none. Whoever follows them has so many times fewer
    /// playouts as each costs more.
    pub fn judge(&self, game: &Arc<CircuitGame>, hints: &Arc<Hints<MoveId>>, cost: f64) -> Verdict {
        let n_guided = (self.n_playouts as f64 / cost).round().max(1.0) as u64;
        self.play_match(game, [Some(hints), None], n_guided)
    }

    /// Plays hints against other hints, and judges the first.
    pub fn compare(
        &self,
        game: &Arc<CircuitGame>,
        one: &Arc<Hints<MoveId>>,
        other: &Arc<Hints<MoveId>>,
    ) -> Verdict {
        self.play_match(game, [Some(one), Some(other)], self.n_playouts)
    }

    fn play_match(
        &self,
        game: &Arc<CircuitGame>,
        sides: [Option<&Arc<Hints<MoveId>>>; 2],
        n_guided: u64,
    ) -> Verdict {
        let n_threads = self.n_threads.max(1);
        let mut crowds: Vec<_> = (0..n_threads).map(|_| Crowd::new(game, self.seed)).collect();
        let mut verdict = Verdict::default();
        for round in 0..self.n_rounds {
            let boards = (0..self.n_games)
                .map(|at| Board::new(game, sides, self, round * self.n_games + at));
            let mut boards: Vec<Board> = boards.collect();
            let share = boards.len().div_ceil(n_threads);
            std::thread::scope(|scope| {
                for (boards, crowd) in boards.chunks_mut(share).zip(&mut crowds) {
                    scope.spawn(move || self.play(game, crowd, boards, n_guided));
                }
            });
            boards.iter().for_each(|board| verdict.add(board.points(game)));
            if verdict.is_clear() {
                break;
            }
        }
        verdict
    }

    fn play(
        &self,
        game: &Arc<CircuitGame>,
        crowd: &mut Crowd<CircuitGame>,
        boards: &mut [Board],
        n_guided: u64,
    ) {
        for _ in 0..N_PLIES_MAX {
            let mut asked = Vec::new();
            let mut crowded = Vec::new();
            for (at, board) in boards.iter_mut().enumerate().filter(|(_, board)| !board.is_over) {
                let Board { players, state, joint, number, guided, .. } = board;
                joint.clear();
                for (role, uct) in players.iter_mut().enumerate() {
                    let mut moves = Vec::new();
                    game.legal_moves(state, RoleId::new(role), &mut moves);
                    joint.push(moves[0]);
                    if moves.len() > 1 {
                        asked.push((at, role));
                        let playouts = if role == *guided { n_guided } else { self.n_playouts };
                        let limits = Limits { playouts: Some(playouts), ..Limits::default() };
                        let (id, role) = (2 * *number + role as u32, RoleId::new(role));
                        crowded.push(Crowded { id, uct, state: state.clone(), role, limits });
                    }
                }
            }
            let reports = crowd.search(crowded);
            for ((at, role), report) in asked.into_iter().zip(reports) {
                boards[at].joint[role] = report.mv;
            }
            for board in boards.iter_mut().filter(|board| !board.is_over) {
                game.apply(&mut board.state, &board.joint);
                board.is_over = board.is_stuck(game);
            }
            if boards.iter().all(|board| board.is_over) {
                break;
            }
        }
    }
}

/// A game under way.
struct Board {
    number: u32,
    /// The role that is judged.
    guided: usize,
    players: Vec<Uct<CircuitGame>>,
    state: BitState,
    joint: Vec<MoveId>,
    is_over: bool,
}

impl Board {
    fn new(
        game: &Arc<CircuitGame>,
        [judged, other]: [Option<&Arc<Hints<MoveId>>>; 2],
        guard: &Guard,
        number: u32,
    ) -> Self {
        let guided = number as usize % 2;
        let options = uct::Options { memory_bytes: 1 << 24, ..uct::Options::default() };
        let player = |role| {
            let seed = guard.seed ^ u64::from(2 * number + role as u32) << 8;
            let mut uct = Uct::new(game, options.clone(), seed, 1);
            if let Some(hints) = if role == guided { judged } else { other } {
                uct.follow(Arc::clone(hints), guard.others);
            }
            uct
        };
        let players = (0..game.roles().len()).map(player).collect();
        let (state, joint) = (game.initial(), Vec::new());
        Self { number, guided, players, state, joint, is_over: false }
    }

    /// Whether play cannot go on.
    fn is_stuck(&self, game: &CircuitGame) -> bool {
        let mut moves = Vec::new();
        game.is_terminal(&self.state)
            || (0..self.players.len()).any(|role| {
                game.legal_moves(&self.state, RoleId::new(role), &mut moves);
                moves.is_empty()
            })
    }

    fn points(&self, game: &CircuitGame) -> f64 {
        match self.is_over {
            true => Verdict::points(game, &self.state, self.guided),
            false => 0.5,
        }
    }
}
