//! `ludex bench accuracy`: how often players find a best move, where it is known.
//!
//! A match between players of nearly equal strength takes thousands of games to
//! tell them apart; right and wrong moves in solved positions tell sooner.

use std::sync::Arc;

use anyhow::{Result, bail};
use arena::stats::Sample;
use game::{Choices, Playable, RoleId, Turn, Visitor, rng};
use rayon::prelude::*;
use report::Table;
use search::{Context, Spec, Stop};
use serde_json::json;

use super::overrun::random_choice;
use crate::args::Common;
use crate::load;
use crate::output::Output;

pub fn run(
    common: &Common,
    out: &mut Output,
    name: &str,
    players: &[String],
    n_positions: u32,
    n_nodes: u64,
    sieve: Option<&str>,
) -> Result<bool> {
    let sieve = sieve.map(Spec::parse).transpose()?;
    let specs = players.iter().map(|player| Spec::parse(player)).collect::<Result<Vec<_>, _>>()?;
    let measure = Measure { common, specs: &specs, sieve, n_positions, n_nodes };
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
        out.json(&json!({ "game": name, "positions": n_solved, "players": rows }))?;
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
    specs: &'a [Spec],
    /// Positions in which this player is right are passed over as too easy.
    sieve: Option<Spec>,
    n_positions: u32,
    n_nodes: u64,
}

impl Visitor for Measure<'_> {
    type Output = Result<Vec<Sample>>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Vec<Sample>> {
        for spec in self.specs.iter().chain(&self.sieve) {
            spec.seat(&game, &Context::default())?;
        }
        let judged: Vec<Option<Vec<bool>>> = (0..self.n_positions)
            .into_par_iter()
            .map(|number| self.judge(&game, number))
            .collect::<Result<_>>()?;
        let mut samples = vec![Sample::new(); self.specs.len()];
        for judged in judged.iter().flatten() {
            for (sample, is_right) in samples.iter_mut().zip(judged) {
                sample.add(f64::from(u8::from(*is_right)));
            }
        }
        Ok(samples)
    }
}

impl Measure<'_> {
    /// Who finds a best move in a random position; `None` if it is too hard to
    /// tell, or if all moves are equally good.
    fn judge<G: Playable>(&self, game: &Arc<G>, number: u32) -> Result<Option<Vec<bool>>> {
        let seed = self.common.seed ^ u64::from(number).wrapping_mul(game::draw::PLY);
        let Some((state, role)) = random_choice(&mut rng(seed, 12), &**game) else {
            bail!("no position was found in which a player has a choice");
        };
        let mut choices = Choices::default();
        if choices.read(&**game, &state) != Turn::Player(role) {
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
        if best == worst {
            return Ok(None);
        }
        let is_right = |spec: &Spec, seed: u64| -> Result<bool> {
            let mut seat = spec.seat(game, &Context { seed, n_threads: 1 })?;
            let stop = arena::stop_after(seat.time_max);
            Ok(right.contains(&seat.player.choose(&state, role, &stop).mv))
        };
        if let Some(sieve) = &self.sieve
            && is_right(sieve, !seed)?
        {
            return Ok(None);
        }
        let judged =
            self.specs.iter().map(|spec| is_right(spec, seed)).collect::<Result<Vec<bool>>>()?;
        if let Some(fault) = game.fault() {
            bail!("{fault}");
        }
        Ok(Some(judged))
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
        let oracle = format!("alphabeta:depth=255,mtd,table=16MB,nodes={}", self.n_nodes);
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
