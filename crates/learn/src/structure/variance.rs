//! Running means and variances.

/// The mean and the unbiased variance of a sequence of numbers, after Welford (1962) as given
/// by Knuth: without sums of squares, which could cancel.
///
/// ```
/// let mut running = ludex_learn::structure::Variance::default();
/// [2.0, 4.0, 9.0].into_iter().for_each(|x| running.add(x));
/// assert_eq!((running.n(), running.mean(), running.variance()), (3, 5.0, 13.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Variance {
    n: u64,
    mean: f64,
    sum_of_squares: f64,
}

impl Variance {
    /// Adds a number.
    pub fn add(&mut self, x: f64) {
        self.n += 1;
        let delta = x - self.mean;
        self.mean += delta / self.n as f64;
        self.sum_of_squares += delta * (x - self.mean);
    }

    /// The mean and variance of these numbers and others combined (Chan).
    ///
    /// ```
    /// let mut some = ludex_learn::structure::Variance::default();
    /// some.add(2.0);
    /// let mut more = some;
    /// more.add(5.0);
    /// assert_eq!((some.join(more).n(), some.join(more).mean()), (3, 3.0));
    /// ```
    pub fn join(self, other: Self) -> Self {
        let n = self.n + other.n;
        if n == 0 {
            return self;
        }
        let share = other.n as f64 / n as f64;
        let delta = other.mean - self.mean;
        let between = delta * delta * self.n as f64 * share;
        Self {
            n,
            mean: self.mean + delta * share,
            sum_of_squares: self.sum_of_squares + other.sum_of_squares + between,
        }
    }

    /// Adds zeros up to `n` numbers. Most symbols are in few states, so zeros are added all at
    /// once, at the end.
    ///
    /// ```
    /// let mut running = ludex_learn::structure::Variance::default();
    /// running.add(3.0);
    /// running.fill_with_zeros(3);
    /// assert_eq!((running.n(), running.mean(), running.variance()), (3, 1.0, 3.0));
    /// ```
    pub fn fill_with_zeros(&mut self, n: u64) {
        if n > self.n {
            *self = self.join(Self { n: n - self.n, ..Self::default() });
        }
    }

    /// Number of numbers added.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Their mean; 0 without any.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The unbiased estimate of the variance; 0 for fewer than two numbers.
    pub fn variance(&self) -> f64 {
        if self.n < 2 { 0.0 } else { self.sum_of_squares / (self.n - 1) as f64 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_the_textbook_variance(xs in prop::collection::vec(-100.0..100.0f64, 2..50), zeros in 0u64..50) {
            let mut running = Variance::default();
            xs.iter().for_each(|&x| running.add(x));
            running.fill_with_zeros(xs.len() as u64 + zeros);
            let n = xs.len() as f64 + zeros as f64;
            let mean = xs.iter().sum::<f64>() / n;
            let squares: f64 = xs.iter().map(|x| (x - mean).powi(2)).sum::<f64>() + zeros as f64 * mean * mean;
            prop_assert!((running.mean() - mean).abs() < 1e-9);
            prop_assert!((running.variance() - squares / (n - 1.0)).abs() < 1e-6);
        }
    }
}
