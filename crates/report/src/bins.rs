//! Bins of histograms.

/// Intervals of equal width in which values are counted.
///
/// ```
/// use ludex_report::Bins;
///
/// let lengths = [5.0, 6.0, 7.0, 7.0, 8.0, 9.0];
/// let bars = Bins::of_whole(5.0, 9.0).counts(lengths);
/// assert_eq!(bars, [(5.0, 1.0), (6.0, 1.0), (7.0, 2.0), (8.0, 1.0), (9.0, 1.0)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bins {
    low: f64,
    width: f64,
    n_bins: usize,
    /// Minimum distance of values.
    step: f64,
}

/// Maximum number of whole numbers with a bin each; more share bins.
const N_WHOLE_MAX: f64 = 24.0;

impl Bins {
    /// From 0 to 100.
    pub const OF_PERCENT: Self = Self { low: 0.0, width: 5.0, n_bins: 20, step: 0.0 };

    /// Bins for the whole numbers from `low` to `high`: every bin holds the
    /// same number of them.
    pub fn of_whole(low: f64, high: f64) -> Self {
        let width = ((high - low + 1.0) / N_WHOLE_MAX).ceil().max(1.0);
        let n_bins = ((high - low) / width).floor() as usize + 1;
        Self { low, width, n_bins, step: 1.0 }
    }

    /// The least and the greatest value covered.
    ///
    /// ```
    /// assert_eq!(ludex_report::Bins::of_whole(1.0, 48.0).ends(), (1.0, 48.0));
    /// ```
    pub fn ends(&self) -> (f64, f64) {
        (self.low, self.low + self.n_bins as f64 * self.width - self.step)
    }

    /// The middle of each bin and the number of values in it. Values outside
    /// are counted in the first or last bin.
    pub fn counts(&self, values: impl IntoIterator<Item = f64>) -> Vec<(f64, f64)> {
        let mut counts = vec![0.0; self.n_bins];
        for value in values {
            let at = ((value - self.low) / self.width).floor().max(0.0) as usize;
            counts[at.min(self.n_bins - 1)] += 1.0;
        }
        let first = self.low + (self.width - self.step) / 2.0;
        let middle = |at: usize| first + at as f64 * self.width;
        counts.into_iter().enumerate().map(|(at, count)| (middle(at), count)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_counted_once() {
        let bins = Bins::of_whole(5.0, 64.0);
        let counts = bins.counts((5..=64).map(f64::from));
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<f64>(), 60.0);
        assert_eq!(counts[1].0 - counts[0].0, bins.width);
        let counts = Bins::OF_PERCENT.counts([0.0, 100.0]);
        assert_eq!((counts[0], counts[19]), ((2.5, 1.0), (97.5, 1.0)));
    }
}
