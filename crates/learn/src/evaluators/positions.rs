//! Positions of games that a search plays against itself, and how those ended.

use std::sync::Arc;

use game::{Game, RoleId, rng};
use gdl::single::{BitState, CircuitGame, MoveId};
use rand::Rng as _;
use search::Limits;
use search::uct::{Crowd, Crowded, Options, Uct};

/// How games are played.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlay {
    /// How many games.
    pub n_games: u32,
    /// How many playouts there are for a move.
    pub n_playouts: u64,
    /// How often a random move is made instead, so that games differ and
    /// mistakes are met.
    pub random_share: f64,
    /// Where a game is left.
    pub n_plies_max: u32,
    /// All randomness comes from it.
    pub seed: u64,
}

/// Positions with outcomes.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// The positions, game by game.
    pub states: Vec<BitState>,
    /// The game of each.
    pub games: Vec<u32>,
    /// The goals that each game ended with, from 0 to 1, role by role.
    pub goals: Vec<Vec<f32>>,
}

impl Default for SelfPlay {
    fn default() -> Self {
        Self { n_games: 1600, n_playouts: 50, random_share: 0.2, n_plies_max: 300, seed: 1 }
    }
}

/// A game under way.
struct Table {
    players: Vec<Uct<CircuitGame>>,
    state: BitState,
    met: Vec<BitState>,
    joint: Vec<MoveId>,
    is_over: bool,
}

/// What a game of 64 plies on a circuit of 700 gates takes, and how many such
/// games there are time for.
const COST: f64 = 64.0 * (700.0 + GATES_MORE);
const GATES_MORE: f64 = 1000.0;
const N_GAMES: f64 = 1200.0;

/// Gates in loops are computed again and again.
const LOOP_COST: f64 = 60.0;

/// Below so many games, it is better to think less about each move.
const N_GAMES_WANTED: f64 = 400.0;
const N_PLAYOUTS_MIN: f64 = 10.0;

impl SelfPlay {
    /// As many games as take about twenty seconds on two cores, by the size of
    /// the circuit and the mean length of a game.
    pub fn of(game: &CircuitGame, mean_length: f64, seed: u64) -> Self {
        let circuit = &game.grounded().circuit;
        let n_gates = circuit.n_gates() as f64 + LOOP_COST * circuit.n_loop_gates() as f64;
        let cost = mean_length.max(1.0) * (n_gates + GATES_MORE);
        let usual = Self::default();
        let n_games = N_GAMES * COST / cost;
        let n_playouts = usual.n_playouts as f64 * (n_games / N_GAMES_WANTED).min(1.0);
        let n_playouts = n_playouts.max(N_PLAYOUTS_MIN).round();
        let n_games = n_games * usual.n_playouts as f64 / n_playouts;
        let n_games = n_games.clamp(100.0, 2.0 * N_GAMES) as u32;
        Self { n_games, n_playouts: n_playouts as u64, seed, ..usual }
    }

    /// Plays the games on some threads. How many makes no difference.
    pub fn play(&self, game: &Arc<CircuitGame>, n_threads: usize) -> Positions {
        let rounds: Vec<u32> = (0..self.n_games).step_by(self.n_together() as usize).collect();
        let share = rounds.len().div_ceil(n_threads.max(1)).max(1);
        let parts = std::thread::scope(|scope| {
            let work = |rounds| scope.spawn(move || self.play_rounds(game, rounds));
            let workers: Vec<_> = rounds.chunks(share).map(work).collect();
            let parts = workers.into_iter().map(|worker| worker.join().expect("no worker panics"));
            parts.collect::<Vec<_>>()
        });
        let mut positions = Positions::default();
        for part in parts {
            let n_before = positions.goals.len() as u32;
            positions.states.extend(part.states);
            positions.games.extend(part.games.iter().map(|number| number + n_before));
            positions.goals.extend(part.goals);
        }
        positions
    }

    /// Games that are played side by side: few enough for two rounds.
    fn n_together(&self) -> u32 {
        self.n_games.div_ceil(2).clamp(1, N_TOGETHER)
    }

    fn play_rounds(&self, game: &Arc<CircuitGame>, rounds: &[u32]) -> Positions {
        let mut crowd = Crowd::new(game, self.seed);
        let mut positions = Positions::default();
        for &first in rounds {
            let numbers = first..self.n_games.min(first + self.n_together());
            let mut tables: Vec<Table> = numbers.map(|number| self.table(game, number)).collect();
            for ply in 0..self.n_plies_max {
                if !self.ply(game, &mut crowd, &mut tables, first, ply) {
                    break;
                }
            }
            for table in tables.iter().filter(|table| game.is_terminal(&table.state)) {
                let goal = |role| f32::from(game.goal(&table.state, RoleId::new(role)).value());
                let number = positions.goals.len() as u32;
                let n_roles = game.roles().len();
                positions.goals.push((0..n_roles).map(|role| goal(role) / 100.0).collect());
                positions.games.extend(table.met.iter().map(|_| number));
                positions.states.extend(table.met.iter().cloned());
            }
        }
        positions
    }

    fn table(&self, game: &Arc<CircuitGame>, number: u32) -> Table {
        let options = Options { memory_bytes: 8 << 20, ..Options::default() };
        let player = |role: usize| {
            let seed = self.seed ^ (u64::from(number) << 8 | role as u64);
            Uct::new(game, options.clone(), seed, 1)
        };
        let players = (0..game.roles().len()).map(player).collect();
        let (met, joint) = (Vec::new(), Vec::new());
        Table { players, state: game.initial(), met, joint, is_over: false }
    }

    /// Makes a ply in all games; `false` if all are over.
    fn ply(
        &self,
        game: &Arc<CircuitGame>,
        crowd: &mut Crowd<CircuitGame>,
        tables: &mut [Table],
        first: u32,
        ply: u32,
    ) -> bool {
        let (mut asked, mut crowded) = (Vec::new(), Vec::new());
        let mut moves = Vec::new();
        for (at, table) in tables.iter_mut().enumerate().filter(|(_, table)| !table.is_over) {
            let number = first + at as u32;
            let mut rng = rng(self.seed ^ u64::from(number), u64::from(ply));
            let is_random = rng.random_bool(self.random_share);
            let Table { players, state, joint, .. } = table;
            joint.clear();
            for (role, uct) in players.iter_mut().enumerate() {
                game.legal_moves(state, RoleId::new(role), &mut moves);
                if moves.is_empty() {
                    table.is_over = true;
                    break;
                }
                joint.push(moves[rng.random_range(0..moves.len())]);
                if moves.len() > 1 && !is_random && !game.roles()[role].is_chance() {
                    asked.push((at, role));
                    let limits = Limits { playouts: Some(self.n_playouts), ..Limits::default() };
                    let id = number * game.roles().len() as u32 + role as u32;
                    let role = RoleId::new(role);
                    crowded.push(Crowded { id, uct, state: state.clone(), role, limits });
                }
            }
        }
        for ((at, role), report) in asked.into_iter().zip(crowd.search(crowded)) {
            tables[at].joint[role] = report.mv;
        }
        for table in tables.iter_mut().filter(|table| !table.is_over) {
            table.met.push(table.state.clone());
            game.apply(&mut table.state, &table.joint);
            table.is_over = game.is_terminal(&table.state);
        }
        tables.iter().any(|table| !table.is_over)
    }
}

/// Most games that are played side by side.
const N_TOGETHER: u32 = 200;
