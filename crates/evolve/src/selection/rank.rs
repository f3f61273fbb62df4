//! Linear rank selection.

use super::proportionate::by_weights;
use super::{Selection, SelectionConfig, Standings, Wheel};

/// Probabilities fall linearly from the fittest to the least fit, independent of the scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rank {
    /// Frequency of the fittest relative to the average, 1 to 2; that of the least fit is 2 minus
    /// this.
    pub pressure: f64,
}

pub(super) fn make(config: &SelectionConfig) -> Result<Box<dyn Selection>, String> {
    if !(1.0..=2.0).contains(&config.pressure) {
        return Err(format!("pressure is {}, but 1 to 2 is possible", config.pressure));
    }
    Ok(Box::new(Rank { pressure: config.pressure }))
}

impl Selection for Rank {
    fn prepare<'a>(&self, standings: &'a Standings) -> Wheel<'a> {
        let order = standings.order();
        let step = (2.0 * self.pressure - 2.0) / (order.len().max(2) - 1) as f64;
        let by_place =
            by_weights((0..order.len()).map(|place| self.pressure - step * place as f64));
        Box::new(move |rng| order[by_place(rng)])
    }
}
