//! Positions as text.

use crate::{Game, Playable};

/// A game that writes positions as text and reads them back.
///
/// [`Playable::view`] returns the capability; [`show_position`] and
/// [`read_position`] serve code that is generic over the game.
///
/// ```
/// use ludex_game::examples::Lights;
/// use ludex_game::{Game, PositionText, read_position, show_position};
///
/// let lights = Lights::new(4);
/// let state = lights.read_position("0110").unwrap();
/// assert_eq!(lights.show(&state), "0110");
/// assert_eq!(show_position(&lights, &state), "0110");
/// let error = read_position(&lights, "01").unwrap_err();
/// assert_eq!(error.to_string(), "there are 2 lamps instead of 4");
/// ```
pub trait PositionText: Game {
    /// The position as text for people, without a line end at its end. It may have
    /// several lines; `read_position` accepts it.
    fn show(&self, state: &Self::State) -> String;

    /// The position with this text. By default positions can only be shown.
    fn read_position(&self, text: &str) -> Result<Self::State, PositionError> {
        let _ = text;
        Err(PositionError::Unsupported)
    }

    /// The name of the position in a line of a file, if such lines have names.
    /// `read_position` accepts the whole line.
    fn name_of<'a>(&self, line: &'a str) -> Option<&'a str> {
        let _ = line;
        None
    }
}

/// [`PositionText`] of a game as [`Playable::view`] returns it.
pub type PositionTextOf<G> = dyn PositionText<State = <G as Game>::State, Move = <G as Game>::Move>;

/// The reason why a text is not a position.
///
/// ```
/// use ludex_game::PositionError;
///
/// let error: PositionError = "row 2 is missing".to_string().into();
/// assert_eq!(error, PositionError::Invalid("row 2 is missing".into()));
/// assert_eq!(error.to_string(), "row 2 is missing");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The game does not read positions.
    #[error("this game cannot read positions")]
    Unsupported,
    /// The text does not describe a position of the game.
    #[error("{0}")]
    Invalid(String),
}

impl From<String> for PositionError {
    fn from(what: String) -> Self {
        Self::Invalid(what)
    }
}

impl From<&str> for PositionError {
    fn from(what: &str) -> Self {
        Self::Invalid(what.into())
    }
}

/// The position as text, or a remark if the game has no text for positions.
///
/// ```
/// use ludex_game::{Game, examples::Nim, show_position};
///
/// let nim = Nim::new(&[1, 2]);
/// assert_eq!(show_position(&nim, &nim.initial()), "(this game cannot show positions)");
/// ```
pub fn show_position<G: Playable>(game: &G, state: &G::State) -> String {
    match game.view() {
        Some(view) => view.show(state),
        None => "(this game cannot show positions)".into(),
    }
}

/// The position of a game with this text.
///
/// ```
/// use ludex_game::{Game, PositionError, examples::Lights, examples::Nim, read_position};
///
/// let lights = Lights::new(3);
/// assert_eq!(read_position(&lights, "000"), Ok(lights.initial()));
/// assert_eq!(read_position(&Nim::new(&[1]), "1"), Err(PositionError::Unsupported));
/// ```
pub fn read_position<G: Playable>(game: &G, text: &str) -> Result<G::State, PositionError> {
    game.view().ok_or(PositionError::Unsupported)?.read_position(text)
}
