//! `ludex bench accuracy`: how often players find a best move in solved positions.
//!
//! A match between players of nearly equal strength needs thousands of games to
//! separate them; the share of best moves in solved positions needs fewer searches.

use std::sync::Arc;

use anyhow::{Result, bail};
use ludex_arena::stats::Sample;
use ludex_game::{Choices, Ending, Playable, RoleId, Turn, Visitor, rng};
use ludex_report::Table;
use ludex_search::play::{LiveGame, Match, Observer, player_roles};
use ludex_search::{Context, Report, Spec};
use rand::Rng as _;
use rayon::prelude::*;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use super::overrun::random_choice;
use crate::args::Common;
use crate::args::number::whole;
use crate::load;
use crate::output::Output;

/// How often players find a best move, in random positions that alpha-beta or
/// another search can solve; for games of two who share a constant sum
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// The players
    #[arg(required = true, value_name = "SPEC")]
    players: Vec<String>,
    /// Random positions to try; many are too hard, or all moves equal
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1..=u32::MAX))]
    positions: u32,
    /// Nodes that the solution of a position may take
    #[arg(long, value_name = "N", default_value_t = 300_000, value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    /// Searches of each player in each position, with different seeds
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=u32::MAX))]
    searches: u32,
    /// Take positions from games that this player plays against itself, not from random ones
    #[arg(long, value_name = "SPEC")]
    from: Option<String>,
    /// The player that solves positions [default: alpha-beta with the given nodes]
    #[arg(long, value_name = "SPEC")]
    oracle: Option<String>,
    /// Leave out the positions in which this player is right, as too easy
    #[arg(long, value_name = "SPEC")]
    sieve: Option<String>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, self)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<AccuracyData>())
    }
}

fn run(common: &Common, out: &mut Output, args: &Args) -> Result<bool> {
    let (name, players, n_searches) = (&args.game, &args.players, args.searches);
    let from = args.from.as_deref().map(Spec::parse).transpose()?;
    let sieve = args.sieve.as_deref().map(Spec::parse).transpose()?;
    let specs = players.iter().map(|player| Spec::parse(player)).collect::<Result<Vec<_>, _>>()?;
    let alphabeta = || format!("alphabeta:depth=255,mtd,table=64MB,nodes={}", args.nodes);
    let oracle = Spec::parse(&args.oracle.clone().unwrap_or_else(alphabeta))?;
    let measure = Measure { common, args, specs, from, sieve, oracle };
    let samples = load::visit(name, common, measure)??;
    let n_solved = samples.first().map_or(0, Sample::n);
    if common.json {
        let players = players.iter().zip(&samples).map(|(spec, sample)| {
            let interval = sample.interval(0.95);
            PlayerAccuracy {
                spec: spec.clone(),
                right: sample.mean(),
                right_interval: [interval.low, interval.high],
            }
        });
        out.json(&AccuracyData {
            game: name.clone(),
            positions: n_solved,
            searches: n_searches,
            players: players.collect(),
        })?;
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
    args: &'a Args,
    specs: Vec<Spec>,
    from: Option<Spec>,
    sieve: Option<Spec>,
    oracle: Spec,
}

impl Visitor for Measure<'_> {
    type Output = Result<Vec<Sample>>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Vec<Sample>> {
        for spec in self.specs.iter().chain(&self.from).chain(&self.sieve).chain([&self.oracle]) {
            spec.seat(&game, &self.common.context())?;
        }
        let judged: Vec<Option<Vec<f64>>> = (0..self.args.positions)
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
    /// The share of searches of each player that find a best move in a position; `None` if
    /// the position is not solved or too easy, or if all moves are equally good.
    fn judge<G: Playable>(&self, game: &Arc<G>, number: u32) -> Result<Option<Vec<f64>>> {
        let seed = self.common.seed ^ u64::from(number).wrapping_mul(ludex_game::draw::PLY);
        let found = match &self.from {
            Some(from) => played_choice(game, from, &self.common.context(), seed)?,
            None => random_choice(&mut rng(seed, 12), &**game),
        };
        let Some((state, role)) = found else {
            let none = "no position was found in which a player has a choice";
            bail!("{}", game.fault().unwrap_or(none.into()));
        };
        let Some(right) = self.best_moves(game, &state, role)? else { return Ok(None) };
        let is_right = |spec: &Spec, seed: u64| -> Result<bool> {
            let mut seat =
                spec.seat(game, &Context { seed, n_threads: 1, ..self.common.context() })?;
            Ok(right.contains(&seat.choose(&state, role)?.mv))
        };
        if let Some(sieve) = &self.sieve
            && is_right(sieve, !seed)?
        {
            return Ok(None);
        }
        let share = |spec: &Spec| -> Result<f64> {
            let seeds = (0..self.args.searches).map(|search| seed.wrapping_add(search.into()));
            let right = seeds.map(|seed| is_right(spec, seed)).collect::<Result<Vec<bool>>>()?;
            Ok(right.iter().filter(|&&right| right).count() as f64 / right.len().max(1) as f64)
        };
        let judged = self.specs.iter().map(share).collect::<Result<Vec<f64>>>()?;
        Ok(Some(judged))
    }

    /// The best moves of the one role that has a choice; `None` if they are not known, or if
    /// all moves are equally good.
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

    /// The value of a position to a role, if a search can prove it.
    fn solve<G: Playable>(
        &self,
        game: &Arc<G>,
        state: &G::State,
        role: RoleId,
    ) -> Result<Option<f64>> {
        if game.is_terminal(state) {
            return Ok(Some(f64::from(game.goal(state, role).value())));
        }
        let mut seat = self.oracle.seat(game, &Context::default())?;
        let mut moves = Vec::new();
        let of_role = |role: &RoleId| {
            game.legal_moves(state, *role, &mut moves);
            moves.len() > 1
        };
        // The search of the role with the choice proves the value for both.
        let chooser = (0..game.roles().len()).map(RoleId::new).find(of_role).unwrap_or(role);
        let report = seat.choose(state, chooser)?;
        let value = report.value.filter(|_| report.is_proven);
        Ok(value.map(|value| if chooser == role { value } else { 100.0 - value }))
    }
}

/// A position in which a player has a choice, from a game of a player against itself.
fn played_choice<G: Playable>(
    game: &Arc<G>,
    spec: &Spec,
    context: &Context,
    seed: u64,
) -> Result<Option<(G::State, RoleId)>> {
    let context = |role: &RoleId| Context {
        seed: seed.wrapping_add(role.0.into()),
        n_threads: 1,
        ..*context
    };
    let seats = player_roles(&**game).into_iter().map(|role| spec.seat(game, &context(&role)));
    let mut seats = seats.collect::<Result<Vec<_>, _>>()?;
    let mut choices = PlayedChoices(Vec::new());
    let game_match = Match::new(game, &mut seats).with_chance(rng(seed, 14));
    let played = game_match.with_n_plies_max(N_PLIES_MAX).play_observed(&mut choices)?;
    if played.ending == Ending::Stuck {
        return Ok(None);
    }
    let at = rng(seed, 13).random_range(0..choices.0.len().max(1));
    Ok(choices.0.into_iter().nth(at))
}

/// The positions of a game in which players have a choice, with the player.
struct PlayedChoices<G: Playable>(Vec<(G::State, RoleId)>);

impl<G: Playable> Observer<G> for PlayedChoices<G> {
    fn see_report(&mut self, live: &LiveGame<G>, role: RoleId, _: &Report<G::Move>) {
        self.0.push((live.state().clone(), role));
    }
}

/// The ply limit of a game.
const N_PLIES_MAX: u32 = 1000;

/// How often players find a best move, as data.
#[derive(Serialize, JsonSchema)]
pub struct AccuracyData {
    game: String,
    positions: u64,
    searches: u32,
    players: Vec<PlayerAccuracy>,
}

/// How often a player finds a best move, as data.
#[derive(Serialize, JsonSchema)]
struct PlayerAccuracy {
    spec: String,
    right: Option<f64>,
    right_interval: [f64; 2],
}
