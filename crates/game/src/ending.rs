//! How a game ended.

use std::fmt;
use std::str::FromStr;

/// How a game or a playout came to its end.
///
/// ```
/// use ludex_game::Ending;
///
/// assert_eq!(Ending::Stuck.to_string(), "stuck");
/// assert_eq!("capped".parse(), Ok(Ending::Capped));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The game is over by the rules.
    Terminal,
    /// Not over, but some role has no legal move, so play cannot go on.
    Stuck,
    /// Cut off after the largest number of plies that the caller allows.
    Capped,
}

/// A text that names no ending.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no ending of a game")]
pub struct UnknownEnding(String);

impl Ending {
    const NAMES: [(Self, &'static str); 3] =
        [(Self::Terminal, "terminal"), (Self::Stuck, "stuck"), (Self::Capped, "capped")];
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(ending, _)| ending == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
}

impl FromStr for Ending {
    type Err = UnknownEnding;

    fn from_str(text: &str) -> Result<Self, UnknownEnding> {
        let name = Self::NAMES.iter().find(|(_, name)| *name == text);
        name.map(|(ending, _)| *ending).ok_or_else(|| UnknownEnding(text.into()))
    }
}
