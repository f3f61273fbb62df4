//! Whether an evaluator is worse than another of the same game.

use game::Evaluator;
use gdl::single::CircuitGame;
use search::evaluate::Judgement;

use super::fit::{judged_roles, outcome, rival};
use super::{Positions, Scene, SelfPlay, Trial};
use crate::Comparison;

/// How two evaluators are compared.
#[derive(Clone, Debug)]
pub struct Rivals {
    /// How games are played that neither learned from.
    pub play: SelfPlay,
    /// The match that decides where these games tell nothing.
    pub trial: Trial,
    /// How many threads play; the comparison is the same on any number.
    pub n_threads: usize,
}

/// Games that compare are different from those that were learned from.
const SEED_OF_COMPARISON: u64 = 1 << 41;

/// One game to compare for so many to learn from, but so many at least.
const SHARE: u32 = 4;
const N_GAMES_MIN: u32 = 50;

impl Rivals {
    /// A quarter as many games as were learned from.
    pub fn of(play: &SelfPlay, trial: &Trial, n_threads: usize) -> Self {
        let n_games = (play.n_games / SHARE).max(N_GAMES_MIN);
        let play = SelfPlay { n_games, seed: play.seed ^ SEED_OF_COMPARISON, ..play.clone() };
        Self { play, trial: trial.clone(), n_threads }
    }

    /// Compares a new evaluator with the one of before: by how well they forecast
    /// games that neither learned from, and where all such games end alike by a
    /// match.
    pub fn compare(&self, scene: &Scene<'_>, new: &Judgement, old: &Judgement) -> Comparison {
        let comparison = |is_worse, figures: String| Comparison { is_worse, figures };
        if let Err(why) = old.evaluator(&**scene.game) {
            return comparison(false, format!("it cannot be used: {why}"));
        }
        let positions = self.play.play(scene.game, self.n_threads);
        let is_alike = positions.goals.windows(2).all(|pair| pair[0] == pair[1]);
        let costs = (bits(scene, &positions, new), bits(scene, &positions, old));
        if let (Some(new), Some(old), false) = (costs.0, costs.1, is_alike) {
            let n_games = positions.goals.len();
            let figures = format!(
                "{old:.4} bits a position in {n_games} games that neither learned from, \
                 {new:.4} with the new one"
            );
            return comparison(new > old, figures);
        }
        match self.trial.compare(scene.game, new, old) {
            Some(verdict) => {
                let (points, n_games) = (verdict.points, verdict.n_games);
                let figures = format!("the new one scores {points} of {n_games} points against it");
                comparison(verdict.score() < 0.5, figures)
            }
            None => comparison(true, "nothing tells which is better".into()),
        }
    }
}

/// What forecasts of an evaluator cost in bits a position; `None` if there is no
/// position, or the evaluator does not fit the game.
pub fn bits(scene: &Scene<'_>, positions: &Positions, judgement: &Judgement) -> Option<f64> {
    let mut evaluator = judgement.evaluator(&**scene.game).ok()?;
    let (roles, rival) = (judged_roles(scene), rival(scene));
    let mut sum = 0.0;
    for (state, &number) in positions.states.iter().zip(&positions.games) {
        for &role in &roles {
            let evaluator: &mut dyn Evaluator<CircuitGame> = &mut *evaluator;
            let likelihood = evaluator.evaluate(scene.game, state, role) / 100.0;
            let likelihood = likelihood.clamp(1e-6, 1.0 - 1e-6);
            let outcome = f64::from(outcome(&positions.goals[number as usize], role, rival));
            sum -= outcome * likelihood.log2() + (1.0 - outcome) * (1.0 - likelihood).log2();
        }
    }
    let n = positions.states.len() * roles.len();
    (n > 0).then(|| sum / n as f64)
}
