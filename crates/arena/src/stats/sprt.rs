//! Sequential tests, which stop a match as soon as it is decided.
//!
//! Wald's sequential test (1945) continues until the likelihood ratio of two hypotheses leaves an
//! interval. Here the hypotheses are Elo differences; the share of draws is unknown under both,
//! so each hypothesis uses its likeliest distribution of scores: a generalised sequential test,
//! as Fishtest uses for chess engines.

use serde::{Deserialize, Serialize};

use super::likelihood::Tilted;
use super::{Interval, Sample, score_of};

/// A sequential test of `elo1` against `elo0`, which must be less.
///
/// ```
/// use ludex_arena::stats::{Sample, Sprt, Tally, Verdict};
///
/// let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
/// let few: Sample = Tally { wins: 12, draws: 10, losses: 8 }.into();
/// assert_eq!(sprt.verdict(&few), Verdict::GoOn);
/// let many: Sample = Tally { wins: 120, draws: 100, losses: 80 }.into();
/// assert_eq!(sprt.verdict(&many), Verdict::Stronger);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis: that of a change without use.
    pub elo0: f64,
    /// The Elo difference of the alternative: that of a useful change.
    pub elo1: f64,
    /// The probability of [`Verdict::Stronger`] when the difference is `elo0`.
    pub alpha: f64,
    /// The probability of [`Verdict::Weaker`] when the difference is `elo1`.
    pub beta: f64,
}

/// The verdict of a sequential test so far.
///
/// ```
/// use ludex_arena::stats::{Sample, Sprt, Verdict};
///
/// assert_eq!(Sprt::default().verdict(&Sample::new()), Verdict::GoOn);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Undecided.
    GoOn,
    /// `elo0` is accepted.
    Weaker,
    /// `elo1` is accepted.
    Stronger,
}

/// From 0 to 20 Elo with errors of 5%.
impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 }
    }
}

/// Discount of the likelihood ratio, as n / (n + this), since the share of draws must be
/// estimated from the same few units.
///
/// Worst error at α = β = 5% over the 48 settings of `tests/statistics.rs`, 10,000 tests each: 5.4% with Wald's bounds
/// and no discount, 5.0% with the bounds below, 4.5% with the discount too. It makes tests of 50 games 3% longer.
const HUMILITY: f64 = 1.0;

impl Sprt {
    /// The log-likelihood ratio, to be compared with the bounds: positive if the sample favours
    /// `elo1`.
    ///
    /// Scores not observed may be likely under a hypothesis, so 0 and 1 are always considered
    /// possible; otherwise a hypothesis beyond all observed scores would have no likelihood.
    ///
    /// ```
    /// use ludex_arena::stats::{Sample, Sprt};
    ///
    /// let sprt = Sprt { elo0: 0.0, elo1: 50.0, ..Sprt::default() };
    /// let win: Sample = [1.0].into_iter().collect();
    /// assert!(sprt.log_likelihood_ratio(&win) > 0.0);
    /// ```
    pub fn log_likelihood_ratio(&self, sample: &Sample) -> f64 {
        debug_assert!(self.elo0 < self.elo1);
        let counts = sample.weights();
        let log_likelihood = |elo| {
            Tilted::new(&counts, Interval { low: 0.0, high: 1.0 }, score_of(elo)).log_likelihood()
        };
        let n = sample.n() as f64;
        n / (n + HUMILITY) * (log_likelihood(self.elo1) - log_likelihood(self.elo0))
    }

    /// The bounds of the test: it ends at or below `low` with `elo0`, at or above `high` with
    /// `elo1`.
    ///
    /// These are ln β and ln 1/α, slightly wider than the customary ln β/(1−α) and ln (1−β)/α: a likelihood ratio
    /// reaches 1/α by chance with probability α at most (Ville, 1939), while Wald's bounds only keep the sum of
    /// both errors.
    ///
    /// ```
    /// let bounds = ludex_arena::stats::Sprt::default().bounds();
    /// assert!((bounds.high - 20f64.ln()).abs() < 1e-12 && (bounds.low + bounds.high).abs() < 1e-12);
    /// ```
    pub fn bounds(&self) -> Interval {
        Interval { low: self.beta.ln(), high: -self.alpha.ln() }
    }

    /// The verdict on the sample. Call it after every unit, or less often.
    ///
    /// ```
    /// use ludex_arena::stats::{Sample, Sprt, Tally, Verdict};
    ///
    /// let sprt = Sprt { elo0: 0.0, elo1: 200.0, ..Sprt::default() };
    /// let lost: Sample = Tally { wins: 2, draws: 0, losses: 9 }.into();
    /// assert_eq!(sprt.verdict(&lost), Verdict::Weaker);
    /// ```
    pub fn verdict(&self, sample: &Sample) -> Verdict {
        let Interval { low, high } = self.bounds();
        match self.log_likelihood_ratio(sample) {
            ratio if ratio <= low => Verdict::Weaker,
            ratio if ratio >= high => Verdict::Stronger,
            _ => Verdict::GoOn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Tally;

    const SPRT: Sprt = Sprt { elo0: -20.0, elo1: 60.0, alpha: 0.05, beta: 0.1 };

    /// Without draws the likelihoods are binomial.
    #[test]
    fn agrees_with_the_binomial_ratio() {
        for (wins, losses) in [(7, 3), (5, 0), (0, 4), (300, 200)] {
            let sample = Sample::from(Tally { wins, draws: 0, losses });
            let [s0, s1] = [SPRT.elo0, SPRT.elo1].map(score_of);
            let ratio =
                wins as f64 * (s1 / s0).ln() + losses as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
            let n = (wins + losses) as f64;
            assert!((SPRT.log_likelihood_ratio(&sample) - ratio * n / (n + HUMILITY)).abs() < 1e-9);
        }
    }

    /// For many units the ratio is that of normal means: n (s₁ − s₀) (x̄ − (s₀ + s₁)/2) / σ².
    #[test]
    fn approaches_the_normal_ratio() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, ..SPRT };
        let mut sample = Sample::new();
        for (score, n) in [(0.0, 900), (0.25, 5_000), (0.5, 11_000), (0.75, 5_200), (1.0, 1_000)] {
            sample.add_many(score, n);
        }
        let [s0, s1] = [sprt.elo0, sprt.elo1].map(score_of);
        let (n, mean, variance) =
            (sample.n() as f64, sample.mean().unwrap(), sample.variance().unwrap());
        let normal = n * (s1 - s0) * (mean - (s0 + s1) / 2.0) / variance;
        let ratio = sprt.log_likelihood_ratio(&sample);
        assert!((ratio - normal).abs() < 0.02 * normal.abs(), "{ratio} against {normal}");
    }

    #[test]
    fn sides_mirror_each_other() {
        let mirrored = Sprt { elo0: -60.0, elo1: 20.0, alpha: 0.1, beta: 0.05 };
        let sample: Sample = [0.5, 1.0, 0.5, 0.0, 1.0, 0.75].into_iter().collect();
        let ours = SPRT.log_likelihood_ratio(&sample);
        assert!((ours + mirrored.log_likelihood_ratio(&sample.reversed())).abs() < 1e-12);
        assert_eq!(SPRT.bounds().low, -mirrored.bounds().high);
    }

    #[test]
    fn nothing_seen_is_nothing_known() {
        assert_eq!(SPRT.log_likelihood_ratio(&Sample::new()), 0.0);
    }
}
