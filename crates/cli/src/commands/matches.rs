//! `ludex match`: players against each other.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use game::{Game, Goal, Playable, Rng, RoleId, Visitor, rng};
use rand::Rng as _;
use rayon::prelude::*;
use search::uct::{Crowd, Crowded};
use search::{Context, Seat, Spec};
use serde_json::json;

use crate::args::Common;
use crate::clock::stop_after;
use crate::load;
use crate::output::{Output, table};

pub fn run(
    common: &Common,
    out: &mut Output,
    name: &str,
    players: &[String],
    n_games: u32,
    n_plies_max: u32,
) -> Result<bool> {
    let specs = players.iter().map(|player| Spec::parse(player)).collect::<Result<Vec<_>, _>>()?;
    let played = load::visit(name, common, Match { common, specs, n_games, n_plies_max })??;
    if common.json {
        let rows: Vec<_> =
            players.iter().zip(&played).map(|(spec, row)| row.to_json(spec)).collect();
        out.json(&json!({ "game": name, "games": n_games, "players": rows }))?;
        return Ok(true);
    }
    let head = ["player", "wins", "draws", "losses", "score", "95% interval", "ms/move"];
    let mut rows = vec![head.map(String::from).to_vec()];
    rows.extend(players.iter().zip(&played).map(|(spec, row)| row.to_cells(spec)));
    out.text(&table(&rows, true))?;
    Ok(true)
}

pub struct Match<'a> {
    pub common: &'a Common,
    pub specs: Vec<Spec>,
    pub n_games: u32,
    pub n_plies_max: u32,
}

/// How one player did.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub n_wins: u32,
    pub n_draws: u32,
    pub n_losses: u32,
    /// Sum of scores, 0 to 1 each.
    sum: f64,
    n_moves: u64,
    time: Duration,
}

impl Visitor for Match<'_> {
    type Output = Result<Vec<Row>>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Self::Output {
        let is_player = |role: &usize| !game.roles()[*role].is_chance();
        let roles: Vec<usize> = (0..game.roles().len()).filter(is_player).collect();
        if self.specs.len() != roles.len() {
            bail!("the game has {} players, but {} are given", roles.len(), self.specs.len());
        }
        // Wrong specs are found before the first game begins.
        for spec in &self.specs {
            spec.seat(&game, &Context::default())?;
        }
        let numbers: Vec<u32> = (0..self.n_games).collect();
        let n_together = numbers.len().div_ceil(self.common.n_threads()).min(N_TOGETHER_MAX);
        let parts: Result<Vec<Vec<Row>>> = numbers
            .par_chunks(n_together)
            .map(|numbers| self.play(&game, &roles, numbers))
            .collect();
        let mut rows = vec![Row::default(); self.specs.len()];
        for part in &parts? {
            rows.iter_mut().zip(part).for_each(|(row, one)| row.add(one));
        }
        Ok(rows)
    }
}

/// How many games one thread plays at the same time: enough to fill the lanes
/// with playouts of all.
const N_TOGETHER_MAX: usize = 128;

/// A game under way.
struct Table<G: Playable> {
    number: u32,
    seats: Vec<Seat<G>>,
    state: G::State,
    chance: Rng,
    n_plies: u32,
    /// The move of each role, once it is known.
    joint: Vec<Option<G::Move>>,
    is_over: bool,
}

impl Match<'_> {
    /// Plays some games, move by move in all of them.
    fn play<G: Playable>(
        &self,
        game: &Arc<G>,
        roles: &[usize],
        numbers: &[u32],
    ) -> Result<Vec<Row>> {
        let mut rows = vec![Row::default(); roles.len()];
        let mut tables = Vec::new();
        for &number in numbers {
            tables.push(self.table(game, number)?);
        }
        let mut crowd = Crowd::new(game, self.common.seed);
        while tables.iter().any(|table| !table.is_over) {
            let mut crowded = Vec::new();
            let mut asked = Vec::new();
            for (at, table) in tables.iter_mut().enumerate().filter(|(_, table)| !table.is_over) {
                let waiting = table.deal(&**game, roles);
                let Table { number, seats, state, joint, .. } = table;
                for (player, seat) in seats.iter_mut().enumerate() {
                    let Some(role) = waiting[player] else { continue };
                    let is_timed = seat.time_max.is_some();
                    if is_timed || seat.player.as_uct().is_none() {
                        let started = Instant::now();
                        let stop = stop_after(seat.time_max);
                        let report = seat.player.choose(state, role, &stop);
                        if let Some(fault) = seat.player.fault() {
                            bail!("{fault}");
                        }
                        joint[role.index()] = Some(report.mv);
                        rows[player].time += started.elapsed();
                        rows[player].n_moves += 1;
                    } else if let Some((uct, limits)) = seat.player.as_uct() {
                        asked.push((at, player, role));
                        let (state, limits) = (state.clone(), limits.clone());
                        let id = *number * N_PLAYERS_MAX as u32 + player as u32;
                        crowded.push(Crowded { id, uct, state, role, limits });
                    }
                }
            }
            let started = Instant::now();
            let reports = crowd.search(crowded);
            let each = started.elapsed() / reports.len().max(1) as u32;
            for (&(at, player, role), report) in asked.iter().zip(reports) {
                tables[at].joint[role.index()] = Some(report.mv);
                rows[player].time += each;
                rows[player].n_moves += 1;
            }
            for table in tables.iter_mut().filter(|table| !table.is_over) {
                table.turn(&**game, self.n_plies_max);
                if table.is_over {
                    table.enter(&**game, roles, &mut rows);
                }
            }
            if let Some(fault) = game.fault() {
                bail!("{fault}");
            }
        }
        Ok(rows)
    }

    fn table<G: Playable>(&self, game: &Arc<G>, number: u32) -> Result<Table<G>> {
        let mut seats: Vec<Seat<G>> = Vec::new();
        for (player, spec) in self.specs.iter().enumerate() {
            let seed = self.seed(number, player);
            seats.push(spec.seat(game, &Context { seed, n_threads: 1 })?);
        }
        Ok(Table {
            number,
            seats,
            state: game.initial(),
            chance: rng(self.seed(number, N_PLAYERS_MAX), 7),
            n_plies: 0,
            joint: Vec::new(),
            is_over: false,
        })
    }

    fn seed(&self, number: u32, player: usize) -> u64 {
        let number = u64::from(number) << 8 | player as u64;
        self.common.seed ^ number.wrapping_mul(game::draw::PLY)
    }
}

/// Stands for nature among the players.
const N_PLAYERS_MAX: usize = 255;

impl<G: Playable> Table<G> {
    /// Who plays a role. Players change roles from game to game.
    fn player_of(&self, roles: &[usize], role: usize) -> Option<usize> {
        let at = roles.iter().position(|&other| other == role)?;
        Some((at + self.number as usize) % roles.len())
    }

    /// Makes the moves that need no thought, and tells for which role each
    /// player has to think.
    fn deal(&mut self, game: &G, roles: &[usize]) -> Vec<Option<RoleId>> {
        let mut waiting = vec![None; roles.len()];
        let mut moves = Vec::new();
        self.joint = vec![None; game.roles().len()];
        for role in 0..game.roles().len() {
            game.legal_moves(&self.state, RoleId::new(role), &mut moves);
            self.joint[role] = match (self.player_of(roles, role), &moves[..]) {
                // Without a move for someone, the game ends.
                (_, []) => None,
                (_, &[only]) => Some(only),
                (None, moves) => {
                    moves.get(self.chance.random_range(0..moves.len().max(1))).copied()
                }
                (Some(player), _) => {
                    waiting[player] = Some(RoleId::new(role));
                    None
                }
            };
        }
        waiting
    }

    /// Makes the joint move.
    fn turn(&mut self, game: &G, n_plies_max: u32) {
        match self.joint.iter().copied().collect::<Option<Vec<G::Move>>>() {
            Some(joint) => game.apply(&mut self.state, &joint),
            None => self.is_over = true,
        }
        self.n_plies += 1;
        self.is_over |= game.is_terminal(&self.state) || self.n_plies >= n_plies_max;
    }

    /// Enters the result.
    fn enter(&self, game: &G, roles: &[usize], rows: &mut [Row]) {
        let is_over = game.is_terminal(&self.state);
        let goals = goals(game, &self.state, roles);
        for (at, &role) in roles.iter().enumerate() {
            if let Some(player) = self.player_of(roles, role) {
                rows[player].end(&goals, at, is_over);
            }
        }
    }
}

fn goals<G: Game>(game: &G, state: &G::State, roles: &[usize]) -> Vec<Goal> {
    roles.iter().map(|&role| game.goal(state, RoleId::new(role))).collect()
}

impl Row {
    /// Enters the end of a game: a goal above all others is a win, one below
    /// some other a loss. A game that was given up is nobody's.
    fn end(&mut self, goals: &[Goal], own: usize, is_over: bool) {
        let others = || goals.iter().enumerate().filter(|&(at, _)| at != own).map(|(_, goal)| goal);
        let score = match is_over {
            true if others().all(|goal| *goal < goals[own]) => 1.0,
            true if others().any(|goal| *goal > goals[own]) => 0.0,
            _ => 0.5,
        };
        match score {
            1.0 => self.n_wins += 1,
            0.0 => self.n_losses += 1,
            _ => self.n_draws += 1,
        }
        self.sum += score;
    }

    fn add(&mut self, other: &Row) {
        self.n_wins += other.n_wins;
        self.n_draws += other.n_draws;
        self.n_losses += other.n_losses;
        self.sum += other.sum;
        self.n_moves += other.n_moves;
        self.time += other.time;
    }

    /// The mean of 1 for a win, 0.5 for a draw and 0 for a loss.
    pub fn score(&self) -> f64 {
        self.sum / self.n_games()
    }

    fn n_games(&self) -> f64 {
        f64::from(self.n_wins + self.n_draws + self.n_losses)
    }

    /// Wilson's interval, with a draw as half a win.
    fn interval(&self) -> (f64, f64) {
        let (n, score, z) = (self.n_games(), self.sum / self.n_games(), 1.96);
        let centre = (score + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let spread = (score * (1.0 - score) / n + z * z / (4.0 * n * n)).sqrt();
        let half = z * spread / (1.0 + z * z / n);
        ((centre - half).max(0.0), (centre + half).min(1.0))
    }

    fn ms_per_move(&self) -> f64 {
        self.time.as_secs_f64() * 1000.0 / self.n_moves.max(1) as f64
    }

    fn to_json(&self, spec: &str) -> serde_json::Value {
        let (low, high) = self.interval();
        json!({
            "spec": spec, "wins": self.n_wins, "draws": self.n_draws, "losses": self.n_losses,
            "score": self.sum / self.n_games(), "score_interval": [low, high],
            "ms_per_move": self.ms_per_move(),
        })
    }

    fn to_cells(&self, spec: &str) -> Vec<String> {
        let (low, high) = self.interval();
        vec![
            spec.to_string(),
            self.n_wins.to_string(),
            self.n_draws.to_string(),
            self.n_losses.to_string(),
            format!("{:.3}", self.sum / self.n_games()),
            format!("{low:.3} to {high:.3}"),
            format!("{:.2}", self.ms_per_move()),
        ]
    }
}
