//! One game: evolved and other players in the roles of a game.

use std::cmp::Ordering;
use std::sync::Arc;

use ludex_evolve::{Forest, ForestPlan};
use ludex_game::{Ending, Game, Playable, RoleId, rng};
use ludex_search::evaluate::{Evolved, Vocabulary};
use ludex_search::play::{Match, PlayFault, player_roles};
use ludex_search::{AlphaBeta, Limits, Player, Report, Seat, Settings, SpecError, Stop};
use thiserror::Error;

/// An individual as a player: plain alpha-beta with its trees as the evaluator.
pub struct EvolvedPlayer<G: Playable> {
    search: AlphaBeta<G>,
    depth: u32,
}

impl<G: Playable> EvolvedPlayer<G> {
    /// An individual that searches to a depth in plies.
    pub fn new(
        game: &Arc<G>,
        forest: &Forest,
        (plan, words): (&ForestPlan, &Vocabulary),
        depth: u32,
    ) -> Self {
        let evaluator = Box::new(Evolved::new(forest, plan, words));
        Self { search: AlphaBeta::new(Arc::clone(game), evaluator, Settings::PLAIN), depth }
    }

    /// The individual in a seat, without a clock.
    pub fn seat(self) -> Seat<G> {
        Seat::untimed(self, "an evolved player")
    }
}

impl<G: Playable> Player<G> for EvolvedPlayer<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        let limits = Limits { depth: Some(self.depth), stop: stop.clone(), ..Limits::default() };
        self.search.search(state, role, &limits)
    }
}

/// Why a game has no outcome.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// A player cannot play the game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A player or the rules failed.
    #[error(transparent)]
    Play(#[from] PlayFault),
    /// The evaluator that adjudicates drawn games failed.
    #[error("the adjudication of a drawn game failed: {0}")]
    Adjudication(String),
}

/// Plays a game on from a position, which becomes the last one, and returns the score of each
/// player.
///
/// Each player role has a seat, in the order of the roles, and each move the clock of its seat;
/// moves of chance follow from the seed. The score of a single player is its goal divided by
/// 100. Otherwise it is 1 for a goal above those of all others, 0.5 for one that is as high as
/// the highest of the others, else 0. After `plies_max` plies the game is given up: a draw, or
/// 0 for a single player.
pub fn play_game<'a, G: Playable>(
    game: &Arc<G>,
    state: &mut G::State,
    seats: impl IntoIterator<Item = &'a mut Seat<G>>,
    plies_max: u32,
    seed: u64,
) -> Result<Vec<f64>, GameError> {
    let game_match = Match::new(game, seats).at(state.clone()).with_n_plies_max(plies_max);
    let played = game_match.with_chance(rng(seed, CHANCE)).play()?;
    let is_over = played.ending == Ending::Terminal && played.joints.len() < plies_max as usize;
    *state = played.state;
    let players = player_roles(&**game);
    Ok(match is_over {
        true => final_scores(&**game, state, &players),
        false => vec![if players.len() > 1 { 0.5 } else { 0.0 }; players.len()],
    })
}

/// The stream of random numbers for moves of chance.
const CHANCE: u64 = 2;

/// The scores in a terminal position.
fn final_scores<G: Game>(game: &G, state: &G::State, players: &[RoleId]) -> Vec<f64> {
    let goals: Vec<_> = players.iter().map(|&role| game.goal(state, role)).collect();
    if let [goal] = goals[..] {
        return vec![f64::from(goal.value()) / 100.0];
    }
    let score = |nth: usize| {
        let others = goals.iter().enumerate().filter(|(other, _)| *other != nth);
        let best = others.map(|(_, goal)| goal).max();
        match Some(&goals[nth]).cmp(&best) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        }
    };
    (0..goals.len()).map(score).collect()
}
