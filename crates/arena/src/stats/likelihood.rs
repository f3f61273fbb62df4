//! The likeliest distribution of scores among those with a given mean.
//!
//! Of all distributions on the observed values and two extremes a < b, the one with mean µ that makes a sample most
//! likely weighs a value v, seen c times among n, by
//!
//! ```text
//! p(v) = c / n / (1 + λ (v − µ)),    λ such that Σ c (v − µ) / (1 + λ (v − µ)) = 0.
//! ```
//!
//! The sum falls as λ grows, so there is one solution. Weights may not be negative, on the extremes either, which
//! confines λ to −1/(b−µ) … 1/(µ−a); a solution on that border leaves weight for an extreme that was not observed.
//! Empirical likelihood: Owen, *Empirical Likelihood* (2001), chapter 2.

use super::Interval;

/// Counts of values, and the tilt λ that makes `mean` their likeliest mean.
pub(super) struct Tilted<'a> {
    counts: &'a [(f64, f64)],
    extremes: Interval,
    mean: f64,
    tilt: f64,
}

impl<'a> Tilted<'a> {
    /// Solves for λ. Counts may be fractions but must be positive, the mean strictly between the extremes.
    pub(super) fn new(counts: &'a [(f64, f64)], extremes: Interval, mean: f64) -> Tilted<'a> {
        debug_assert!(extremes.low < mean && mean < extremes.high);
        Tilted { counts, extremes, mean, tilt: solve_tilt(counts, extremes, mean) }
    }

    /// The variance of the distribution. Weight not used by observed values is on an extreme.
    pub(super) fn variance(&self) -> f64 {
        let n: f64 = self.counts.iter().map(|&(_, count)| count).sum();
        let (mut left, mut variance) = (1.0, 0.0);
        for &(value, count) in self.counts {
            let weight = count / n / self.stretch(value);
            left -= weight;
            variance += weight * (value - self.mean).powi(2);
        }
        let extreme = if self.tilt > 0.0 { self.extremes.low } else { self.extremes.high };
        variance + left.max(0.0) * (extreme - self.mean).powi(2)
    }

    /// The log-likelihood, without terms that do not depend on the mean.
    pub(super) fn log_likelihood(&self) -> f64 {
        -self.counts.iter().map(|&(value, count)| count * self.stretch(value).ln()).sum::<f64>()
    }

    fn stretch(&self, value: f64) -> f64 {
        1.0 + self.tilt * (value - self.mean)
    }
}

/// Newton's method within a bracket that shrinks around the solution.
fn solve_tilt(counts: &[(f64, f64)], extremes: Interval, mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (extremes.high - mean), 1.0 / (mean - extremes.low));
    // An observed extreme would have infinite weight on the border, so the solution is inside.
    let observed = |extreme: f64| counts.iter().any(|&(value, _)| value == extreme);
    if !observed(extremes.high) && pull(counts, mean, low).sum <= 0.0 {
        return low;
    }
    if !observed(extremes.low) && pull(counts, mean, high).sum >= 0.0 {
        return high;
    }
    let mut tilt = 0.0;
    for _ in 0..100 {
        let Pull { sum, slope, size } = pull(counts, mean, tilt);
        if sum > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
        let newton = tilt - sum / slope;
        let next = if low < newton && newton < high { newton } else { 0.5 * (low + high) };
        // Convergence is quadratic, so the next step would change nothing. Beside a border, where
        // one value outweighs all others, steps are as small, but there the sum is not balanced.
        if (next - tilt).abs() <= 1e-9 * (1.0 + tilt.abs()) && sum.abs() <= 1e-3 * size {
            return next;
        }
        tilt = next;
    }
    tilt
}

/// The equation for λ: the sum to bring to 0.
struct Pull {
    sum: f64,
    /// The derivative of the sum with respect to λ.
    slope: f64,
    /// The sum of the absolute values of its parts.
    size: f64,
}

fn pull(counts: &[(f64, f64)], mean: f64, tilt: f64) -> Pull {
    let mut pull = Pull { sum: 0.0, slope: 0.0, size: 0.0 };
    for &(value, count) in counts {
        let part = (value - mean) / (1.0 + tilt * (value - mean));
        pull.sum += count * part;
        pull.slope -= count * part * part;
        pull.size += count * part.abs();
    }
    pull
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Interval = Interval { low: 0.0, high: 1.0 };

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn wins_and_losses_alone_are_binomial() {
        for mean in [0.01, 0.3, 0.5, 0.99] {
            for counts in [&[(0.0, 7.0), (1.0, 3.0)][..], &[(1.0, 5.0)], &[(0.0, 2.0)]] {
                let tilted = Tilted::new(counts, UNIT, mean);
                assert!(close(tilted.variance(), mean * (1.0 - mean)), "{counts:?} {mean}");
            }
        }
    }

    /// A step of Newton's method from this sample ends so close to the border that the next ones hardly move.
    #[test]
    fn steps_beside_the_border_are_not_the_end() {
        let counts = [(0.0, 9.0), (0.25, 4.0), (0.5, 4.0), (1.0, 1.0)];
        for step in 0..1000 {
            let mean = 0.41667 + 1e-8 * f64::from(step);
            let variance = Tilted::new(&counts, UNIT, mean).variance();
            assert!((0.1464..0.1465).contains(&variance), "{mean}: {variance}");
        }
    }

    /// Of draws alone, mean 0.4 asks for a fifth of the weight to be on losses.
    #[test]
    fn unobserved_extremes_take_what_is_left() {
        let draws = [(0.5, 9.0)];
        let tilted = Tilted::new(&draws, UNIT, 0.4);
        assert!(close(tilted.log_likelihood(), 9.0 * 0.8f64.ln()));
        assert!(close(tilted.variance(), 0.8 * 0.01 + 0.2 * 0.16));
    }

    /// No other distribution with that mean is likelier: checked on a fine grid of shares of draws.
    #[test]
    fn is_the_likeliest_of_a_grid() {
        let counts = [(0.0, 4.0), (0.5, 9.0), (1.0, 12.0)];
        let n: f64 = 25.0;
        for mean in [0.35, 0.5, 0.66, 0.8] {
            let constant: f64 = counts.iter().map(|&(_, c)| c * (c / n).ln()).sum();
            let ours = Tilted::new(&counts, UNIT, mean).log_likelihood() + constant;
            let best = (1..10_000)
                .map(|i| f64::from(i) / 10_000.0)
                .map(|draws| [1.0 - draws - (mean - draws / 2.0), draws, mean - draws / 2.0])
                .filter(|p| p.iter().all(|&p| p > 0.0))
                .map(|p| counts.iter().zip(p).map(|(&(_, c), p)| c * p.ln()).sum::<f64>())
                .fold(f64::NEG_INFINITY, f64::max);
            assert!(ours >= best && ours - best < 1e-4, "{mean}: {ours} against {best}");
        }
    }
}
