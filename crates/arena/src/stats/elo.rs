//! Strength as Elo differences.
//!
//! A player who is D Elo points stronger is expected to score 1 / (1 + 10^(−D/400)) per game: Elo, *The Rating
//! of Chessplayers* (1978).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Interval, Sample};

/// The Elo difference at which a score is expected; infinite for 0 and 1.
///
/// ```
/// use ludex_arena::stats::elo_of;
///
/// assert_eq!(elo_of(0.5), 0.0);
/// assert_eq!(elo_of(10.0 / 11.0).round(), 400.0);
/// assert_eq!(elo_of(1.0), f64::INFINITY);
/// ```
pub fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score expected at an Elo difference.
///
/// ```
/// use ludex_arena::stats::score_of;
///
/// assert_eq!(score_of(0.0), 0.5);
/// assert!((score_of(200.0) - 0.76).abs() < 0.001);
/// assert_eq!(score_of(f64::INFINITY), 1.0);
/// ```
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// An Elo difference with its interval.
///
/// Ends are infinite where nothing bounds the difference, as after wins alone. JSON has no infinities: they are
/// written as the strings `"inf"` and `"-inf"`, and so read.
///
/// ```
/// use ludex_arena::stats::{Sample, Tally};
///
/// let elo = Sample::from(Tally { wins: 60, draws: 20, losses: 20 }).elo(0.95).unwrap();
/// assert_eq!(elo.to_string(), "+147 [+82, +211]");
///
/// let elo = Sample::from(Tally { wins: 20, draws: 0, losses: 0 }).elo(0.95).unwrap();
/// assert_eq!(elo.to_string(), "+inf [+287, +inf]");
/// assert_eq!(serde_json::to_value(elo).unwrap()["high"], "inf");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, schemars::JsonSchema, Deserialize)]
pub struct EloDifference {
    /// The difference at which the observed score is expected.
    #[serde(with = "extended")]
    #[schemars(with = "Extended")]
    pub elo: f64,
    /// The lower end of the interval.
    #[serde(with = "extended")]
    #[schemars(with = "Extended")]
    pub low: f64,
    /// The upper end of the interval.
    #[serde(with = "extended")]
    #[schemars(with = "Extended")]
    pub high: f64,
}

impl EloDifference {
    /// The interval alone.
    ///
    /// ```
    /// let elo = ludex_arena::stats::EloDifference { elo: 10.0, low: -5.0, high: 25.0 };
    /// assert!(elo.interval().contains(0.0));
    /// ```
    pub fn interval(&self) -> Interval {
        Interval { low: self.low, high: self.high }
    }
}

/// Printed as whole points unless a precision is given, always with the sign.
impl fmt::Display for EloDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(0);
        // Adding 0 turns −0 into 0, which is printed as +0.
        let [elo, low, high] = [self.elo, self.low, self.high].map(|elo| elo + 0.0);
        write!(f, "{elo:+.digits$} [{low:+.digits$}, {high:+.digits$}]")
    }
}

impl Sample {
    /// The Elo difference that the sample shows; `None` without units.
    ///
    /// Elo grows with the score, so the ends of [`Sample::interval`] give the ends of this one, with the same
    /// confidence.
    ///
    /// ```
    /// let sample: ludex_arena::stats::Sample = [0.5, 1.0, 0.0, 0.5].into_iter().collect();
    /// assert_eq!(sample.elo(0.95).unwrap().elo, 0.0);
    /// ```
    pub fn elo(&self, confidence: f64) -> Option<EloDifference> {
        let Interval { low, high } = self.interval(confidence);
        Some(EloDifference { elo: elo_of(self.mean()?), low: elo_of(low), high: elo_of(high) })
    }
}

/// The JSON form of a number that may be infinite.
#[derive(schemars::JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "describes the form for the schema alone")]
enum Extended {
    /// A number.
    Number(f64),
    /// `inf` or `-inf`.
    Text(String),
}

/// Serialisation of numbers that may be infinite, for formats with finite numbers only.
mod extended {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
        if number.is_finite() { number.serialize(to) } else { number.to_string().serialize(to) }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Number {
            Finite(f64),
            Named(String),
        }
        match Number::deserialize(from)? {
            Number::Finite(number) => Ok(number),
            Number::Named(name) => name.parse().map_err(D::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Tally;

    #[test]
    fn score_and_elo_are_inverse() {
        for elo in [-1200.0, -77.7, 0.0, 3.0, 400.0, f64::INFINITY, f64::NEG_INFINITY] {
            let back = elo_of(score_of(elo));
            assert!(back == elo || (back - elo).abs() < 1e-9, "{elo} {back}");
        }
    }

    #[test]
    fn infinities_survive_json() {
        let elo = Sample::from(Tally { wins: 0, draws: 0, losses: 3 }).elo(0.95).unwrap();
        assert_eq!(elo.low, f64::NEG_INFINITY);
        let json = serde_json::to_string(&elo).unwrap();
        assert_eq!(serde_json::from_str::<EloDifference>(&json).unwrap(), elo);
    }

    #[test]
    fn level_matches_print_one_sign() {
        let elo = EloDifference { elo: -0.0, low: -30.0, high: 30.0 };
        assert_eq!(elo.to_string(), "+0 [-30, +30]");
    }
}
