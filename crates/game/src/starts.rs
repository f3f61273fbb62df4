//! Sets of positions in which games may start.

use std::fmt;

use crate::{Game, Playable};

/// A named, numbered set of start positions: the instances of a puzzle, or the
/// positions from which an experiment starts.
///
/// A game lists its sets in one table and returns it from
/// [`Playable::starts`](crate::Playable::starts). The first set is always
/// [`initial`](Self::INITIAL).
///
/// ```
/// use ludex_game::examples::Lights;
/// use ludex_game::{Game, Playable, StartSet};
///
/// let lights = Lights::new(3);
/// let sets = lights.starts();
/// assert_eq!(sets[0].position(&lights, 0), Some(lights.initial()));
/// let one_off = sets.iter().find(|set| set.name == "one-off").unwrap();
/// assert_eq!(one_off.count(&lights), 3);
/// assert_eq!(one_off.position(&lights, 1), Some([0b101]));
/// assert_eq!(one_off.position(&lights, 3), None);
/// ```
pub struct StartSet<G: Game> {
    /// The name.
    pub name: &'static str,
    /// What the positions have in common, in a few words.
    pub about: &'static str,
    count: fn(&G) -> u64,
    position: fn(&G, u64) -> G::State,
}

impl<G: Game + 'static> StartSet<G> {
    /// The set of the one [initial](Game::initial) position.
    pub const INITIAL: Self =
        Self::new("initial", "the initial position", |_| 1, |game, _| game.initial());

    /// The table with [`INITIAL`](Self::INITIAL) alone.
    pub const ONLY_INITIAL: &'static [Self] = &[Self::INITIAL];

    /// A set with the number of its positions and the position of each number,
    /// counted from 0.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        count: fn(&G) -> u64,
        position: fn(&G, u64) -> G::State,
    ) -> Self {
        Self { name, about, count, position }
    }

    /// The number of positions.
    pub fn count(&self, game: &G) -> u64 {
        (self.count)(game)
    }

    /// The position of a number, counted from 0; `None` beyond the last.
    pub fn position(&self, game: &G, number: u64) -> Option<G::State> {
        (number < self.count(game)).then(|| (self.position)(game, number))
    }
}

impl<G: Game> fmt::Debug for StartSet<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.about)
    }
}

/// The reason why a text names no start position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The game has no set of this name.
    #[error("there is no set of start positions `{name}`, but {known}")]
    UnknownSet {
        /// The name that was given.
        name: String,
        /// The names of all sets.
        known: String,
    },
    /// The set has no position of this number.
    #[error("`{text}`: `{set}` has positions from 0 to {last}")]
    OutOfRange {
        /// The text that was given.
        text: String,
        /// The name of the set.
        set: &'static str,
        /// The number of the last position.
        last: u64,
    },
}

/// The start position that a text names: a set, and the number of a position where
/// it is not 0.
///
/// ```
/// use ludex_game::{Game, find_start, examples::Lights};
///
/// let lights = Lights::new(3);
/// assert_eq!(find_start(&lights, "initial"), Ok(lights.initial()));
/// assert_eq!(find_start(&lights, "one-off 2"), Ok([0b011]));
/// let error = find_start(&lights, "one-off 3").unwrap_err();
/// assert_eq!(error.to_string(), "`one-off 3`: `one-off` has positions from 0 to 2");
/// let error = find_start(&lights, "dark").unwrap_err();
/// assert_eq!(error.to_string(), "there is no set of start positions `dark`, but initial, one-off");
/// ```
pub fn find_start<G: Playable>(game: &G, text: &str) -> Result<G::State, StartError> {
    let (name, number) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), "0"));
    let sets = game.starts();
    let set = sets.iter().find(|set| set.name == name).ok_or_else(|| {
        let known = sets.iter().map(|set| set.name).collect::<Vec<_>>().join(", ");
        StartError::UnknownSet { name: name.into(), known }
    })?;
    let position = number.trim().parse().ok().and_then(|number| set.position(game, number));
    position.ok_or_else(|| StartError::OutOfRange {
        text: text.into(),
        set: set.name,
        last: set.count(game).saturating_sub(1),
    })
}
