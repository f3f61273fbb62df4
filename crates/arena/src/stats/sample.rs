//! Scores of independent units, counted by value.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Scores from 0 to 1 of independent units, with the frequency of each value.
///
/// A unit is a game (0, ½, 1) or a round in which the players took every role once (0, ¼, ½, ¾, 1
/// for two roles). The order of units is irrelevant, so the frequencies suffice for all
/// statistics.
///
/// ```
/// use ludex_arena::stats::Sample;
///
/// let sample: Sample = [1.0, 0.5, 1.0, 0.0].into_iter().collect();
/// assert_eq!(sample.n(), 4);
/// assert_eq!(sample.mean(), Some(0.625));
/// assert_eq!(sample.counts(), [(0.0, 1), (0.5, 1), (1.0, 2)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(f64, u64)>", into = "Vec<(f64, u64)>")]
pub struct Sample {
    /// Ascending values with their frequencies.
    counts: Vec<(f64, u64)>,
}

/// Values closer than this are equal: thirds may be summed in any order, even to a little more
/// than 1.
const SAME_VALUE: f64 = 1e-9;

/// A number outside 0 to 1, which is not a score.
///
/// ```
/// use ludex_arena::stats::{NotAScore, Sample};
///
/// assert_eq!(Sample::try_from(vec![(0.5, 3), (50.0, 1)]), Err(NotAScore(50.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("a score of {0} is not from 0 to 1")]
pub struct NotAScore(pub f64);

impl Sample {
    /// An empty sample.
    ///
    /// ```
    /// assert_eq!(ludex_arena::stats::Sample::new().n(), 0);
    /// ```
    pub fn new() -> Sample {
        Sample::default()
    }

    /// Adds a unit. Its score must be from 0 to 1.
    ///
    /// ```
    /// let mut sample = ludex_arena::stats::Sample::new();
    /// sample.add(0.75);
    /// assert_eq!(sample.counts(), [(0.75, 1)]);
    /// ```
    pub fn add(&mut self, score: f64) {
        self.add_many(score, 1);
    }

    /// Adds `n` units with the same score, which must be from 0 to 1.
    ///
    /// ```
    /// let mut sample = ludex_arena::stats::Sample::new();
    /// sample.add_many(1.0, 7);
    /// assert_eq!(sample.n(), 7);
    /// ```
    pub fn add_many(&mut self, score: f64, n: u64) {
        assert!(is_score(score), "{}", NotAScore(score));
        if n == 0 {
            return;
        }
        let score = score.clamp(0.0, 1.0);
        let idx = self.counts.partition_point(|&(value, _)| value < score - SAME_VALUE);
        match self.counts.get_mut(idx) {
            Some((value, count)) if *value <= score + SAME_VALUE => *count += n,
            _ => self.counts.insert(idx, (score, n)),
        }
    }

    /// Adds the units of another sample.
    ///
    /// ```
    /// use ludex_arena::stats::Sample;
    ///
    /// let mut sample: Sample = [1.0, 0.5].into_iter().collect();
    /// sample.merge(&[0.5].into_iter().collect());
    /// assert_eq!(sample.counts(), [(0.5, 2), (1.0, 1)]);
    /// ```
    pub fn merge(&mut self, other: &Sample) {
        for &(score, n) in &other.counts {
            self.add_many(score, n);
        }
    }

    /// The sample from the view of the opponent.
    ///
    /// ```
    /// use ludex_arena::stats::Sample;
    ///
    /// let sample: Sample = [1.0, 1.0, 0.25].into_iter().collect();
    /// assert_eq!(sample.reversed().counts(), [(0.0, 2), (0.75, 1)]);
    /// ```
    pub fn reversed(&self) -> Sample {
        Sample { counts: self.counts.iter().rev().map(|&(value, n)| (1.0 - value, n)).collect() }
    }

    /// The ascending values with their frequencies.
    ///
    /// ```
    /// assert!(ludex_arena::stats::Sample::new().counts().is_empty());
    /// ```
    pub fn counts(&self) -> &[(f64, u64)] {
        &self.counts
    }

    /// The number of units.
    ///
    /// ```
    /// let sample: ludex_arena::stats::Sample = [0.5, 0.5].into_iter().collect();
    /// assert_eq!(sample.n(), 2);
    /// ```
    pub fn n(&self) -> u64 {
        self.counts.iter().map(|&(_, n)| n).sum()
    }

    /// The mean score; `None` when there are no units.
    ///
    /// ```
    /// let sample: ludex_arena::stats::Sample = [1.0, 0.0, 0.5, 1.0].into_iter().collect();
    /// assert_eq!(sample.mean(), Some(0.625));
    /// ```
    pub fn mean(&self) -> Option<f64> {
        let n = self.n();
        let sum: f64 = self.counts.iter().map(|&(value, n)| value * n as f64).sum();
        (n > 0).then(|| sum / n as f64)
    }

    /// The unbiased estimate of the variance of one unit's score; `None` for fewer than two units.
    ///
    /// ```
    /// let sample: ludex_arena::stats::Sample = [1.0, 0.0].into_iter().collect();
    /// assert_eq!(sample.variance(), Some(0.5));
    /// ```
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let n = self.n();
        let squares: f64 =
            self.counts.iter().map(|&(value, n)| (value - mean).powi(2) * n as f64).sum();
        (n > 1).then(|| squares / (n - 1) as f64)
    }

    /// The frequencies as floating-point numbers.
    pub(super) fn weights(&self) -> Vec<(f64, f64)> {
        self.counts.iter().map(|&(value, n)| (value, n as f64)).collect()
    }
}

fn is_score(number: f64) -> bool {
    (-SAME_VALUE..=1.0 + SAME_VALUE).contains(&number)
}

impl TryFrom<Vec<(f64, u64)>> for Sample {
    type Error = NotAScore;

    fn try_from(counts: Vec<(f64, u64)>) -> Result<Sample, NotAScore> {
        let mut sample = Sample::new();
        for (score, n) in counts {
            if !is_score(score) {
                return Err(NotAScore(score));
            }
            sample.add_many(score, n);
        }
        Ok(sample)
    }
}

impl From<Sample> for Vec<(f64, u64)> {
    fn from(sample: Sample) -> Self {
        sample.counts
    }
}

impl Extend<f64> for Sample {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, scores: I) {
        scores.into_iter().for_each(|score| self.add(score));
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(scores: I) -> Sample {
        let mut sample = Sample::new();
        sample.extend(scores);
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirds_are_one_value_however_they_are_summed() {
        let sample: Sample =
            [1.0 / 3.0, 1.0 - 2.0 / 3.0, 0.1 + 0.2 + 1.0 / 30.0].into_iter().collect();
        assert_eq!(sample.counts().len(), 1);
        assert_eq!(sample.n(), 3);
    }

    #[test]
    fn a_little_more_than_one_is_one() {
        let sample: Sample = [1.0 + 1e-15, 1.0, -1e-15].into_iter().collect();
        assert_eq!(sample.counts(), [(0.0, 1), (1.0, 2)]);
    }

    #[test]
    #[should_panic(expected = "a score of 50 is not from 0 to 1")]
    fn goals_are_not_scores() {
        Sample::new().add(50.0);
    }

    #[test]
    fn survives_json() {
        let sample: Sample = [0.25, 1.0, 0.25].into_iter().collect();
        let json = serde_json::to_string(&sample).unwrap();
        assert_eq!(json, "[[0.25,2],[1.0,1]]");
        assert_eq!(serde_json::from_str::<Sample>(&json).unwrap(), sample);
        let error = serde_json::from_str::<Sample>("[[1.5,2]]").unwrap_err();
        assert!(error.to_string().contains("a score of 1.5 is not from 0 to 1"));
    }
}
