//! OGRE's way: each term alone, for and against, in quick games with random
//! play; whatever wins is kept, all with like weights.

use std::sync::Arc;

use game::{Choices, Evaluator, Game, RoleId, Turn, random_joint, rng};
use gdl::single::{BitState, CircuitGame, MoveId};

use super::{Scene, Term, kinds};

/// How games are played.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// Games for each term, sign and role.
    pub n_games: u32,
    /// Where a game is left.
    pub n_plies_max: u32,
    /// All randomness comes from it.
    pub seed: u64,
}

/// A term that was tried.
#[derive(Clone, Debug)]
pub struct Selected {
    /// What was measured.
    pub term: Term,
    /// Who wanted it.
    pub role: RoleId,
    /// 1 if more is better, -1 if less is.
    pub sign: f64,
    /// The mean goal against random play, from 0 to 1.
    pub score: f64,
    /// What random play scores in its place.
    pub score_of_random: f64,
}

impl Default for Selection {
    fn default() -> Self {
        Self { n_games: 10, n_plies_max: 200, seed: 1 }
    }
}

impl Selected {
    /// Whether it did better than random play.
    pub fn is_kept(&self) -> bool {
        self.score > self.score_of_random
    }
}

/// What a game of breakthrough takes: plies, moves to look at, gates.
const COST: f64 = 64.0 * 25.0 * 700.0;

impl Selection {
    /// As many games for each term as are cheap, ten at most and two at least.
    pub fn of(game: &CircuitGame, mean_length: f64, seed: u64) -> Self {
        let mut moves = Vec::new();
        let count = |role| {
            game.legal_moves(&game.initial(), RoleId::new(role), &mut moves);
            moves.len()
        };
        let n_moves = (0..game.roles().len()).map(count).max().unwrap_or(1) as f64;
        let cost = mean_length * n_moves * game.grounded().circuit.n_gates() as f64;
        Self { n_games: (10.0 * COST / cost).clamp(2.0, 10.0) as u32, seed, ..Self::default() }
    }

    /// Tries all terms, best first.
    pub fn run(&self, scene: &Scene<'_>) -> Vec<Selected> {
        let mut tried = Vec::new();
        for role in scene.players() {
            let score_of_random = self.score(scene.game, role, None);
            for term in kinds::alone(scene) {
                for sign in [1.0, -1.0] {
                    let score = self.score(scene.game, role, Some((&term, sign)));
                    let term = term.clone();
                    tried.push(Selected { term, role, sign, score, score_of_random });
                }
            }
        }
        tried.sort_by(|one, other| other.score.total_cmp(&one.score));
        tried
    }

    /// The mean goal of a role that takes the move after which a term is best,
    /// while all others move at random.
    fn score(&self, game: &Arc<CircuitGame>, role: RoleId, wants: Option<(&Term, f64)>) -> f64 {
        let mut sum = 0.0;
        for number in 0..self.n_games {
            let mut rng = rng(self.seed, u64::from(number));
            let (mut state, mut joint) = (game.initial(), Vec::new());
            let mut choices = Choices::default();
            for _ in 0..self.n_plies_max {
                let turn = choices.read(&**game, &state);
                let is_stuck = random_joint(&mut rng, &**game, &state, &mut joint).is_none();
                if game.is_terminal(&state) || is_stuck {
                    break;
                }
                if let (Some((term, sign)), true) = (wants, turn != Turn::Stuck) {
                    joint[role.index()] =
                        greedy(game, &state, role, &choices, &joint, &|next: &BitState| {
                            sign * term.value(game, next)
                        });
                }
                game.apply(&mut state, &joint);
            }
            sum += f64::from(game.goal(&state, role).value()) / 100.0;
        }
        sum / f64::from(self.n_games.max(1))
    }
}

/// The move after which a position is worth most, and certain wins before that.
fn greedy(
    game: &Arc<CircuitGame>,
    state: &BitState,
    role: RoleId,
    choices: &Choices<MoveId>,
    joint: &[MoveId],
    worth: &dyn Fn(&BitState) -> f64,
) -> MoveId {
    let mut best = (f64::NEG_INFINITY, joint[role.index()]);
    for &mv in choices.of(role) {
        let mut joint = joint.to_vec();
        joint[role.index()] = mv;
        let mut next = state.clone();
        game.apply(&mut next, &joint);
        let worth = match game.is_terminal(&next) {
            true => 1e9 * (f64::from(game.goal(&next, role).value()) - 50.0),
            false => worth(&next),
        };
        if worth > best.0 {
            best = (worth, mv);
        }
    }
    best.1
}

/// The kept terms with like weights: each brought to the scale on which it
/// varied.
#[derive(Clone, Debug)]
pub struct Ogre {
    terms: Vec<(RoleId, f64, Term)>,
}

impl Ogre {
    /// Of terms that were tried, those that are kept. `states` tell how much
    /// each varies.
    pub fn new(tried: &[Selected], game: &CircuitGame, states: &[BitState]) -> Self {
        let weight = |term: &Term| {
            let values: Vec<f64> = states.iter().map(|state| term.value(game, state)).collect();
            let n = values.len().max(1) as f64;
            let mean = values.iter().sum::<f64>() / n;
            let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
            if variance > 1e-9 { variance.sqrt().recip() } else { 0.0 }
        };
        let kept = tried.iter().filter(|one| one.is_kept());
        let terms = kept.map(|one| (one.role, one.sign * weight(&one.term), one.term.clone()));
        Self { terms: terms.filter(|(_, weight, _)| *weight != 0.0).collect() }
    }

    /// How many terms it has.
    pub fn n_terms(&self) -> usize {
        self.terms.len()
    }
}

impl Evaluator<CircuitGame> for Ogre {
    fn evaluate(&mut self, game: &CircuitGame, state: &BitState, role: RoleId) -> f64 {
        let own = self.terms.iter().filter(|(other, ..)| *other == role);
        let sum: f64 = own.map(|(_, weight, term)| weight * term.value(game, state)).sum();
        game::squash(sum, 10.0)
    }
}
