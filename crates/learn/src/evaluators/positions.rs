//! Positions of self-play games, with the outcomes of the games.

use std::sync::Arc;

use ludex_game::{Ending, Game, RoleId, rng};
use ludex_gdl::single::{BitState, CircuitGame};
use ludex_search::Limits;
use ludex_search::play::LiveGame;
use ludex_search::uct::{BatchedSearch, Options, SearchBatch, Uct};
use rand::Rng as _;

/// The games of self-play.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlay {
    /// The number of games.
    pub n_games: u32,
    /// The number of playouts for a move.
    pub n_playouts: u64,
    /// The share of plies with random moves, so that games differ and contain mistakes.
    pub random_share: f64,
    /// The ply limit of a game.
    pub n_plies_max: u32,
    /// The seed of all randomness.
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

/// A game under way, and the positions it has been in.
struct SelfPlayGame {
    players: Vec<Uct<CircuitGame>>,
    live: LiveGame<CircuitGame>,
    states: Vec<BitState>,
}

/// The cost of a game of 64 plies on a circuit of 700 gates, and the number of such games
/// that there is time for.
const COST: f64 = 64.0 * (700.0 + GATES_MORE);
const GATES_MORE: f64 = 1000.0;
const N_GAMES: f64 = 1200.0;

/// Gates in loops are evaluated repeatedly.
const LOOP_COST: f64 = 60.0;

/// With fewer games, fewer playouts for each move are better.
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

    /// Plays the games on some threads; positions are the same on any number.
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

    /// The number of games played side by side: few enough for two rounds.
    fn n_together(&self) -> u32 {
        self.n_games.div_ceil(2).clamp(1, N_TOGETHER)
    }

    fn play_rounds(&self, game: &Arc<CircuitGame>, rounds: &[u32]) -> Positions {
        let mut search_batch = SearchBatch::new(game, self.seed);
        let mut positions = Positions::default();
        for &first in rounds {
            let numbers = first..self.n_games.min(first + self.n_together());
            let mut games: Vec<SelfPlayGame> =
                numbers.map(|number| self.begin(game, number)).collect();
            while games.iter().any(SelfPlayGame::goes_on) {
                self.play_ply(&mut search_batch, &mut games, first);
            }
            for SelfPlayGame { live, states, .. } in games {
                if live.ending() != Some(Ending::Terminal) {
                    continue;
                }
                let goal = |role| f32::from(game.goal(live.state(), RoleId::new(role)).value());
                let number = positions.goals.len() as u32;
                let n_roles = game.roles().len();
                positions.goals.push((0..n_roles).map(|role| goal(role) / 100.0).collect());
                positions.games.extend(states.iter().map(|_| number));
                positions.states.extend(states);
            }
        }
        positions
    }

    fn begin(&self, game: &Arc<CircuitGame>, number: u32) -> SelfPlayGame {
        let options = Options { memory_bytes: 8 << 20, ..Options::default() };
        let player = |role: usize| {
            let seed = self.seed ^ (u64::from(number) << 8 | role as u64);
            Uct::new(game, options.clone(), seed, 1)
        };
        let players = (0..game.roles().len()).map(player).collect();
        let live = LiveGame::new(game).with_n_plies_max(self.n_plies_max);
        SelfPlayGame { players, live, states: Vec::new() }
    }

    /// Makes a joint move in all games that go on.
    fn play_ply(
        &self,
        search_batch: &mut SearchBatch<CircuitGame>,
        games: &mut [SelfPlayGame],
        first: u32,
    ) {
        let (mut asked, mut batched) = (Vec::new(), Vec::new());
        for (at, one) in games.iter_mut().enumerate().filter(|(_, one)| one.goes_on()) {
            let number = first + at as u32;
            let SelfPlayGame { players, live, .. } = one;
            let mut rng = rng(self.seed ^ u64::from(number), u64::from(live.n_plies()));
            let is_random = rng.random_bool(self.random_share);
            let choosing = live.waiting();
            live.draw_all(&mut rng);
            let n_roles = players.len() as u32;
            for (role, uct) in (0..).map(RoleId::new).zip(players) {
                if is_random || !choosing.contains(&role) {
                    continue;
                }
                asked.push((at, role));
                let limits = Limits { playouts: Some(self.n_playouts), ..Limits::default() };
                let id = number * n_roles + role.index() as u32;
                batched.push(BatchedSearch { id, uct, state: live.state().clone(), role, limits });
            }
        }
        for ((at, role), report) in asked.into_iter().zip(search_batch.search(batched)) {
            games[at].live.set(role, report.mv);
        }
        for SelfPlayGame { live, states, .. } in games.iter_mut().filter(|one| one.goes_on()) {
            states.push(live.state().clone());
            live.advance().expect("a circuit answers every question");
        }
    }
}

impl SelfPlayGame {
    fn goes_on(&self) -> bool {
        self.live.ending().is_none()
    }
}

/// The largest number of games played side by side.
const N_TOGETHER: u32 = 200;
