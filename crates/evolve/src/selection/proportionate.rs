//! Fitness-proportionate selection.

use rand::Rng as _;

use super::{Selection, SelectionConfig, Standings, Wheel};
use crate::Rng;

/// Selects individuals with probabilities proportional to their scores. If there are negative
/// scores, all are counted from the lowest; if all are 0, probabilities are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proportionate;

pub(super) fn make(_: &SelectionConfig) -> Result<Box<dyn Selection>, String> {
    Ok(Box::new(Proportionate))
}

impl Selection for Proportionate {
    fn prepare<'a>(&self, standings: &'a Standings) -> Wheel<'a> {
        let lowest = standings.scores().iter().copied().fold(0.0, f64::min);
        by_weights(standings.scores().iter().map(|score| score - lowest))
    }
}

/// Draws indexes by weights that are not negative.
pub(super) fn by_weights<'a>(weights: impl Iterator<Item = f64>) -> Wheel<'a> {
    let mut total = 0.0;
    let sums: Vec<f64> = weights
        .map(|weight| {
            total += weight;
            total
        })
        .collect();
    Box::new(move |rng: &mut Rng| {
        if total <= 0.0 || !total.is_finite() {
            return rng.random_range(0..sums.len());
        }
        let drawn = rng.random_range(0.0..1.0) * total;
        sums.partition_point(|&sum| sum <= drawn).min(sums.len() - 1)
    })
}
