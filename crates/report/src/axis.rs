//! Axes of plots, with ticks at round numbers.

use crate::number::{fixed, short};

/// One axis of a plot: its range and its ticks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    ticks: Vec<f64>,
    n_decimals: usize,
    is_log: bool,
}

impl Axis {
    /// An axis with at most `n_ticks_max` ticks, at multiples of 1, 2 or 5
    /// times a power of ten, that starts and ends at a tick and covers all
    /// values.
    pub(crate) fn covering(values: impl IntoIterator<Item = f64>, n_ticks_max: usize) -> Self {
        let (low, high) = range(values.into_iter().filter(|&value| is_drawable(value)));
        let n_steps_max = n_ticks_max.max(3) as f64 - 1.0;
        let mut step = Step::at_least((high - low) / n_steps_max);
        // Rounding outwards may take a step or two more than the values do.
        while step.up(high) - step.down(low) > n_steps_max {
            step = step.next();
        }
        let (first, last) = (step.down(low), step.up(high));
        let n_steps = (last - first) as usize;
        let ticks: Vec<f64> = (0..=n_steps).map(|at| step.times(first + at as f64)).collect();
        let n_decimals = (-step.exponent).max(0) as usize;
        Self { low: ticks[0], high: ticks[n_steps], ticks, n_decimals, is_log: false }
    }

    /// A logarithmic axis. Values that are not positive are not on it.
    pub(crate) fn logarithmic(values: impl IntoIterator<Item = f64>, n_ticks_max: usize) -> Self {
        let logs = values.into_iter().filter(|&value| has_log(value)).map(f64::log10).fold(
            None,
            |range: Option<(f64, f64)>, log| {
                Some(range.map_or((log, log), |(low, high)| (low.min(log), high.max(log))))
            },
        );
        let (low, high) = logs.unwrap_or((0.0, 1.0));
        let n_ticks_max = n_ticks_max.max(3);
        // The finest ticks that are few enough; as a last resort, every `n`
        // decades.
        let finest = [&[1.0, 2.0, 5.0][..], &[1.0, 3.0], &[1.0]].into_iter();
        let grids = finest.map(|marks| (marks, 1)).chain((2..).map(|n| (&[1.0][..], n)));
        let mut grids = grids.map(|(marks, n_decades)| log_ticks(low, high, marks, n_decades));
        let ticks = grids.find(|ticks| ticks.len() <= n_ticks_max).expect("decades get fewer");
        let (low, high) = (ticks[0], ticks[ticks.len() - 1]);
        Self { low, high, ticks, n_decimals: 0, is_log: true }
    }

    /// An axis for `n_names` categories, each one unit wide.
    pub(crate) fn names(n_names: usize) -> Self {
        let high = n_names.max(1) as f64 - 0.5;
        Self { low: -0.5, high, ticks: Vec::new(), n_decimals: 0, is_log: false }
    }

    pub(crate) fn ticks(&self) -> &[f64] {
        &self.ticks
    }

    /// Relative position of a value: 0 at the low end, 1 at the high end.
    /// `None` if it is not on the axis.
    pub(crate) fn share(&self, value: f64) -> Option<f64> {
        let scaled = |value: f64| if self.is_log { value.log10() } else { value };
        if !is_drawable(value) || self.is_log && !has_log(value) {
            return None;
        }
        let (low, high) = (scaled(self.low), scaled(self.high));
        Some((scaled(value) - low) / (high - low))
    }

    /// The label of a tick.
    pub(crate) fn label(&self, tick: f64) -> String {
        match self.is_log && tick < 1.0 {
            true if tick >= 0.01 => short(tick),
            true => fixed(tick, 12),
            false => fixed(tick, self.n_decimals),
        }
    }
}

/// Whether a number can be drawn. Differences of greater ones overflow.
pub(crate) fn is_drawable(value: f64) -> bool {
    value.abs() < 1e300
}

/// Whether a number is on a logarithmic axis.
fn has_log(value: f64) -> bool {
    (1e-90..1e90).contains(&value)
}

/// The least and the greatest value, moved apart if they are equal up to
/// rounding.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let ends = values.fold(None, |ends: Option<(f64, f64)>, value| {
        Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
    });
    let (low, high) = ends.unwrap_or((0.0, 1.0));
    let size = low.abs().max(high.abs());
    match () {
        // Steps between smaller values could not be distinguished from zero.
        () if size < 1e-280 => (0.0, 1.0),
        () if high - low < 1e-9 * size => (low - size / 2.0, high + size / 2.0),
        () => (low, high),
    }
}

/// The distance between ticks: 1, 2 or 5 times a power of ten.
#[derive(Clone, Copy)]
struct Step {
    digit: f64,
    exponent: i32,
}

impl Step {
    fn at_least(size: f64) -> Self {
        let exponent = size.log10().floor() as i32;
        let mut step = Self { digit: 1.0, exponent };
        while step.times(1.0) < size {
            step = step.next();
        }
        step
    }

    fn next(self) -> Self {
        match self.digit as u8 {
            1 => Self { digit: 2.0, ..self },
            2 => Self { digit: 5.0, ..self },
            _ => Self { digit: 1.0, exponent: self.exponent + 1 },
        }
    }

    fn times(self, n: f64) -> f64 {
        // Division by a power of ten is exact where the power is;
        // multiplication by 0.1 is not.
        match self.exponent {
            exponent @ 0.. => n * self.digit * 10f64.powi(exponent),
            exponent => n * self.digit / 10f64.powi(-exponent),
        }
    }

    /// The greatest multiple that is not above a value, with room for rounding.
    fn down(self, value: f64) -> f64 {
        let n = (value / self.times(1.0)).round();
        if self.times(n) <= value + 1e-9 * self.times(1.0) { n } else { n - 1.0 }
    }

    fn up(self, value: f64) -> f64 {
        -self.down(-value)
    }
}

/// Ticks at the given digits in every `n_decades` decades, from the last below
/// to the first above.
fn log_ticks(low: f64, high: f64, marks: &[f64], n_decades: i32) -> Vec<f64> {
    let round = |log: f64| (log / f64::from(n_decades)).floor() as i32 * n_decades;
    let (first, last) = (round(low), round(high) + n_decades);
    let decades = (first..=last).step_by(n_decades as usize);
    let all = decades.flat_map(|decade| {
        marks.iter().map(move |mark| match decade {
            0.. => mark * 10f64.powi(decade),
            _ => mark / 10f64.powi(-decade),
        })
    });
    let all: Vec<f64> = all.collect();
    // Logarithms of round numbers need not be round.
    let (low, high) = (10f64.powf(low) * (1.0 + 1e-9), 10f64.powf(high) * (1.0 - 1e-9));
    let from = all.iter().rposition(|&tick| tick <= low).unwrap_or(0);
    let to = all.iter().position(|&tick| tick >= high).unwrap_or(all.len() - 1);
    // A single value has a tick on either side.
    if from < to {
        all[from..=to].to_vec()
    } else {
        all[from..=(from + 1).min(all.len() - 1)].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn marks_are_round() {
        let axis = Axis::covering([0.13, 0.78], 6);
        assert_eq!(axis.ticks(), [0.0, 0.2, 0.4, 0.6, 0.8]);
        assert_eq!(axis.label(0.2), "0.2");
        assert_eq!(axis.share(0.4), Some(0.5));
        assert_eq!(Axis::covering([-3.0, 12.0], 5).ticks(), [-5.0, 0.0, 5.0, 10.0, 15.0]);
        assert_eq!(Axis::covering([], 6).ticks(), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(Axis::covering([7.0], 5).ticks(), [0.0, 5.0, 10.0, 15.0]);
    }

    #[test]
    fn ratios_are_round_too() {
        let axis = Axis::logarithmic([100.0, 1600.0], 8);
        assert_eq!(axis.ticks(), [100.0, 200.0, 500.0, 1000.0, 2000.0]);
        assert_eq!(axis.share(0.0), None);
        assert_eq!(Axis::logarithmic([1.0, 1e6], 8).ticks().len(), 7);
        assert_eq!(Axis::logarithmic([10.0], 8).ticks(), [10.0, 20.0]);
    }

    proptest! {
        #[test]
        fn marks_cover_the_values(
            values in proptest::collection::vec(any::<f64>(), 0..4),
            n_ticks_max in 0..20usize,
        ) {
            check(&Axis::covering(values.clone(), n_ticks_max), &values, n_ticks_max)?;
            check(&Axis::logarithmic(values.clone(), n_ticks_max), &values, n_ticks_max)?;
        }

        #[test]
        fn so_they_do_where_values_are_alike(low in -1e6..1e6, size in 0.0..1e3, n in 2..12usize) {
            let values = [low, low + size];
            check(&Axis::covering(values, n), &values, n)?;
            check(&Axis::logarithmic(values, n), &values, n)?;
        }
    }

    fn check(axis: &Axis, values: &[f64], n_ticks_max: usize) -> Result<(), TestCaseError> {
        let ticks = axis.ticks();
        prop_assert!((2..=n_ticks_max.max(3)).contains(&ticks.len()), "{ticks:?}");
        prop_assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]), "{ticks:?}");
        for share in values.iter().filter_map(|&value| axis.share(value)) {
            prop_assert!((-1e-6..=1.0 + 1e-6).contains(&share), "{values:?} {ticks:?}");
        }
        Ok(())
    }
}
