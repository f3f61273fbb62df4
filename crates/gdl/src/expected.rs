//! Perft files: the expected number of move sequences of a game.
//!
//! ```text
//! # Where the numbers come from.
//! unit plies
//! 1 22
//! 2 484
//! ```
//!
//! `unit turns` counts turns instead of plies, and a line `leaves ended` also
//! counts games that end before the full depth.

use ludex_game::{Perft, Unit};

/// The expected counts of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Unit and leaves of the counts.
    pub perft: Perft,
    /// Pairs of depth and count.
    pub counts: Vec<(u32, u64)>,
}

/// A line that does not follow the format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}: `{text}` is neither a comment, `unit plies|turns`, `leaves ended` nor `depth count`"
)]
pub struct ExpectedError {
    /// Line number.
    pub line: usize,
    /// Text of the line.
    pub text: String,
}

impl std::str::FromStr for Expected {
    type Err = ExpectedError;

    /// ```
    /// use ludex_game::Unit;
    ///
    /// let expected: ludex_gdl::Expected = "# by hand\nunit turns\n1 7\n2 49".parse().unwrap();
    /// assert_eq!(expected.perft.unit, Unit::Turns);
    /// assert_eq!(expected.counts, [(1, 7), (2, 49)]);
    /// assert_eq!("1 7\nseven".parse::<ludex_gdl::Expected>().unwrap_err().line, 2);
    /// ```
    fn from_str(text: &str) -> Result<Self, ExpectedError> {
        let mut expected = Self::default();
        for (at, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let error = || ExpectedError { line: at + 1, text: line.to_string() };
            match words[..] {
                [] => {}
                [first, ..] if first.starts_with('#') => {}
                ["unit", "plies"] => expected.perft.unit = Unit::Plies,
                ["unit", "turns"] => expected.perft.unit = Unit::Turns,
                ["leaves", "ended"] => expected.perft.count_ended = true,
                [depth, count] => {
                    let depth = depth.parse().map_err(|_| error())?;
                    let count = count.parse().map_err(|_| error())?;
                    expected.counts.push((depth, count));
                }
                _ => return Err(error()),
            }
        }
        Ok(expected)
    }
}
