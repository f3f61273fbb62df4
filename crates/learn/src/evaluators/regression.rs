//! Logistic regression with a penalty on large weights.

use ludex_game::rng;
use rand::seq::SliceRandom;

/// The settings of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Regression {
    /// The cost of a squared weight, for measures on a common scale.
    pub penalty: f64,
    /// A factor on that cost for each measure; one where none is given.
    pub costs: Vec<f64>,
    /// The number of passes over all examples.
    pub n_epochs: u32,
    /// The seed of the order of examples.
    pub seed: u64,
}

/// A fitted model: the sum is the logarithm of the odds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// One for each measure, on its own scale.
    pub weights: Vec<f64>,
    /// The constant.
    pub always: f64,
    /// The weights on the common scale.
    pub effects: Vec<f64>,
}

impl Default for Regression {
    fn default() -> Self {
        Self { penalty: 1e-3, costs: Vec::new(), n_epochs: 30, seed: 1 }
    }
}

impl Regression {
    /// Fits weights to examples: rows of measures, and outcomes from 0 to 1.
    ///
    /// ```
    /// use ludex_learn::evaluators::Regression;
    ///
    /// let rows: Vec<Vec<f32>> = (0..200).map(|at| vec![(at % 20) as f32, 1.0]).collect();
    /// let outcomes: Vec<f32> = rows.iter().map(|row| f32::from(row[0] > 9.5)).collect();
    /// let model = Regression::default().fit(&rows, &outcomes);
    /// assert!(model.weights[0] > 0.1);
    /// assert_eq!(model.weights[1], 0.0, "what never changes tells nothing");
    /// assert!(model.likelihood(&[19.0, 1.0]) > 0.9 && model.likelihood(&[0.0, 1.0]) < 0.1);
    /// ```
    pub fn fit(&self, rows: &[Vec<f32>], outcomes: &[f32]) -> Model {
        let Some(first) = rows.first() else { return Model::default() };
        let n_measures = first.len();
        let scales = scales(rows, n_measures);
        // Constant measures are left out; the last column is the constant.
        let told: Vec<usize> = (0..n_measures).filter(|&at| scales[at].factor > 0.0).collect();
        let width = told.len() + 1;
        let mut scaled = Vec::with_capacity(rows.len() * width);
        for row in rows {
            scaled.extend(told.iter().map(|&at| scales[at].apply(row[at])));
            scaled.push(1.0);
        }
        // AdaGrad: measures that rarely differ take larger steps.
        let mut weights = vec![0f32; width];
        let mut squares = vec![1e-6f32; width];
        let mut slopes = vec![0f32; width];
        let mut order: Vec<usize> = (0..rows.len()).collect();
        let mut rng = rng(self.seed, 21);
        let cost = |&at: &usize| (self.penalty * self.costs.get(at).unwrap_or(&1.0)) as f32;
        let costs: Vec<f32> = told.iter().map(cost).chain([0.0]).collect();
        for _ in 0..self.n_epochs {
            order.shuffle(&mut rng);
            for batch in order.chunks(BATCH) {
                slopes.fill(0.0);
                for &at in batch {
                    let row = &scaled[at * width..][..width];
                    let error = 1.0 / (1.0 + (-dot(row, &weights)).exp()) - outcomes[at];
                    slopes.iter_mut().zip(row).for_each(|(slope, x)| *slope += error * x);
                }
                let share = 1.0 / batch.len() as f32;
                for place in 0..width {
                    let slope = slopes[place] * share + costs[place] * weights[place];
                    squares[place] += slope * slope;
                    weights[place] -= STEP * slope / squares[place].sqrt();
                }
            }
        }
        let mut effects = vec![0.0; n_measures];
        told.iter().zip(&weights).for_each(|(&at, &weight)| effects[at] = f64::from(weight));
        let own = effects.iter().zip(&scales).map(|(w, scale)| w * f64::from(scale.factor));
        let own: Vec<f64> = own.collect();
        let shift: f64 = own.iter().zip(&scales).map(|(w, scale)| w * f64::from(scale.mean)).sum();
        let always = f64::from(weights[width - 1]) - shift;
        Model { weights: own, always, effects }
    }
}

/// The sum of products, in eight partial sums for SIMD.
fn dot(row: &[f32], weights: &[f32]) -> f32 {
    let (rows, rest) = row.as_chunks::<8>();
    let (others, other_rest) = weights.as_chunks::<8>();
    let mut sums = [0f32; 8];
    for (xs, ws) in rows.iter().zip(others) {
        (0..8).for_each(|at| sums[at] += xs[at] * ws[at]);
    }
    let rest: f32 = rest.iter().zip(other_rest).map(|(x, w)| x * w).sum();
    sums.iter().sum::<f32>() + rest
}

/// The number of examples between changes of weights.
const BATCH: usize = 16;

/// The first step of a weight.
const STEP: f32 = 0.05;

impl Model {
    /// The forecast: the probability of a win.
    pub fn likelihood(&self, row: &[f32]) -> f64 {
        let sum: f64 = row.iter().zip(&self.weights).map(|(&x, w)| f64::from(x) * w).sum();
        1.0 / (1.0 + (-(sum + self.always)).exp())
    }

    /// The mean cost of its forecasts, in bits: 1 for forecasts of one half.
    pub fn loss(&self, rows: &[Vec<f32>], outcomes: &[f32]) -> f64 {
        let cost = |(row, &outcome): (&Vec<f32>, &f32)| {
            let likelihood = self.likelihood(row).clamp(1e-6, 1.0 - 1e-6);
            let outcome = f64::from(outcome);
            -(outcome * likelihood.log2() + (1.0 - outcome) * (1.0 - likelihood).log2())
        };
        rows.iter().zip(outcomes).map(cost).sum::<f64>() / rows.len().max(1) as f64
    }
}

/// Scales a measure to mean 0 and variance 1.
struct Scale {
    mean: f32,
    /// 0 for a constant measure.
    factor: f32,
}

impl Scale {
    fn apply(&self, x: f32) -> f32 {
        (x - self.mean) * self.factor
    }
}

fn scales(rows: &[Vec<f32>], n_measures: usize) -> Vec<Scale> {
    let n = rows.len() as f64;
    let of_measure = |at: usize| {
        let mean = rows.iter().map(|row| f64::from(row[at])).sum::<f64>() / n;
        let variance = rows.iter().map(|row| (f64::from(row[at]) - mean).powi(2)).sum::<f64>() / n;
        let factor = if variance > 1e-9 { variance.sqrt().recip() } else { 0.0 };
        Scale { mean: mean as f32, factor: factor as f32 }
    };
    (0..n_measures).map(of_measure).collect()
}
