//! Code that is generic over the game, for a game chosen at run time.

use std::sync::Arc;

use crate::Playable;

/// An operation on a game whose types are not known beforehand.
///
/// The loader that finds a game by its name calls [`visit`](Self::visit) with it, so
/// that the whole operation is compiled for that game, without dynamic dispatch.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Playable, Visitor, examples::Nim};
///
/// struct CountRoles;
///
/// impl Visitor for CountRoles {
///     type Output = usize;
///     fn visit<G: Playable>(self, game: Arc<G>) -> usize {
///         game.roles().len()
///     }
/// }
///
/// assert_eq!(CountRoles.visit(Arc::new(Nim::new(&[1]))), 2);
/// ```
pub trait Visitor {
    /// The result.
    type Output;

    /// Runs the operation.
    fn visit<G: Playable>(self, game: Arc<G>) -> Self::Output;
}
