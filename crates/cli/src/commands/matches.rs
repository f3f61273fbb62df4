//! `ludex match`: players against each other.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use game::{Game, Goal, Playable, RoleId, Visitor, rng};
use rand::Rng as _;
use rayon::prelude::*;
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

struct Match<'a> {
    common: &'a Common,
    specs: Vec<Spec>,
    n_games: u32,
    n_plies_max: u32,
}

/// How one player did.
#[derive(Clone, Debug, Default)]
struct Row {
    n_wins: u32,
    n_draws: u32,
    n_losses: u32,
    /// Sum and sum of squares of scores, 0 to 1 each.
    sum: f64,
    sum_of_squares: f64,
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
        let games: Result<Vec<Vec<Row>>> = (0..self.n_games)
            .into_par_iter()
            .map(|number| self.play(&game, &roles, number))
            .collect();
        let mut rows = vec![Row::default(); self.specs.len()];
        for game in &games? {
            rows.iter_mut().zip(game).for_each(|(row, one)| row.add(one));
        }
        Ok(rows)
    }
}

impl Match<'_> {
    /// One game. Players change roles from game to game.
    fn play<G: Playable>(&self, game: &Arc<G>, roles: &[usize], number: u32) -> Result<Vec<Row>> {
        let n_players = roles.len();
        let seed = |player: usize| {
            self.common.seed
                ^ (u64::from(number) << 8 | player as u64).wrapping_mul(game::draw::PLY)
        };
        let mut seats: Vec<Seat<G>> = Vec::new();
        for (player, spec) in self.specs.iter().enumerate() {
            seats.push(spec.seat(game, &Context { seed: seed(player), n_threads: 1 })?);
        }
        let player_of = |role: usize| {
            let at = roles.iter().position(|&other| other == role)?;
            Some((at + number as usize) % n_players)
        };
        let mut chance = rng(seed(n_players), 7);
        let mut rows = vec![Row::default(); n_players];
        let mut state = game.initial();
        let (mut moves, mut n_plies) = (Vec::new(), 0);
        while !game.is_terminal(&state) && n_plies < self.n_plies_max {
            let mut joint = Vec::new();
            for role in 0..game.roles().len() {
                game.legal_moves(&state, RoleId::new(role), &mut moves);
                let Some(player) = player_of(role) else {
                    joint.push(moves[chance.random_range(0..moves.len())]);
                    continue;
                };
                if moves.len() == 1 {
                    joint.push(moves[0]);
                    continue;
                }
                let started = Instant::now();
                let stop = stop_after(seats[player].time_max);
                let report = seats[player].player.choose(&state, RoleId::new(role), &stop);
                rows[player].time += started.elapsed();
                rows[player].n_moves += 1;
                joint.push(report.mv);
            }
            game.apply(&mut state, &joint);
            n_plies += 1;
        }
        if let Some(fault) = game.fault() {
            bail!("{fault}");
        }
        let is_over = game.is_terminal(&state);
        for &role in roles {
            let player = player_of(role).unwrap_or_default();
            rows[player].end(&goals(&**game, &state, roles), role_place(roles, role), is_over);
        }
        Ok(rows)
    }
}

fn goals<G: Game>(game: &G, state: &G::State, roles: &[usize]) -> Vec<Goal> {
    roles.iter().map(|&role| game.goal(state, RoleId::new(role))).collect()
}

fn role_place(roles: &[usize], role: usize) -> usize {
    roles.iter().position(|&other| other == role).unwrap_or_default()
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
        self.sum_of_squares += score * score;
    }

    fn add(&mut self, other: &Row) {
        self.n_wins += other.n_wins;
        self.n_draws += other.n_draws;
        self.n_losses += other.n_losses;
        self.sum += other.sum;
        self.sum_of_squares += other.sum_of_squares;
        self.n_moves += other.n_moves;
        self.time += other.time;
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
