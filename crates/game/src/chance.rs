//! Random moves: chance by its weights, players evenly.

use crate::{Game, RoleId};

/// The place of a random move among the legal moves of a role: chance draws by
/// [`Game::chance_weight`], a player evenly. `below` gives a random number below its
/// argument. `None` if there is no legal move.
///
/// ```
/// use ludex_game::examples::LoadedDice;
/// use ludex_game::{Game, RoleId, draw_move};
///
/// // A die that shows 0 with weight 1 and 100 with weight 3.
/// let dice = LoadedDice::new(&[&[(0, 1), (100, 3)]], 1);
/// let (mut state, mut moves) = (dice.initial(), Vec::new());
/// dice.apply(&mut state, &dice.first_joint(&dice.initial()));
/// dice.legal_moves(&state, LoadedDice::CHANCE, &mut moves);
/// let draw = |ticket| {
///     draw_move(&dice, &state, LoadedDice::CHANCE, &moves, |n| {
///         assert_eq!(n, 4);
///         ticket
///     })
/// };
/// assert_eq!([0, 1, 2, 3].map(draw), [Some(0), Some(1), Some(1), Some(1)]);
/// ```
pub fn draw_move<G: Game>(
    game: &G,
    state: &G::State,
    role: RoleId,
    moves: &[G::Move],
    below: impl FnOnce(usize) -> usize,
) -> Option<usize> {
    if !game.roles()[role.index()].is_chance() {
        return (!moves.is_empty()).then(|| below(moves.len()));
    }
    draw_weighted(moves.iter().map(|&mv| game.chance_weight(state, role, mv).into()), below)
}

/// A place drawn by weights: evenly if all weights are zero. `below` gives a random number
/// below its argument. `None` if there are no weights.
///
/// ```
/// use ludex_game::draw_weighted;
///
/// let draw = |ticket| draw_weighted([2, 0, 1].into_iter(), |_| ticket);
/// assert_eq!([0, 1, 2].map(draw), [Some(0), Some(0), Some(2)]);
/// assert_eq!(draw_weighted([0, 0].into_iter(), |n| n - 1), Some(1));
/// ```
pub fn draw_weighted(
    weights: impl Iterator<Item = u64> + Clone,
    below: impl FnOnce(usize) -> usize,
) -> Option<usize> {
    let (n, total) = weights.clone().fold((0, 0), |(n, total), weight| (n + 1, total + weight));
    if total == 0 {
        return (n > 0).then(|| below(n));
    }
    let mut rest = below(total as usize) as u64;
    for (at, weight) in weights.enumerate() {
        match rest.checked_sub(weight) {
            Some(less) => rest = less,
            None => return Some(at),
        }
    }
    None
}
