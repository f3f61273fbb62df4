//! Means of quantities that are not scores.

use serde::{Deserialize, Serialize};

use super::Interval;
use super::quantile::two_sided_t;

/// A running mean and variance of lengths, times, goals or other quantities.
///
/// Values are not stored. Deviations are summed about the mean so far, after Welford (1962),
/// since sums of squares lose all digits when the mean is large.
///
/// ```
/// use ludex_arena::stats::Mean;
///
/// let plies: Mean = [31.0, 42.0, 35.0, 40.0].into_iter().collect();
/// assert_eq!(plies.mean(), Some(37.0));
/// let interval = plies.interval(0.95).unwrap();
/// assert!(interval.contains(37.0) && !interval.contains(20.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    n: u64,
    mean: f64,
    /// The sum of squared deviations from the mean.
    squares: f64,
}

impl Mean {
    /// A mean without values.
    ///
    /// ```
    /// assert_eq!(ludex_arena::stats::Mean::new().mean(), None);
    /// ```
    pub fn new() -> Mean {
        Mean::default()
    }

    /// Adds a value.
    ///
    /// ```
    /// let mut mean = ludex_arena::stats::Mean::new();
    /// mean.add(2.5);
    /// assert_eq!(mean.mean(), Some(2.5));
    /// ```
    pub fn add(&mut self, value: f64) {
        self.n += 1;
        let before = value - self.mean;
        self.mean += before / self.n as f64;
        self.squares += before * (value - self.mean);
    }

    /// Adds the values of another mean, after Chan, Golub and LeVeque (1979).
    ///
    /// ```
    /// use ludex_arena::stats::Mean;
    ///
    /// let mut mean: Mean = [1.0, 2.0].into_iter().collect();
    /// mean.merge(&[6.0].into_iter().collect());
    /// assert_eq!((mean.n(), mean.mean()), (3, Some(3.0)));
    /// ```
    pub fn merge(&mut self, other: &Mean) {
        if other.n == 0 {
            return;
        }
        let n = self.n + other.n;
        let apart = other.mean - self.mean;
        let share = other.n as f64 / n as f64;
        self.mean += apart * share;
        self.squares += other.squares + apart * apart * share * self.n as f64;
        self.n = n;
    }

    /// The number of values.
    ///
    /// ```
    /// assert_eq!(ludex_arena::stats::Mean::new().n(), 0);
    /// ```
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The mean; `None` without values.
    ///
    /// ```
    /// let mean: ludex_arena::stats::Mean = [1.0, 4.0].into_iter().collect();
    /// assert_eq!(mean.mean(), Some(2.5));
    /// ```
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then_some(self.mean)
    }

    /// The unbiased estimate of the variance of one value; `None` for fewer than two.
    ///
    /// ```
    /// let mean: ludex_arena::stats::Mean = [1.0, 3.0].into_iter().collect();
    /// assert_eq!(mean.variance(), Some(2.0));
    /// ```
    pub fn variance(&self) -> Option<f64> {
        (self.n > 1).then(|| self.squares / (self.n - 1) as f64)
    }

    /// Student's interval for the true mean; `None` for fewer than two values.
    ///
    /// Exact for normal values, good for others unless they are few and very skewed.
    ///
    /// ```
    /// let mean: ludex_arena::stats::Mean = [9.0, 10.0, 11.0].into_iter().collect();
    /// let interval = mean.interval(0.95).unwrap();
    /// assert!((interval.high - 12.484).abs() < 0.001);
    /// ```
    pub fn interval(&self, confidence: f64) -> Option<Interval> {
        let error = (self.variance()? / self.n as f64).sqrt();
        let reach = error * two_sided_t(confidence, (self.n - 1) as f64);
        Some(Interval { low: self.mean - reach, high: self.mean + reach })
    }
}

impl Extend<f64> for Mean {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.add(value));
    }
}

impl FromIterator<f64> for Mean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Mean {
        let mut mean = Mean::new();
        mean.extend(values);
        mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_its_digits_far_from_zero() {
        let mean: Mean = [4.0, 7.0, 13.0, 16.0].map(|value| value + 1e9).into_iter().collect();
        assert_eq!(mean.variance(), Some(30.0));
    }

    #[test]
    fn merging_is_adding() {
        let values: Vec<f64> = (0..50).map(|i| f64::from(i * i % 17)).collect();
        let whole: Mean = values.iter().copied().collect();
        for cut in [0, 1, 20, 50] {
            let mut merged: Mean = values[..cut].iter().copied().collect();
            merged.merge(&values[cut..].iter().copied().collect());
            assert_eq!(merged.n(), whole.n());
            assert!((merged.mean - whole.mean).abs() < 1e-12);
            assert!((merged.squares - whole.squares).abs() < 1e-9);
        }
    }
}
