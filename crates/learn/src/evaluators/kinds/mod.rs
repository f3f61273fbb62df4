//! Kinds of evaluators: one file each, and one line in [`all`].

mod count_moves;
mod count_pieces;
mod depth;
mod distance_initial;
mod distance_target;
mod exact;
mod goal_distance;
mod mobility;
mod occupied_columns;
mod pattern;
mod piece_square;
mod purse;
mod threats;
mod turn;

use super::{GameContext, Term};

pub use distance_target::of_piece as distance_of_piece;
pub use goal_distance::of_role as nearness_of_role;

/// A way to find terms for a game.
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// Whether each of its terms is tried alone, as OGRE does.
    pub alone: bool,
    /// Whether its terms get weights in a sum.
    pub together: bool,
    /// Finds its terms.
    pub propose: fn(&GameContext<'_>) -> Vec<Term>,
}

/// All kinds.
pub fn all() -> Vec<Kind> {
    vec![
        distance_initial::kind(),
        distance_target::kind(),
        count_pieces::kind(),
        occupied_columns::kind(),
        count_moves::kind(),
        depth::kind(),
        exact::kind(),
        pattern::kind(),
        goal_distance::kind(),
        purse::kind(),
        mobility::kind(),
        piece_square::kind(),
        threats::kind(),
        turn::kind(),
    ]
}

/// The terms to be tried alone.
pub fn alone(context: &GameContext<'_>) -> Vec<Term> {
    all().iter().filter(|kind| kind.alone).flat_map(|kind| (kind.propose)(context)).collect()
}

/// The terms to be weighted in a sum.
pub fn together(context: &GameContext<'_>) -> Vec<Term> {
    all().iter().filter(|kind| kind.together).flat_map(|kind| (kind.propose)(context)).collect()
}
