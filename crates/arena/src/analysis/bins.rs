//! Values counted by where they lie.

use report::Plot;

use super::Spread;

/// Intervals of equal width, in which values are counted.
pub(super) struct Bins {
    low: f64,
    width: f64,
    n_bins: usize,
    /// How far apart values are at least.
    step: f64,
}

impl Bins {
    /// From 0 to 100.
    pub const OF_PERCENT: Self = Self { low: 0.0, width: 5.0, n_bins: 20, step: 0.0 };

    /// For whole numbers: as many in each interval as in any other.
    pub fn of_whole(spreads: &[(&str, &Spread)]) -> Self {
        const N_BINS_MAX: f64 = 24.0;
        let ends = |share| spreads.iter().filter_map(move |(_, spread)| spread.quantile(share));
        let low = ends(0.0).reduce(f64::min).unwrap_or(0.0);
        let high = ends(1.0).reduce(f64::max).unwrap_or(0.0);
        let width = ((high - low + 1.0) / N_BINS_MAX).ceil().max(1.0);
        let n_bins = ((high - low) / width).floor() as usize + 1;
        Self { low, width, n_bins, step: 1.0 }
    }

    /// The share of values in each interval, in percent, as bars and as lines.
    pub fn plots(&self, title: &str, label: &str, spreads: &[(&str, &Spread)]) -> (Plot, Plot) {
        let Self { low, width, n_bins, step } = *self;
        let high = low + n_bins as f64 * width - step;
        let mut plot = Plot::new(title).labels(label, "%");
        let mut small = Plot::new(format!("{title}, from {low:.0} to {high:.0} {label}"));
        for (name, spread) in spreads {
            let bars = self.shares(spread);
            plot.bars(*name, bars.iter().copied());
            small.line(if name.is_empty() { "share" } else { name }, bars);
        }
        (plot, small)
    }

    /// The middle of each interval and the share of values in it.
    fn shares(&self, spread: &Spread) -> Vec<(f64, f64)> {
        let mut shares = vec![0.0; self.n_bins];
        for value in spread.values() {
            let at = ((value - self.low) / self.width).floor().max(0.0) as usize;
            shares[at.min(self.n_bins - 1)] += 100.0 / spread.values().len() as f64;
        }
        let first = self.low + (self.width - self.step) / 2.0;
        let middle = |at: usize| first + at as f64 * self.width;
        shares.into_iter().enumerate().map(|(at, share)| (middle(at), share)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_counted_once() {
        let spread: Spread = (5..=64).map(f64::from).collect();
        let bins = Bins::of_whole(&[("", &spread)]);
        let shares = bins.shares(&spread);
        assert!((shares.iter().map(|(_, share)| share).sum::<f64>() - 100.0).abs() < 1e-9);
        assert_eq!(shares[1].0 - shares[0].0, bins.width);
        let ends: Spread = [0.0, 100.0].into_iter().collect();
        let shares = Bins::OF_PERCENT.shares(&ends);
        assert_eq!((shares[0], shares[19]), ((2.5, 50.0), (97.5, 50.0)));
    }
}
