//! The fit: weights for all terms at once, from the outcomes of games.

use ludex_game::{Game, RoleId};
use ludex_search::evaluate::LinearEvaluator;

use crate::Verdict;

use super::{
    GameContext, Model, Positions, Regression, Term, WeightedTerms, guess, kinds, linear_evaluator,
};

/// An evaluator with fitted weights.
#[derive(Clone, Debug, Default)]
pub struct Fit {
    /// The terms.
    pub terms: Vec<Term>,
    /// The model of each role that has weights of its own.
    pub models: Vec<(RoleId, Model)>,
    /// The number of positions of the fit.
    pub n_learned: usize,
    /// The number of positions held out.
    pub n_held: usize,
    /// The cost of forecasts in positions held out, in bits.
    pub loss: f64,
    /// The cost of always forecasting the mean there.
    pub loss_of_mean: f64,
    /// The correlation of forecasts and outcomes there, from 0 to 1.
    pub correlation: f64,
    /// Whether all games had the same outcome, so that weights are a guess.
    pub is_guess: bool,
}

/// A lower correlation may be chance.
const CORRELATION_MIN: f64 = 0.05;

/// One game in this many is held out.
const HELD_OUT: u32 = 4;

/// The penalties that are tried.
const PENALTIES: [f64; 5] = [1e-5, 1e-4, 1e-3, 1e-2, 1e-1];

/// Fits weights to positions.
pub fn fit(context: &GameContext<'_>, positions: &Positions) -> Fit {
    let roles = judged_roles(context);
    if positions.goals.windows(2).all(|pair| pair[0] == pair[1]) {
        return guess(context, &roles);
    }
    let terms = kinds::together(context);
    let game = &**context.game;
    let row = |state| terms.iter().map(|term| term.value(game, state) as f32).collect();
    let rows: Vec<Vec<f32>> = positions.states.iter().map(row).collect();
    let costs = costs(&terms);
    let mut fit = Fit { terms: terms.clone(), ..Fit::default() };
    let rival = rival(context);
    for role in roles {
        let (mut learned, mut held) = (Examples::default(), Examples::default());
        for (row, &number) in rows.iter().zip(&positions.games) {
            let outcome = outcome(&positions.goals[number as usize], role, rival);
            let examples = if number % HELD_OUT == 0 { &mut held } else { &mut learned };
            examples.rows.push(row.clone());
            examples.outcomes.push(outcome);
        }
        let tried = PENALTIES.map(|penalty| {
            let costs = costs.clone();
            let regression = Regression { penalty, costs, ..Regression::default() };
            let model = regression.fit(&learned.rows, &learned.outcomes);
            let loss = model.loss(&held.rows, &held.outcomes);
            (loss, model)
        });
        let best = tried.into_iter().min_by(|one, other| one.0.total_cmp(&other.0));
        let Some((loss, model)) = best else { continue };
        (fit.n_learned, fit.n_held) = (learned.rows.len(), held.rows.len());
        fit.loss += loss;
        fit.loss_of_mean += loss_of_mean(&learned.outcomes, &held.outcomes);
        fit.correlation += correlation(&model, &held);
        fit.models.push((role, model));
    }
    let n_models = fit.models.len().max(1) as f64;
    (fit.loss, fit.loss_of_mean) = (fit.loss / n_models, fit.loss_of_mean / n_models);
    fit.correlation /= n_models;
    fit
}

/// The penalty of a term grows with the number of terms of its kind: one of many, such
/// as one for each cell, has a large weight only if the outcomes demand it.
fn costs(terms: &[Term]) -> Vec<f64> {
    let n_of_kind = |term: &Term| terms.iter().filter(|other| other.kind == term.kind).count();
    terms.iter().map(|term| n_of_kind(term) as f64).collect()
}

#[derive(Default)]
struct Examples {
    rows: Vec<Vec<f32>>,
    outcomes: Vec<f32>,
}

/// The first of two roles, whose gain is the other's loss; otherwise all.
pub(super) fn judged_roles(context: &GameContext<'_>) -> Vec<RoleId> {
    let players: Vec<RoleId> = context.players().collect();
    match players[..] {
        [first, _] => vec![first],
        _ => players,
    }
}

/// The second of two roles.
pub(super) fn rival(context: &GameContext<'_>) -> Option<RoleId> {
    let players: Vec<RoleId> = context.players().collect();
    if let [_, second] = players[..] { Some(second) } else { None }
}

/// The outcome of a game for a role, from 0 to 1. For two roles it is the difference of
/// goals, as in a search, even if the goals do not add up to 100.
pub(super) fn outcome(goals: &[f32], role: RoleId, rival: Option<RoleId>) -> f32 {
    let own = goals[role.index()];
    rival.map_or(own, |rival| (1.0 + own - goals[rival.index()]) / 2.0)
}

fn loss_of_mean(learned: &[f32], held: &[f32]) -> f64 {
    let mean = f64::from(learned.iter().sum::<f32>()) / learned.len().max(1) as f64;
    let mean = mean.clamp(1e-6, 1.0 - 1e-6);
    let model = Model { always: (mean / (1.0 - mean)).ln(), ..Model::default() };
    model.loss(&vec![Vec::new(); held.len()], held)
}

/// The correlation of forecasts and outcomes.
fn correlation(model: &Model, examples: &Examples) -> f64 {
    let n = examples.rows.len().max(1) as f64;
    let forecasts: Vec<f64> = examples.rows.iter().map(|row| model.likelihood(row)).collect();
    let outcomes: Vec<f64> = examples.outcomes.iter().map(|&outcome| f64::from(outcome)).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / n;
    let means = (mean(&forecasts), mean(&outcomes));
    let (mut both, mut squares) = (0.0, (0.0, 0.0));
    for (forecast, outcome) in forecasts.iter().zip(&outcomes) {
        let (x, y) = (forecast - means.0, outcome - means.1);
        both += x * y;
        squares = (squares.0 + x * x, squares.1 + y * y);
    }
    both / (squares.0 * squares.1).sqrt().max(1e-12)
}

impl Fit {
    /// Whether the evaluator helps, given the result of a [`Trial`](super::Trial) if there was
    /// one. A search compares positions, so forecasts need not be calibrated as long as they
    /// correlate with outcomes. Without a clear correlation, the trial must be clear.
    pub fn helps(&self, verdict: Option<&Verdict>) -> bool {
        let is_likely = self.is_guess || self.correlation > CORRELATION_MIN;
        let is_shown = |verdict: &Verdict| verdict.helps() && (is_likely || verdict.is_clear());
        !self.models.is_empty() && verdict.map_or(is_likely, is_shown)
    }

    /// The evaluator as a text.
    pub fn evaluator(&self, context: &GameContext<'_>) -> LinearEvaluator {
        let of_role = |(role, model): &(RoleId, Model)| {
            let terms = model.weights.iter().copied().zip(&self.terms).collect();
            WeightedTerms { role: *role, terms, always: model.always }
        };
        let of_roles: Vec<_> = self.models.iter().map(of_role).collect();
        let mut evaluator = linear_evaluator(&**context.game, &of_roles);
        for (role, _) in &self.models {
            evaluator.remarks.extend(self.formula(context, *role, 12));
        }
        evaluator
    }

    /// The terms with the largest effects for a role, as text.
    pub fn formula(&self, context: &GameContext<'_>, role: RoleId, n_terms: usize) -> Vec<String> {
        let of_role = self.models.iter().find(|(other, _)| *other == role);
        let Some((_, model)) = of_role else { return Vec::new() };
        let mut order: Vec<usize> = (0..self.terms.len()).collect();
        order.sort_by(|&one, &other| {
            model.effects[other].abs().total_cmp(&model.effects[one].abs())
        });
        let name = &context.game.roles()[role.index()].name;
        let mut lines = vec![format!("the logarithm of the odds that {name} wins is the sum of")];
        for &at in order.iter().take(n_terms).filter(|&&at| model.effects[at] != 0.0) {
            lines.push(format!("{:+.3} times {}", model.weights[at], self.terms[at].name));
        }
        match self.terms.len().saturating_sub(n_terms) {
            0 => {}
            n => lines.push(format!("and {n} more that matter less")),
        }
        lines
    }
}
