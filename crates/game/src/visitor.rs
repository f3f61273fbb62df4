//! Code that is generic over the game, for a game chosen at run time.

use std::sync::Arc;

use crate::Playable;

/// Something to be done with a game whose types are not known beforehand.
///
/// Whoever finds a game by its name calls [`visit`](Self::visit) with it. So
/// everything behind it is compiled for the very game, with nothing hidden
/// behind pointers.
///
/// ```
/// use std::sync::Arc;
/// use game::{Playable, Visitor, examples::Nim};
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
    /// What comes out.
    type Output;

    /// Does it.
    fn visit<G: Playable>(self, game: Arc<G>) -> Self::Output;
}
