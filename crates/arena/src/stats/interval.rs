//! Confidence intervals.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Sample;
use super::likelihood::Tilted;
use super::quantile::two_sided_normal;

/// From `low` to `high`, ends included.
///
/// ```
/// use ludex_arena::stats::Interval;
///
/// let interval = Interval { low: 0.25, high: 0.75 };
/// assert!(interval.contains(0.3));
/// assert_eq!(format!("{interval:.2}"), "[0.25, 0.75]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a value is inside.
    ///
    /// ```
    /// assert!(ludex_arena::stats::Interval { low: 0.0, high: 1.0 }.contains(1.0));
    /// ```
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The distance of the ends.
    ///
    /// ```
    /// assert_eq!(ludex_arena::stats::Interval { low: 0.25, high: 0.75 }.width(), 0.5);
    /// ```
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

/// Printed with a given precision, as in `{:.2}`.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(3);
        write!(f, "[{:.digits$}, {:.digits$}]", self.low, self.high)
    }
}

impl Sample {
    /// The score interval: all true means that the sample does not reject.
    ///
    /// A mean µ is inside when n (x̄ − µ)² ≤ z² σ²(µ), where σ²(µ) is the variance of a unit
    /// under the likeliest distribution with mean µ, on the values observed and some beyond.
    /// Without draws, σ²(µ) = µ (1 − µ) and this is Wilson's interval (1927). The variance under
    /// µ, rather than the observed one, keeps the coverage correct when all games were won, or
    /// all drawn.
    ///
    /// ```
    /// use ludex_arena::stats::{Sample, Tally};
    ///
    /// let sample: Sample = Tally { wins: 20, draws: 0, losses: 0 }.into();
    /// assert_eq!(format!("{:.3}", sample.interval(0.95)), "[0.839, 1.000]");
    /// assert_eq!(format!("{:.3}", Sample::new().interval(0.95)), "[0.000, 1.000]");
    /// ```
    pub fn interval(&self, confidence: f64) -> Interval {
        let z = two_sided_normal(confidence);
        Interval { low: lower_end(self, z), high: 1.0 - lower_end(&self.reversed(), z) }
    }
}

/// The least mean that is not rejected, by bisection: the lower extreme is rejected, the observed mean is not.
fn lower_end(sample: &Sample, z: f64) -> f64 {
    let Some(observed) = sample.mean() else { return 0.0 };
    let counts = sample.weights();
    let extremes = extremes(&counts);
    // The largest accepted squared distance, in variances of one unit.
    let reach = z * z / sample.n() as f64;
    let (mut rejected, mut accepted) = (extremes.low, observed);
    for _ in 0..40 {
        let mean = 0.5 * (rejected + accepted);
        if mean <= rejected || mean >= accepted {
            break;
        }
        if (observed - mean).powi(2) > reach * Tilted::new(&counts, extremes, mean).variance() {
            rejected = mean;
        } else {
            accepted = mean;
        }
    }
    accepted
}

/// The extreme values that are considered possible beyond the observed ones: at a distance of the
/// widest gap between observed values.
///
/// For games, {0, ½, 1}, these are always 0 and 1. Rounds between equals hardly ever score 0 or
/// 1; including these extremes made intervals too wide: they covered 97 to 98.6% in ten rounds
/// with many draws, now 94.9 to 96.6%.
fn extremes(counts: &[(f64, f64)]) -> Interval {
    let gap = counts.windows(2).map(|pair| pair[1].0 - pair[0].0).fold(GAP_MIN, f64::max);
    match counts {
        [(least, _), .., (most, _)] => {
            Interval { low: (least - gap).max(0.0), high: (most + gap).min(1.0) }
        }
        _ => Interval { low: 0.0, high: 1.0 },
    }
}

/// The step between scores of rounds of two games. The gap is at least this, since a few close
/// scores do not imply that all scores are close.
const GAP_MIN: f64 = 0.25;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::stats::Tally;

    /// Wilson (1927), in closed form.
    fn wilson(wins: f64, n: f64, z: f64) -> (f64, f64) {
        let (p, zz) = (wins / n, z * z);
        let centre = (p + zz / (2.0 * n)) / (1.0 + zz / n);
        let reach = z / (1.0 + zz / n) * (p * (1.0 - p) / n + zz / (4.0 * n * n)).sqrt();
        (centre - reach, centre + reach)
    }

    #[test]
    fn is_wilsons_without_draws() {
        for (wins, losses) in [(0, 1), (1, 0), (7, 3), (20, 0), (0, 20), (480, 520), (1, 9_999)] {
            let interval = Sample::from(Tally { wins, draws: 0, losses }).interval(0.95);
            let (low, high) = wilson(wins as f64, (wins + losses) as f64, two_sided_normal(0.95));
            assert!(
                (interval.low - low).abs() < 1e-9 && (interval.high - high).abs() < 1e-9,
                "{interval:?}"
            );
        }
    }

    #[test]
    fn draws_narrow_it_but_never_to_nothing() {
        let of = |wins, draws, losses| Sample::from(Tally { wins, draws, losses }).interval(0.95);
        assert!(of(10, 80, 10).width() < of(30, 40, 30).width());
        assert!(of(30, 40, 30).width() < of(50, 0, 50).width());
        let drawn = of(0, 100, 0);
        assert!(0.03 < drawn.width() && drawn.width() < 0.05, "{drawn:?}");
    }

    #[test]
    fn sides_mirror_each_other() {
        let sample: Sample = [0.0, 0.25, 0.25, 0.5, 1.0, 1.0, 1.0, 0.75].into_iter().collect();
        let (ours, theirs) = (sample.interval(0.9), sample.reversed().interval(0.9));
        assert!(
            (ours.low + theirs.high - 1.0).abs() < 1e-12
                && (ours.high + theirs.low - 1.0).abs() < 1e-12
        );
    }

    proptest! {
        /// Bisection is right only if a mean is never accepted beyond one that is rejected.
        #[test]
        fn holds_all_that_is_accepted_and_nothing_else(counts in prop::collection::vec(0u64..12, 5)) {
            let mut sample = Sample::new();
            for (quarters, &n) in counts.iter().enumerate() {
                sample.add_many(quarters as f64 / 4.0, n);
            }
            prop_assume!(sample.n() > 0);
            let (z, interval) = (two_sided_normal(0.95), sample.interval(0.95));
            let (weights, observed) = (sample.weights(), sample.mean().unwrap());
            let extremes = extremes(&weights);
            prop_assert!(interval.contains(observed));
            for mean in (1..200).map(|i| f64::from(i) / 200.0 + 1e-4) {
                let possible = extremes.low < mean && mean < extremes.high;
                let variance = || Tilted::new(&weights, extremes, mean).variance();
                let accepted = possible && sample.n() as f64 * (observed - mean).powi(2) <= z * z * variance();
                prop_assert_eq!(accepted, interval.contains(mean), "{} in {:?}", mean, interval);
            }
        }
    }
}
