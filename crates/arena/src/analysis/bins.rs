//! Plots of the distribution of values.

use ludex_report::{Bins, Plot};

use super::Spread;

/// Intervals for whole numbers that cover all spreads.
pub(super) fn of_whole(spreads: &[(&str, &Spread)]) -> Bins {
    let ends = |share| spreads.iter().filter_map(move |(_, spread)| spread.quantile(share));
    let low = ends(0.0).reduce(f64::min).unwrap_or(0.0);
    let high = ends(1.0).reduce(f64::max).unwrap_or(0.0);
    Bins::of_whole(low, high)
}

/// The share of values in each interval, in percent, as bars and as lines.
pub(super) fn plots(
    bins: &Bins,
    title: &str,
    label: &str,
    spreads: &[(&str, &Spread)],
) -> (Plot, Plot) {
    let (low, high) = bins.ends();
    let mut plot = Plot::new(title).labels(label, "%");
    let mut small = Plot::new(format!("{title}, from {low:.0} to {high:.0} {label}"));
    for (name, spread) in spreads {
        let of_one = 100.0 / spread.values().len().max(1) as f64;
        let counts = bins.counts(spread.values().iter().copied());
        let bars: Vec<(f64, f64)> = counts.into_iter().map(|(at, n)| (at, n * of_one)).collect();
        plot.bars(*name, bars.iter().copied());
        small.line(if name.is_empty() { "share" } else { name }, bars);
    }
    (plot, small)
}
