//! The conditions under which individuals play: the game, starts, limits, adjudication.

use std::sync::{Arc, OnceLock};

use ludex_evolve::{Forest, ForestPlan};
use ludex_game::{Playable, RoleId, draw};
use ludex_search::evaluate::{self, Vocabulary};
use ludex_search::{Context, Seat};

use crate::AdjudicationConfig;
use crate::play::{EvolvedPlayer, GameError, play_game};
use ludex_search::play::player_roles;
use ludex_search::players::Connect;

/// A game, the primitives of individuals, and how games begin and end.
pub(crate) struct GameSetup<G: Playable> {
    pub game: Arc<G>,
    pub words: Vocabulary,
    pub plan: ForestPlan,
    /// The positions from which games start; the initial one if empty.
    pub starts: Vec<G::State>,
    /// The number of random plies at the start of a game.
    pub opening_plies: u32,
    /// The number of plies after which a game is given up.
    pub plies_max: u32,
    pub adjudication: Option<AdjudicationConfig>,
    /// How remote opponents are reached.
    pub connect: OnceLock<Connect>,
    /// The first error of a game of an evaluation.
    pub fault: OnceLock<GameError>,
}

impl<G: Playable> GameSetup<G> {
    /// The context of other players.
    pub fn context(&self, seed: u64) -> Context {
        Context { seed, connect: self.connect.get().copied(), ..Context::default() }
    }

    /// An individual as a player.
    pub fn player(&self, forest: &Forest, depth: u32) -> Seat<G> {
        EvolvedPlayer::new(&self.game, forest, (&self.plan, &self.words), depth).seat()
    }

    /// The number of roles that are played.
    pub fn n_players(&self) -> usize {
        player_roles(&*self.game).len()
    }

    /// The result of a game of an evaluation. After an error, of this game or an earlier one,
    /// `instead`: the evaluation is then discarded.
    pub fn or_fault<T>(&self, instead: T, play: impl FnOnce() -> Result<T, GameError>) -> T {
        if self.fault.get().is_some() {
            return instead;
        }
        play().unwrap_or_else(|fault| {
            // The first of several threads is reported.
            let _ = self.fault.set(fault);
            instead
        })
    }

    /// Plays a game and returns the score of each player, by the rules alone or with
    /// adjudication of draws.
    pub fn play(
        &self,
        seats: &mut [&mut Seat<G>],
        is_adjudicated: bool,
        seed: u64,
    ) -> Result<Vec<f64>, GameError> {
        let mut state = self.start(seed);
        let adjudication = self.adjudication.as_ref().filter(|_| is_adjudicated);
        let plies_max = adjudication.map_or(self.plies_max, |config| config.plies_max);
        let scores = play_game(
            &self.game,
            &mut state,
            seats.iter_mut().map(|seat| &mut **seat),
            plies_max,
            seed,
        )?;
        match adjudication {
            Some(config) if scores.iter().all(|&score| score == 0.5) => {
                self.adjudicate(config, &state, &scores)
            }
            _ => Ok(scores),
        }
    }

    /// The position from which the game of a seed starts.
    fn start(&self, seed: u64) -> G::State {
        if self.starts.is_empty() {
            let rng = &mut ludex_game::rng(seed, OPENING);
            return ludex_game::random_position(rng, &*self.game, self.opening_plies);
        }
        self.starts[draw::below(draw::draw(seed, START, 0, 0), self.starts.len())].clone()
    }

    /// The scores of a drawn game by an evaluator.
    fn adjudicate(
        &self,
        config: &AdjudicationConfig,
        state: &G::State,
        scores: &[f64],
    ) -> Result<Vec<f64>, GameError> {
        let judge = evaluate::named(&config.eval, &*self.game, &Context::default());
        let mut judge = judge.map_err(GameError::Adjudication)?;
        let mut lead = |role: RoleId| {
            let lead = judge.evaluate(&self.game, state, role) / 50.0 - 1.0;
            (LEAD_MAX * lead).clamp(-LEAD_MAX, LEAD_MAX)
        };
        let players = player_roles(&*self.game);
        if let [first, _] = players[..] {
            let lead = lead(first);
            return Ok(vec![0.5 + lead, 0.5 - lead]);
        }
        Ok(scores.iter().zip(players).map(|(score, role)| score + lead(role)).collect())
    }
}

/// The largest difference that adjudication makes to a draw: half the way to a win.
const LEAD_MAX: f64 = 0.25;

/// The stream of random numbers for openings.
const OPENING: u64 = 1;

/// The stream of random numbers for the choice of a start.
const START: u64 = 3;
