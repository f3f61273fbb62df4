//! Values with their intervals and distributions.

use super::CONFIDENCE;
use super::watch::Watched;
use crate::stats::{Interval, Mean, Sample};

/// A value with its 95% confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The observed value.
    pub value: f64,
    /// The confidence interval.
    pub interval: Interval,
    /// Number of games or positions.
    pub n: u64,
}

impl Measured {
    /// The mean of scores or shares, each from 0 to 1; `None` without values.
    ///
    /// ```
    /// use ludex_arena::analysis::Measured;
    ///
    /// let score = Measured::of_shares([1.0, 0.0, 1.0, 1.0]).unwrap();
    /// assert_eq!((score.value, score.n), (0.75, 4));
    /// assert_eq!(score.to_string(), "0.75 [0.30, 0.95]");
    /// ```
    pub fn of_shares(shares: impl IntoIterator<Item = f64>) -> Option<Self> {
        let sample: Sample = shares.into_iter().collect();
        let interval = sample.interval(CONFIDENCE);
        Some(Self { value: sample.mean()?, interval, n: sample.n() })
    }

    /// The mean of values of any size; `None` without values.
    ///
    /// ```
    /// use ludex_arena::analysis::Measured;
    ///
    /// assert_eq!(Measured::of_mean([9.0, 10.0, 11.0]).unwrap().value, 10.0);
    /// assert!(Measured::of_mean([]).is_none());
    /// ```
    pub fn of_mean(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mean: Mean = values.into_iter().collect();
        let value = mean.mean()?;
        let nothing = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        Some(Self { value, interval: mean.interval(CONFIDENCE).unwrap_or(nothing), n: mean.n() })
    }
}

/// Printed with two digits unless a precision is given.
impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = f.precision().unwrap_or(2);
        write!(f, "{:.digits$} {:.digits$}", self.value, self.interval)
    }
}

/// The distribution of some values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spread {
    /// In ascending order.
    values: Vec<f64>,
}

impl Spread {
    /// The values, in ascending order.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Their mean, if there are any.
    pub fn mean(&self) -> Option<Measured> {
        Measured::of_mean(self.values.iter().copied())
    }

    /// The quantile of a share: 0 for the least value, 1 for the greatest.
    ///
    /// ```
    /// let spread: ludex_arena::analysis::Spread = [5.0, 9.0, 7.0].into_iter().collect();
    /// assert_eq!([0.0, 0.5, 1.0].map(|share| spread.quantile(share)), [Some(5.0), Some(7.0), Some(9.0)]);
    /// ```
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let last = self.values.len().checked_sub(1)?;
        let at = (share.clamp(0.0, 1.0) * last as f64).round() as usize;
        self.values.get(at).copied()
    }
}

impl FromIterator<f64> for Spread {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        Self::sorted(values.into_iter().collect())
    }
}

impl Spread {
    fn sorted(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        Self { values }
    }
}

/// A quantity over the course of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The mean of each game: games are independent, plies are not.
    pub games: Spread,
    /// All values of all games.
    pub all: Spread,
    /// The mean at each ply that enough games reached.
    pub by_ply: Vec<f64>,
}

/// Minimum share of the games for a mean at a ply; fewer would be noise.
const SHARE_MIN: f64 = 0.05;

impl Course {
    /// The number of legal joint moves of the players.
    pub(super) fn of_choices<M>(watched: &[Watched<M>]) -> Self {
        let courses = || watched.iter().map(|game| &game.choices);
        let mean = |course: &Vec<u32>| {
            let sum: f64 = course.iter().map(|&n| f64::from(n)).sum();
            (!course.is_empty()).then(|| sum / course.len() as f64)
        };
        let n_needed = ((watched.len() as f64 * SHARE_MIN) as usize).max(3.min(watched.len()));
        let mut by_ply = Vec::new();
        loop {
            let at: Vec<f64> = courses()
                .filter_map(|course| course.get(by_ply.len()))
                .map(|&n| n.into())
                .collect();
            if at.is_empty() || at.len() < n_needed {
                break;
            }
            by_ply.push(at.iter().sum::<f64>() / at.len() as f64);
        }
        Self {
            games: courses().filter_map(mean).collect(),
            all: courses().flatten().map(|&n| f64::from(n)).collect(),
            by_ply,
        }
    }
}
