//! Preconditions of the root position of a search.

use ludex_game::{Choices, Game, RoleId, Turn};

/// Why a search cannot start in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RootError {
    /// The game is over.
    #[error("the game is over in this position: there is nothing to choose")]
    Over,
    /// The game is not over, and some role has no legal move.
    #[error(
        "`{0}` has no legal move in this position, and the game is not over: play cannot go on"
    )]
    Stuck(String),
}

/// Checks that a search can start in a position: the game is not over, and every role has a
/// legal move. Searches require this of their root, not of the positions below.
///
/// ```
/// use ludex_game::{Game, RoleId, Turn, examples::Nim};
///
/// let nim = Nim::new(&[2]);
/// assert_eq!(ludex_search::check_root(&nim, &nim.initial()), Ok(Turn::Player(RoleId(0))));
/// let nim = Nim::new(&[]);
/// assert_eq!(ludex_search::check_root(&nim, &nim.initial()), Err(ludex_search::RootError::Over));
/// ```
pub fn check_root<G: Game>(game: &G, state: &G::State) -> Result<Turn, RootError> {
    if game.is_terminal(state) {
        return Err(RootError::Over);
    }
    let mut choices = Choices::default();
    let turn = choices.read(game, state);
    let stuck = choices.all().iter().position(Vec::is_empty);
    match stuck {
        Some(role) => Err(RootError::Stuck(game.roles()[role].name.clone())),
        None => Ok(turn),
    }
}

/// The first legal move of a role that has one.
pub(crate) fn any_move<M: Copy>(choices: &Choices<M>, role: RoleId) -> M {
    *choices.of(role).first().expect("the role has a legal move: see `check_root`")
}
