//! Comparison of two evaluators of the same game.

use ludex_game::Evaluator;
use ludex_gdl::single::CircuitGame;
use ludex_search::evaluate::LinearEvaluator;

use super::fit::{judged_roles, outcome, rival};
use super::{GameContext, Positions, SelfPlay, Trial};
use crate::Comparison;

/// Compares two evaluators.
#[derive(Clone, Debug)]
pub struct Rivals {
    /// The self-play of games that neither evaluator was fitted to.
    pub play: SelfPlay,
    /// The match that decides where all these games have the same outcome.
    pub trial: Trial,
    /// The number of threads. Results are the same on any number.
    pub n_threads: usize,
}

/// The games of a comparison differ from those of the fit.
const SEED_OF_COMPARISON: u64 = 1 << 41;

/// The games of a comparison: one for this many games of the fit, with a minimum.
const SHARE: u32 = 4;
const N_GAMES_MIN: u32 = 50;

impl Rivals {
    /// A comparison with a quarter of the games of the fit.
    pub fn of(play: &SelfPlay, trial: &Trial, n_threads: usize) -> Self {
        let n_games = (play.n_games / SHARE).max(N_GAMES_MIN);
        let play = SelfPlay { n_games, seed: play.seed ^ SEED_OF_COMPARISON, ..play.clone() };
        Self { play, trial: trial.clone(), n_threads }
    }

    /// Compares a new evaluator with an old one: by the cost of their forecasts in new games,
    /// or by a match where all such games have the same outcome.
    pub fn compare(
        &self,
        context: &GameContext<'_>,
        new: &LinearEvaluator,
        old: &LinearEvaluator,
    ) -> Comparison {
        let comparison = |is_worse, figures: String| Comparison { is_worse, figures };
        if let Err(why) = old.evaluator(&**context.game) {
            return comparison(false, format!("it cannot be used: {why}"));
        }
        let positions = self.play.play(context.game, self.n_threads);
        let is_alike = positions.goals.windows(2).all(|pair| pair[0] == pair[1]);
        let costs = (bits(context, &positions, new), bits(context, &positions, old));
        if let (Some(new), Some(old), false) = (costs.0, costs.1, is_alike) {
            let n_games = positions.goals.len();
            let figures = format!(
                "{old:.4} bits a position in {n_games} games that neither learned from, \
                 {new:.4} with the new one"
            );
            return comparison(new > old, figures);
        }
        match self.trial.compare(context.game, new, old) {
            Some(verdict) => {
                let (points, n_games) = (verdict.points, verdict.n_games);
                let figures = format!("the new one scores {points} of {n_games} points against it");
                comparison(verdict.score() < 0.5, figures)
            }
            None => comparison(true, "neither games nor a match can compare them".into()),
        }
    }
}

/// The cost of an evaluator's forecasts in bits a position; `None` if there is no
/// position, or the evaluator does not fit the game.
pub fn bits(
    context: &GameContext<'_>,
    positions: &Positions,
    judgement: &LinearEvaluator,
) -> Option<f64> {
    let mut evaluator = judgement.evaluator(&**context.game).ok()?;
    let (roles, rival) = (judged_roles(context), rival(context));
    let mut sum = 0.0;
    for (state, &number) in positions.states.iter().zip(&positions.games) {
        for &role in &roles {
            let evaluator: &mut dyn Evaluator<CircuitGame> = &mut *evaluator;
            let likelihood = evaluator.evaluate(context.game, state, role) / 100.0;
            let likelihood = likelihood.clamp(1e-6, 1.0 - 1e-6);
            let outcome = f64::from(outcome(&positions.goals[number as usize], role, rival));
            sum -= outcome * likelihood.log2() + (1.0 - outcome) * (1.0 - likelihood).log2();
        }
    }
    let n = positions.states.len() * roles.len();
    (n > 0).then(|| sum / n as f64)
}
