//! `ludex bench accuracy`: how often players find a best move, where it is known.
//!
//! A match between players of nearly equal strength takes thousands of games to
//! tell them apart; right and wrong moves in solved positions tell sooner.

use std::sync::Arc;

use anyhow::{Result, bail};
use arena::stats::Sample;
use game::{Choices, Playable, RoleId, Turn, Visitor, rng};
use rand::Rng as _;
use rayon::prelude::*;
use report::Table;
use search::{Context, Spec, Stop};
use serde_json::json;

use super::overrun::random_choice;
use crate::args::Common;
use crate::load;
use crate::output::Output;

/// What a user asks for.
pub struct Wish<'a> {
    pub players: &'a [String],
    pub n_positions: u32,
    /// Searches of each player in each position.
    pub n_searches: u32,
    /// Nodes that the solution of a position may take.
    pub n_nodes: u64,
    /// Whose games positions are taken from; random games without.
    pub from: Option<&'a str>,
    /// Positions in which this player is right are passed over as too easy.
    pub sieve: Option<&'a str>,
}

pub fn run(common: &Common, out: &mut Output, name: &str, wish: &Wish<'_>) -> Result<bool> {
    let (players, n_searches) = (wish.players, wish.n_searches);
    let from = wish.from.map(Spec::parse).transpose()?;
    let sieve = wish.sieve.map(Spec::parse).transpose()?;
    let specs = players.iter().map(|player| Spec::parse(player)).collect::<Result<Vec<_>, _>>()?;
    let measure = Measure { common, wish, specs, from, sieve };
    let samples = load::visit(name, common, measure)??;
    let n_solved = samples.first().map_or(0, Sample::n);
    if common.json {
        let rows: Vec<_> = players
            .iter()
            .zip(&samples)
            .map(|(spec, sample)| {
                let interval = sample.interval(0.95);
                json!({
                    "spec": spec, "right": sample.mean(),
                    "right_interval": [interval.low, interval.high],
                })
            })
            .collect();
        out.json(&json!({
            "game": name, "positions": n_solved, "searches": n_searches, "players": rows,
        }))?;
        return Ok(true);
    }
    let mut table = Table::new(["player", "right", "95% low", "high"]).numbers_from(1);
    for (spec, sample) in players.iter().zip(&samples) {
        let interval = sample.interval(0.95);
        let right = sample.mean().unwrap_or(0.0);
        let figures = [right, interval.low, interval.high].map(|share| format!("{share:.4}"));
        table.row([vec![spec.clone()], figures.to_vec()].concat());
    }
    out.line(format!("{name}: {n_solved} solved positions in which moves differ"))?;
    out.text(&table.to_text())?;
    Ok(true)
}

struct Measure<'a> {
    common: &'a Common,
    wish: &'a Wish<'a>,
    specs: Vec<Spec>,
    from: Option<Spec>,
    sieve: Option<Spec>,
}

impl Visitor for Measure<'_> {
    type Output = Result<Vec<Sample>>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Vec<Sample>> {
        for spec in self.specs.iter().chain(&self.from).chain(&self.sieve) {
            spec.seat(&game, &Context::default())?;
        }
        let judged: Vec<Option<Vec<f64>>> = (0..self.wish.n_positions)
            .into_par_iter()
            .map(|number| self.judge(&game, number))
            .collect::<Result<_>>()?;
        // Positions in which the rules failed were passed over as too hard.
        if let Some(fault) = game.fault() {
            bail!("{fault}");
        }
        let mut samples = vec![Sample::new(); self.specs.len()];
        for judged in judged.iter().flatten() {
            samples.iter_mut().zip(judged).for_each(|(sample, share)| sample.add(*share));
        }
        Ok(samples)
    }
}

impl Measure<'_> {
    /// How often each player finds a best move in a position; `None` if it is
    /// too hard to tell or too easy, or if all moves are equally good.
    fn judge<G: Playable>(&self, game: &Arc<G>, number: u32) -> Result<Option<Vec<f64>>> {
        let seed = self.common.seed ^ u64::from(number).wrapping_mul(game::draw::PLY);
        let found = match &self.from {
            Some(from) => played_choice(game, from, seed)?,
            None => random_choice(&mut rng(seed, 12), &**game),
        };
        let Some((state, role)) = found else {
            let none = "no position was found in which a player has a choice";
            bail!("{}", game.fault().unwrap_or(none.into()));
        };
        let Some(right) = self.best_moves(game, &state, role)? else { return Ok(None) };
        let is_right = |spec: &Spec, seed: u64| -> Result<bool> {
            let mut seat = spec.seat(game, &Context { seed, n_threads: 1 })?;
            Ok(right.contains(&arena::ask(&mut seat, &state, role)?.mv))
        };
        if let Some(sieve) = &self.sieve
            && is_right(sieve, !seed)?
        {
            return Ok(None);
        }
        let share = |spec: &Spec| -> Result<f64> {
            let seeds = (0..self.wish.n_searches).map(|search| seed.wrapping_add(search.into()));
            let right = seeds.map(|seed| is_right(spec, seed)).collect::<Result<Vec<bool>>>()?;
            Ok(right.iter().filter(|&&right| right).count() as f64 / right.len().max(1) as f64)
        };
        let judged = self.specs.iter().map(share).collect::<Result<Vec<f64>>>()?;
        Ok(Some(judged))
    }

    /// The best moves of the one role that has a choice; `None` if that cannot
    /// be told, or if all are equally good.
    fn best_moves<G: Playable>(
        &self,
        game: &Arc<G>,
        state: &G::State,
        role: RoleId,
    ) -> Result<Option<Vec<G::Move>>> {
        let mut choices = Choices::default();
        if choices.read(&**game, state) != Turn::Player(role) {
            return Ok(None);
        }
        let (mut best, mut worst, mut right) = (f64::NEG_INFINITY, f64::INFINITY, Vec::new());
        for (at, &mv) in choices.of(role).iter().enumerate() {
            let mut joint = Vec::new();
            choices.joint(role, at, &mut joint);
            let mut next = state.clone();
            game.apply(&mut next, &joint);
            let Some(value) = self.solve(game, &next, role)? else { return Ok(None) };
            worst = worst.min(value);
            if value > best {
                best = value;
                right.clear();
            }
            if value == best {
                right.push(mv);
            }
        }
        Ok((best > worst).then_some(right))
    }

    /// What a position is worth to a role, if a search can prove it.
    fn solve<G: Playable>(
        &self,
        game: &Arc<G>,
        state: &G::State,
        role: RoleId,
    ) -> Result<Option<f64>> {
        if game.is_terminal(state) {
            return Ok(Some(f64::from(game.goal(state, role).value())));
        }
        let oracle = format!("alphabeta:depth=255,mtd,table=64MB,nodes={}", self.wish.n_nodes);
        let mut seat = Spec::parse(&oracle)?.seat(game, &Context::default())?;
        let mut moves = Vec::new();
        let of_role = |role: &RoleId| {
            game.legal_moves(state, *role, &mut moves);
            moves.len() > 1
        };
        // Whoever has the choice knows what it is worth to both.
        let chooser = (0..game.roles().len()).map(RoleId::new).find(of_role).unwrap_or(role);
        let report = seat.player.choose(state, chooser, &Stop::never());
        let value = report.value.filter(|_| report.is_proven);
        Ok(value.map(|value| if chooser == role { value } else { 100.0 - value }))
    }
}

/// A position in which a player has a choice, from a game that a player plays
/// against itself.
fn played_choice<G: Playable>(
    game: &Arc<G>,
    spec: &Spec,
    seed: u64,
) -> Result<Option<(G::State, RoleId)>> {
    let context = |role: usize| Context { seed: seed.wrapping_add(role as u64), n_threads: 1 };
    let seats = (0..game.roles().len()).map(|role| spec.seat(game, &context(role)));
    let mut seats = seats.collect::<Result<Vec<_>, _>>()?;
    let mut choices = Choices::default();
    let mut met = Vec::new();
    let mut state = game.initial();
    while !game.is_terminal(&state) && met.len() < N_PLIES_MAX {
        choices.read(&**game, &state);
        let mut joint = Vec::new();
        for (role, moves) in choices.all().iter().enumerate() {
            let Some(&first) = moves.first() else { return Ok(None) };
            let (seat, role) = (&mut seats[role], RoleId::new(role));
            joint.push(match moves.len() {
                1 => first,
                _ => arena::ask(seat, &state, role)?.mv,
            });
            if moves.len() > 1 && !game.roles()[role.index()].is_chance() {
                met.push((state.clone(), role));
            }
        }
        game.apply(&mut state, &joint);
    }
    let at = rng(seed, 13).random_range(0..met.len().max(1));
    Ok(met.into_iter().nth(at))
}

/// Games that do not end are left there.
const N_PLIES_MAX: usize = 1000;
