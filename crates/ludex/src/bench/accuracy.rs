//! How often players find a best move in solved positions.
//!
//! A match between players of nearly equal strength needs thousands of games to
//! separate them; the share of best moves in solved positions needs fewer searches.

use std::ops::RangeInclusive;
use std::sync::Arc;

use ludex_arena::stats::Sample;
use ludex_game::{Choices, Ending, Playable, RoleId, Turn, Visitor, rng};
use ludex_report::Table;
use ludex_search::play::{LiveGame, Match, Observer, player_roles};
use ludex_search::{Context, Report, Spec};
use rand::Rng as _;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::choices::random_choice;
use super::forced::ForcedWins;
use crate::error::bail;
use crate::{Game, Result, Settings};

/// Which players search which positions.
#[derive(Clone, Debug)]
pub struct AccuracyOptions {
    /// Seed and threads.
    pub settings: Settings,
    /// The specs of the players.
    pub players: Vec<String>,
    /// Positions to try; many are too hard, or all moves equal.
    pub n_positions: u32,
    /// Searches of each player in each position, with different seeds.
    pub n_searches: u32,
    /// The spec of the player that solves positions.
    pub oracle: String,
    /// Positions are from games that this player plays against itself, not random ones.
    pub from: Option<String>,
    /// Positions are so many plies before the first one of the game in which a proof search
    /// finds a forced win. Proofs tell the best moves then, instead of the oracle.
    pub before_win: Option<RangeInclusive<u32>>,
    /// Positions of one proof.
    pub n_nodes: u64,
    /// Positions in which this player is right are left out, as too easy.
    pub sieve: Option<String>,
}

/// A position, and the one role that has a choice.
pub(super) type Choice<G> = (<G as ludex_game::Game>::State, RoleId);

impl AccuracyOptions {
    /// The oracle that is used where none is given: alpha-beta with a number of nodes.
    ///
    /// ```
    /// use ludex::bench::AccuracyOptions;
    ///
    /// assert!(AccuracyOptions::alphabeta(100).ends_with("nodes=100"));
    /// ```
    pub fn alphabeta(n_nodes: u64) -> String {
        format!("alphabeta:depth=255,mtd,table=64MB,nodes={n_nodes}")
    }

    /// Parses all specs.
    fn specs(&self) -> Result<Specs> {
        let parse = |spec: &Option<String>| spec.as_deref().map(Spec::parse).transpose();
        let (from, sieve) = (parse(&self.from)?, parse(&self.sieve)?);
        let players = self.players.iter().map(|player| Spec::parse(player));
        let players = players.collect::<Result<_, _>>()?;
        Ok(Specs { players, from, sieve, oracle: Spec::parse(&self.oracle)? })
    }

    /// An error if a spec cannot be read.
    pub fn check(&self) -> Result<()> {
        self.specs().map(drop)
    }
}

/// Measures how often players find a best move.
///
/// ```
/// use ludex::bench::{AccuracyOptions, accuracy};
/// use ludex::{Game, Settings};
///
/// let options = AccuracyOptions {
///     settings: Settings::default(),
///     players: vec!["alphabeta:depth=9".into()],
///     n_positions: 5,
///     n_searches: 1,
///     oracle: AccuracyOptions::alphabeta(10_000),
///     from: None,
///     before_win: None,
///     n_nodes: 10_000,
///     sieve: None,
/// };
/// let result = accuracy(&Game::load("tic-tac-toe")?, &options)?;
/// assert!(result.to_text().contains("solved positions in which moves differ"));
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn accuracy(game: &Game, options: &AccuracyOptions) -> Result<AccuracyResult> {
    let samples = game.visit(Measure { options, specs: options.specs()? })?;
    let (players, n_searches) = (options.players.clone(), options.n_searches);
    Ok(AccuracyResult { game: game.name().into(), players, n_searches, samples })
}

/// The players of a measurement.
struct Specs {
    players: Vec<Spec>,
    from: Option<Spec>,
    sieve: Option<Spec>,
    oracle: Spec,
}

struct Measure<'a> {
    options: &'a AccuracyOptions,
    specs: Specs,
}

impl Visitor for Measure<'_> {
    type Output = Result<Vec<Sample>>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Vec<Sample>> {
        let Specs { players, from, sieve, oracle } = &self.specs;
        for spec in players.iter().chain(from).chain(sieve).chain([oracle]) {
            spec.seat(&game, &self.options.settings.context())?;
        }
        let judged: Vec<Option<Vec<f64>>> = (0..self.options.n_positions)
            .into_par_iter()
            .map(|number| self.judge(&game, number))
            .collect::<Result<_>>()?;
        // Positions in which the rules failed were passed over as too hard.
        if let Some(fault) = game.fault() {
            bail!("{fault}");
        }
        let mut samples = vec![Sample::new(); players.len()];
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
        let settings = &self.options.settings;
        let seed = settings.seed ^ u64::from(number).wrapping_mul(ludex_game::draw::PLY);
        let Some(choices) = self.choices(game, seed)? else {
            let none = "no position was found in which a player has a choice";
            bail!("{}", game.fault().unwrap_or(none.into()));
        };
        let mut random = rng(seed, 13);
        let found = match &self.options.before_win {
            None => {
                let choice = choices[random.random_range(0..choices.len())].clone();
                self.best_moves(game, &choice)?.map(|right| (choice, right))
            }
            Some(plies) => {
                let players = player_roles(&**game);
                let mut forced = ForcedWins::new(game, players, self.options.n_nodes);
                let draw = |range: RangeInclusive<u32>| random.random_range(range);
                forced
                    .position_before(&choices, plies, draw)
                    .and_then(|choice| forced.best_moves(&choice).map(|right| (choice, right)))
            }
        };
        let Some(((state, role), right)) = found else { return Ok(None) };
        let is_right = |spec: &Spec, seed: u64| -> Result<bool> {
            let mut seat =
                spec.seat(game, &Context { seed, n_threads: 1, ..settings.context() })?;
            Ok(right.contains(&seat.choose(&state, role)?.mv))
        };
        if let Some(sieve) = &self.specs.sieve
            && is_right(sieve, !seed)?
        {
            return Ok(None);
        }
        let share = |spec: &Spec| -> Result<f64> {
            let seeds = (0..self.options.n_searches).map(|search| seed.wrapping_add(search.into()));
            let right = seeds.map(|seed| is_right(spec, seed)).collect::<Result<Vec<bool>>>()?;
            Ok(right.iter().filter(|&&right| right).count() as f64 / right.len().max(1) as f64)
        };
        let judged = self.specs.players.iter().map(share).collect::<Result<Vec<f64>>>()?;
        Ok(Some(judged))
    }

    /// Positions in which a player has a choice: one of a random game, or all of a game that
    /// was played; `None` if there is none.
    fn choices<G: Playable>(&self, game: &Arc<G>, seed: u64) -> Result<Option<Vec<Choice<G>>>> {
        let choices = match &self.specs.from {
            Some(from) => played_choices(game, from, &self.options.settings.context(), seed)?,
            None => random_choice(&mut rng(seed, 12), &**game).into_iter().collect(),
        };
        Ok(Some(choices).filter(|choices| !choices.is_empty()))
    }

    /// The best moves of the one role that has a choice; `None` if they are not known, or if
    /// all moves are equally good.
    fn best_moves<G: Playable>(
        &self,
        game: &Arc<G>,
        (state, role): &Choice<G>,
    ) -> Result<Option<Vec<G::Move>>> {
        let (mut choices, role) = (Choices::default(), *role);
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
        let mut seat = self.specs.oracle.seat(game, &Context::default())?;
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

/// The positions in which players have a choice, of a game of a player against itself.
fn played_choices<G: Playable>(
    game: &Arc<G>,
    spec: &Spec,
    context: &Context,
    seed: u64,
) -> Result<Vec<Choice<G>>> {
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
    Ok(if played.ending == Ending::Stuck { Vec::new() } else { choices.0 })
}

/// The positions of a game in which players have a choice, with the player.
struct PlayedChoices<G: Playable>(Vec<Choice<G>>);

impl<G: Playable> Observer<G> for PlayedChoices<G> {
    fn see_report(&mut self, live: &LiveGame<G>, role: RoleId, _: &Report<G::Move>) {
        self.0.push((live.state().clone(), role));
    }
}

/// The ply limit of a game.
const N_PLIES_MAX: u32 = 1000;

/// How often players find a best move.
#[derive(Clone, Debug)]
pub struct AccuracyResult {
    game: String,
    players: Vec<String>,
    n_searches: u32,
    samples: Vec<Sample>,
}

impl AccuracyResult {
    /// The number of solved positions.
    fn n_solved(&self) -> u64 {
        self.samples.first().map_or(0, Sample::n)
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> AccuracyData {
        let players = self.players.iter().zip(&self.samples).map(|(spec, sample)| {
            let interval = sample.interval(0.95);
            PlayerAccuracy {
                spec: spec.clone(),
                right: sample.mean(),
                right_interval: [interval.low, interval.high],
            }
        });
        AccuracyData {
            game: self.game.clone(),
            positions: self.n_solved(),
            searches: self.n_searches,
            players: players.collect(),
        }
    }

    /// A table for a terminal.
    pub fn to_text(&self) -> String {
        let mut table = Table::new(["player", "right", "95% low", "high"]).numbers_from(1);
        for (spec, sample) in self.players.iter().zip(&self.samples) {
            let interval = sample.interval(0.95);
            let right = sample.mean().unwrap_or(0.0);
            let figures = [right, interval.low, interval.high].map(|share| format!("{share:.4}"));
            table.row([vec![spec.clone()], figures.to_vec()].concat());
        }
        let (name, n_solved) = (&self.game, self.n_solved());
        format!("{name}: {n_solved} solved positions in which moves differ\n{}", table.to_text())
    }
}

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
